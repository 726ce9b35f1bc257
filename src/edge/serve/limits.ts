import { bytes, characters, count, limits, time } from '../../shared/limit.ts'

export const visitorLimits = limits({
  head: bytes(16 * 1024, 'All headers of a request (431)'),
  headers: time(15_000, 'Until all headers of a request have arrived (408)'),
  connections: count(
    8192,
    'Open connections, for http and https each, and at most a quarter of the files that the process may open; more are closed. With nginx in front, so many requests at a time (503).',
  ),
  connectionsByAddress: count(
    512,
    'Connections of one address, unless it is a trusted proxy. With nginx in front, its requests at a time, too (503).',
  ),
  // longer than an origin may be silent, so that visitors get their answer
  silence: time(75_000, 'Without anything sent or received on a connection; then it is closed'),
  idle: time(65_000, 'Between two requests of a connection; then it is closed'),
  streams: count(100, 'Requests at a time on a connection with HTTP/2; it refuses further ones'),
  resets: count(500, 'Requests in a row that such a connection may take back, and 50 more a second; then it is closed'),
  tunnel: time(10 * 60_000, 'Without anything sent or received on an upgraded connection; then it is closed'),
  wait: time(5000, "For the answer to another visitor's request; then it asks the origin itself"),
  waits: count(3, 'Answers that a request waits for in turn; then it asks the origin itself'),
  plain: bytes(8 * 1024, "A request that is answered without Node's HTTP server"),
  plainBody: bytes(64 * 1024, 'The body of such an answer'),
  prepared: count(4, 'Such answers kept ready of one stored response'),
  interim: count(8, "Interim responses (1xx) of a customer's server that are passed on with one answer"),
  waiting: bytes(256 * 2 ** 10, "Of an answer that waits for a visitor; then the customer's server waits, too"),
  unsent: bytes(
    512 * 2 ** 10,
    "Given to a connection with HTTP/2 and not sent; then the customer's server waits with what is for it",
  ),
  backlog: bytes(
    64 * 2 ** 20,
    'What waits for all visitors; beyond that, whoever has read nothing for the longest goes',
  ),
})

export const lookLimits = limits({
  visit: time(10_000, "A visitor's request that the edge makes itself"),
  visitBody: bytes(16 * 2 ** 20, 'The body that it reads; the rest is left out'),
  content: bytes(16 * 2 ** 20, 'A stored body, decoded, of which an answer has the hash'),
  codings: count(3, 'Content codings of such a body; with more, it has no hash'),
  value: characters(200, "A header's value in an answer; the rest is cut"),
  names: count(50, 'Header names of `Vary` in an answer'),
  match: time(2000, 'Comparing stored addresses with a pattern or tag; then there is no answer'),
  examples: count(5, 'Addresses in an answer that a pattern or tag names'),
})
