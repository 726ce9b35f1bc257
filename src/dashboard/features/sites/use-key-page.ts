import { useQuery } from '@tanstack/react-query'
import { prefetch, queryClient, type Query } from '../../api/queries.ts'
import { keyPageOf, latestSamples, monitorsNamed, monitorsOf } from './key-page.ts'
import type { Scope } from '../../api/scope.ts'
import { siteOf, type Site } from './reads.ts'
import { firstSampleMs, refreshMs } from './refresh-intervals.ts'

export type FoundKeyPage = ReturnType<typeof useKeyPage>

/** The monitor of a site's home page, and its latest samples. */
export function useKeyPage(scope: Scope, site: Pick<Site, 'id' | 'host'>) {
  const first = useQuery(monitorsOf(scope))
  const onFirst = first.data && keyPageOf(first.data.rows, site)
  const isLong = first.data !== undefined && !onFirst && (first.data.total_pages ?? 1) > 1
  const named = useQuery({ ...monitorsNamed(scope, site.host), enabled: isLong })
  const keyPage = onFirst ?? (named.data && keyPageOf(named.data.rows, site))
  const latestQuery = latestSamples(scope, keyPage?.id ?? '')
  const latest = useQuery({
    ...latestQuery,
    enabled: keyPage !== undefined,
    refetchInterval: ({ state }) => (state.data?.rows.length === 0 ? firstSampleMs : refreshMs),
  })
  return {
    keyPage,
    /** Whether it's still being looked for. */
    searching: first.isPending || (isLong && named.isPending),
    /** Why it couldn't be looked for. */
    failure: first.error ?? named.error,
    retry: () => void first.refetch(),
    latestQuery,
    latest,
  }
}

/** Fetches in the background what is read of a site's home page, once it's known which monitor checks it. */
export async function prefetchOfKeyPage(
  scope: Scope,
  siteId: string,
  ...reads: readonly ((scope: Scope, profile: string) => Query<unknown>)[]
): Promise<void> {
  const found = await Promise.all([
    queryClient.ensureQueryData(siteOf(scope, siteId)),
    queryClient.ensureQueryData(monitorsOf(scope)),
    // whoever shows them says so
  ]).catch(() => undefined)
  const keyPage = found && keyPageOf(found[1].rows, found[0])
  if (keyPage) prefetch(...reads.map((read) => read(scope, keyPage.id)))
}
