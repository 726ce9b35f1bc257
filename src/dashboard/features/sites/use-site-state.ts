import { useQuery } from '@tanstack/react-query'
import type { Scope } from '../../api/scope.ts'
import { queuedSite } from './queued-site.ts'
import type { ListedSite } from './reads.ts'

export interface OfSite {
  readonly site: ListedSite
  readonly scope: Scope
}

/** The partner API's list has no states, so each row loads its own, a few at a time. */
export function useSiteState({ site, scope }: OfSite) {
  const listed = site.optimizer !== undefined
  const read = useQuery({ ...queuedSite(scope, site.id), enabled: !listed })
  const { optimizer: state, state_since: since } = listed ? site : { ...read.data }
  return { state, since, error: read.error }
}
