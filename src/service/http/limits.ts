import { maxBodyBytes } from '../../contract/errors.ts'
import { bytes, characters, count, limits, time } from '../../shared/limit.ts'

export const requestLimits = limits({
  body: bytes(maxBodyBytes, 'The body (413)'),
  headers: bytes(16 * 1024, 'All headers together (413)'),
  query: characters(16 * 1024, 'The query (400)'),
  parameters: count(1000, 'Parameters of a query, or fields of a form (400)'),
  name: characters(256, 'The name of a parameter (400)'),
  depth: count(4, 'Levels of brackets in the name of a parameter (400)'),
  index: count(999, 'An index in the name of a parameter (400)'),
  jsonDepth: count(32, 'Levels of nesting in JSON (400)'),
  id: characters(64, 'An ID in a path (404)'),
  loggedParts: count(12, 'Parts of a path that are logged, between slashes'),
})

export const connectionLimits = limits({
  open: count(1000, 'Open connections; more are closed'),
  openByAddress: count(200, 'Open connections of one address, unless it is a trusted proxy or on this machine'),
  headers: time(10_000, 'Until all headers of a request have arrived (408)'),
  request: time(30_000, 'Until the whole request has arrived (408)'),
  // longer than most proxies keep a connection, so that they close it first
  idle: time(75_000, 'Between two requests of a connection; then it is closed'),
})

export const readinessLimits = limits({
  kept: time(1000, 'How long an answer of `/readyz` is kept'),
  patience: time(3000, 'For the database to take a write before it counts as unreachable'),
  written: bytes(16 * 1024, 'What it writes and deletes again'),
  room: bytes(2 ** 20, 'Free space on the disk of the embedded database, below which it counts as full'),
})
