import { bytes, count, limits, time } from '../../shared/limit.ts'

export const originLimits = limits({
  connect: time(10_000, 'To connect, name look-up and TLS included (504)'),
  silence: time(60_000, 'Without anything sent or received (504)'),
  continue: time(1000, 'For its 100 (Continue); then the body is sent anyway'),
  bodyPeriod: time(20_000, "For each part of a request's body while the server waits for it (408)"),
  leastBody: bytes(10 * 2 ** 10, 'Such a part, unless the body ends before'),
  connections: count(256, 'Connections to the server of a site; further requests wait'),
  share: count(64, "Requests at a time that a visitor's address has at it; further ones wait"),
  waiting: count(256, 'Requests of an address that wait for that; further ones are refused (503)'),
  turn: time(10_000, 'How long they wait (503)'),
  interim: count(100, 'Its interim responses (1xx) before one answer; then there is none (502)'),
  unattended: time(30_000, 'For an answer to end after its visitor has left, while it is read for the cache'),
  spare: count(32, 'Connections to one server kept open for later requests'),
  connectionsInAll: count(8192, 'Connections to all servers'),
  plain: count(32, "Of these to one server, those on which a request is sent without Node's HTTP client"),
  plainInAll: count(2048, 'Of these to all servers'),
  others: count(1000, "Servers remembered whose answers need Node's HTTP client"),
})
