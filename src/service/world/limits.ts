import { limits, time } from '../../shared/limit.ts'

export const networkLimits = limits({
  https: time(2000, 'For the host of a new site to answer over HTTPS'),
})
