import { bytes, count, limits, time } from '../../shared/limit.ts'

export const unknownHostLimits = limits({
  pause: time(100, 'From one look into the database for hosts that no site has to the next'),
  time: time(1000, 'For such a look; then the host is unknown (421)'),
  waiting: count(200, 'Visitors of such hosts that wait for it at a time; others get 421 at once'),
  remembered: count(10_000, 'Such hosts that get 421 without a look for a second'),
})

export const questionLimits = limits({
  atOnce: count(8, 'Questions that a process of the edge answers at a time; further ones wait'),
})

export const countLimits = limits({
  traffic: count(
    100_000,
    'Traffic of a site in 5 minutes; beyond that, it is added up by the hour, then by the day; then the oldest goes',
  ),
  originResults: count(50_000, 'Minutes of an origin; beyond that, the oldest go'),
  rows: count(200, 'Of them written in one transaction; nodes wait for each other meanwhile'),
})

export const snapshotLimits = limits({
  bytes: bytes(256 * 2 ** 20, 'A larger one is ignored'),
  pause: time(60_000, 'Before it is written again, if sites have changed'),
  age: time(3600_000, 'Before it is written again in any case'),
})
