import { count, limits } from '../../shared/limit.ts'

export const rollUpLimits = limits({
  hours: count(48, 'Hours of a monitor that are rolled up in one step'),
  samples: count(2000, 'Samples rolled up in one step; an hour with more has no roll-up'),
})
