import { useQuery } from '@tanstack/react-query'
import type { Who } from '../../api/scope.ts'
import { session } from '../../api/session.ts'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import { paths } from '../../paths.ts'
import { mainNav, type NavItem } from './nav.ts'

// loaded on demand: a service that keeps sessions lists the fleet
const fleet = lazyWithRetry(() => import('../../features/fleet/has-fleet.ts'))

/** Pages that aren't about a single account, without the fleet where the service doesn't list it. */
export function useMainNav(who: Who): readonly NavItem[] {
  const { data: hasFleet } = useQuery({
    queryKey: ['fleet', who.id],
    queryFn: async () => (await fleet()).hasFleet(who.id),
    enabled: who.role === 'partner',
    staleTime: Infinity,
    ...(session.isByCookie() && { initialData: true }),
  })
  return mainNav(who).filter(({ to }) => hasFleet || to !== paths.home())
}
