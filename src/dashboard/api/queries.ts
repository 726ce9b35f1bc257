import { QueryClient } from '@tanstack/react-query'
import type { WireInput } from '../../client/request.ts'
import type { Endpoint, InputOf, ReadOf } from '../../contract/index.ts'
import { call } from './client.ts'
import { ApiError, isExtensionMissing } from '../../client/errors.ts'

/** TanStack Query's options for a read, used by loaders and hooks. */
export interface Query<Reply> {
  readonly queryKey: readonly [endpointId: string, input: object]
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<Reply>
}

/** The query of an endpoint, keyed by its id and input. */
export function q<E extends Endpoint>(endpoint: E, input: InputOf<E> & WireInput): Query<ReadOf<E>> {
  return { queryKey: [endpoint.id, input], queryFn: ({ signal }) => call(endpoint, input, { signal }) }
}

const maxRetries = 2

/** Retries only what may succeed a moment later: no response, or 503. */
export function shouldRetry(failures: number, error: Error): boolean {
  return failures < maxRetries && error instanceof ApiError && (error.kind === 'unreachable' || error.status === 503)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: shouldRetry,
      retryDelay: (attempt) => 400 * 3 ** attempt,
      // the service may be reachable while the browser believes it's offline
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** The query of an extension; null if the service doesn't have it. */
export function ifOffered<Reply>(query: Query<Reply>): Query<Reply | null> {
  return {
    ...query,
    queryFn: async (context) => {
      try {
        return await query.queryFn(context)
      } catch (error) {
        if (isExtensionMissing(error)) return null
        throw error
      }
    },
  }
}

/** Loads what a page shows first, in parallel. Uses cached data unless it was invalidated. */
export async function load(...queries: readonly Query<unknown>[]): Promise<null> {
  await Promise.all(queries.map(loadOne))
  return null
}

function loadOne(query: Query<unknown>): Promise<unknown> {
  const isStale = queryClient.getQueryState(query.queryKey)?.isInvalidated
  return isStale ? queryClient.fetchQuery(query) : queryClient.ensureQueryData(query)
}

/** Fetches in the background. The component that shows the data reports a failure. */
export function prefetch(...queries: readonly Query<unknown>[]): void {
  for (const query of queries) void queryClient.prefetchQuery(query)
}
