import { limits, time } from './limit.ts'

export const stopLimits = limits({
  requests: time(20_000, 'For requests and checks in progress to finish'),
  log: time(1000, 'For the last lines of its log to be read'),
})
