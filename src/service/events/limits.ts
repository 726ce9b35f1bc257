import { characters, count, limits, time } from '../../shared/limit.ts'

export const eventLimits = limits({
  path: characters(200, 'A purged path that an event names; a longer one is only counted'),
  names: count(20, 'Actions and other parts of the settings that an event names, of each kind of change'),
  name: characters(60, 'One of them; the rest is cut'),
  ahead: time(60_000, "A release after the service's time, because clocks differ (422)"),
})
