import { maxFoundSites } from '../../contract/fleet-limits.ts'
import { count, limits } from '../../shared/limit.ts'

export const fleetLimits = limits({
  found: count(maxFoundSites, 'Sites of the fleet that a search counts; then it only says that there are more'),
  counts: count(1000, 'Fleets and searches of them whose numbers of sites in trouble are remembered until they change'),
  sites: count(200, 'Sites whose figures in the fleet are looked for at a time'),
  samples: count(5000, 'Samples of two days that a site’s figures in the fleet are computed from'),
})
