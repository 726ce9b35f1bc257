import { queryClient, type Query } from './queries.ts'

/** How long a page waits for what would move it, ms. */
const maxWaitMs = 1000

/**
 * Loads what would move a page if it came later, but waits only so long. The component that shows the data reports a
 * failure.
 */
export async function loadWithin(...queries: readonly Query<unknown>[]): Promise<null> {
  const all = Promise.all(queries.map((query) => queryClient.prefetchQuery(query)))
  await Promise.race([all, new Promise((resolve) => setTimeout(resolve, maxWaitMs))])
  return null
}
