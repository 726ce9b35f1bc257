import { bytes, count, limits, time } from '../../shared/limit.ts'

export const runnerLimits = limits({
  httpSlots: count(256, 'Concurrent HTTP checks of a runner in their first 2 s; with those that wait longer 2,048'),
  claimed: count(64, 'HTTP checks that a runner claims at once'),
  ownerlessChecks: count(1, 'Checks in progress of all sites without an owner together'),
  batch: count(64, 'Checks whose samples are stored in one transaction'),
  batchTime: time(50, 'Before samples are stored, so that others are stored with them'),
  busyBatchTime: time(250, 'The same while checks end all the time'),
  lease: time(30_000, 'Before another runner takes over the checks of one that has died'),
  usualTimes: count(100_000, 'Monitors whose usual times a runner remembers; beyond that, it forgets the oldest'),
  silentTargets: count(10_000, 'Silent targets that a runner remembers; beyond that, it forgets the oldest'),
  screenshots: bytes(2 * 2 ** 20, 'All screenshots of a view; beyond that, every second one is left out'),
})

export const usualLimits = limits({
  age: time(7 * 24 * 3600_000, 'How far back earlier samples say what is usual'),
  samples: count(400, 'Such samples, the latest'),
  details: count(20, 'Of these, the samples whose requests are read'),
  addresses: count(2000, 'Addresses in them'),
})
