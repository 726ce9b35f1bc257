import pLimit from 'p-limit'
import type { Query } from '../../api/queries.ts'
import type { Scope } from '../../api/scope.ts'
import { type Site, siteOf } from './reads.ts'

const limit = pLimit(6)

/** `siteOf` for many sites, a few requests at a time. */
export function queuedSite(scope: Scope, siteId: string): Query<Site> {
  const { queryKey, queryFn } = siteOf(scope, siteId)
  return {
    queryKey,
    queryFn: (context) =>
      limit(() => {
        // the user may have left the page meanwhile
        context.signal.throwIfAborted()
        return queryFn(context)
      }),
  }
}
