import { bytes, characters, count, day, limits, time } from '../../shared/limit.ts'

export const authorityLimits = limits({
  atOnce: count(4, 'Certificates that a process gets at a time'),
  order: time(120_000, 'For the authority to give one'),
  answer: time(15_000, 'For each of its answers'),
  answerSize: bytes(256 * 2 ** 10, 'One of its answers'),
  chain: bytes(64 * 2 ** 10, 'A certificate with those that lead to a root'),
  problem: characters(300, 'Why it gave none; the rest is cut'),
  wait: time(7 * day, 'How long it may have the service wait'),
  lease: time(60_000, 'Before another process takes over from one that has died'),
  challenge: time(10 * 60_000, 'How long the edge proves to it that it serves a host'),
  demand: time(5 * 60_000, 'Between two attempts that a caller asks for (429)'),
})
