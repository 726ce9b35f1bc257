import { count, limits } from '../../shared/limit.ts'

export const watcherLimits = limits({
  watched: count(50, 'Sites whose DNS is checked at a time, in their first second'),
  watchedInAll: count(500, 'The same with those that wait longer'),
  addresses: count(16, 'Addresses of a root domain that are shown; all of them decide whether it leads to the edge'),
})
