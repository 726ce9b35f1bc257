import { useQuery } from '@tanstack/react-query'
import type { Who } from '../../api/scope.ts'
import { session } from '../../api/session.ts'
import { mainNav, type NavItem } from './nav.ts'

const fleetOf = ({ role, id }: Who) => ({
  queryKey: ['fleet', id],
  // a part of its own would be shared by so many that every page loads it
  queryFn: () => import('../../features/fleet/fleet.tsx').then(({ hasFleet }) => hasFleet(id)),
  enabled: role === 'partner',
  // a service that keeps sessions lists the fleet
  initialData: session.isByCookie() || undefined,
})

/** Pages that aren't about a single account, without the fleet where the service doesn't list it. */
export function useMainNav(who: Who): readonly NavItem[] {
  return mainNav(who, useQuery(fleetOf(who)).data)
}
