import { bytes, limits, time } from './limit.ts'

export const processLimits = limits({
  logged: bytes(
    2 ** 20,
    'Lines of its log that wait to be read; beyond that, new ones are dropped, and requests first',
  ),
  lastLines: time(1000, 'For the last of them to be read when it ends'),
  requests: time(20_000, 'For requests and checks in progress to finish when it stops'),
})
