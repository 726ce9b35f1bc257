import { count, limits } from '../../shared/limit.ts'

export const watcherLimits = limits({
  watched: count(50, 'Sites whose DNS is checked at a time, in their first second'),
  watchedInAll: count(500, 'The same with those that wait longer'),
})
