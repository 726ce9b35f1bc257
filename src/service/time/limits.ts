import { count, limits, time } from '../../shared/limit.ts'

export const stepLimits = limits({
  // few enough that on SQLite nothing else waits noticeably
  rows: count(200, 'Rows deleted in one step'),
  pause: time(50, 'Between two steps'),
})
