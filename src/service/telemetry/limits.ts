import { count, limits } from '../../shared/limit.ts'

export const telemetryLimits = limits({
  waitingChecks: count(10_000, 'Checks that the telemetry counts as waiting; further ones are left out'),
})
