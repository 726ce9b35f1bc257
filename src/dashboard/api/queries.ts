import { QueryClient, useMutation, type UseMutationResult } from '@tanstack/react-query'
import { type Endpoint, type listEvents, type InputOf, type ReadOf, type Scoped } from '../../contract/index.ts'
import { call, type WireInput } from './client.ts'
import { ApiError, isExtensionMissing } from './errors.ts'

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

type Invalidated = Endpoint | Scoped

interface MutationOptions<E extends Endpoint> {
  /** The reads that this change affects. */
  readonly invalidates: readonly Invalidated[]
  readonly onSuccess?: (reply: ReadOf<E>, input: InputOf<E> & WireInput) => void
}

/** A mutation. When it succeeds, it marks the reads in `invalidates` as outdated. */
export function useApiMutation<E extends Endpoint>(
  endpoint: E,
  { invalidates, onSuccess }: MutationOptions<E>,
): UseMutationResult<ReadOf<E>, Error, InputOf<E> & WireInput> {
  return useMutation({
    mutationKey: [endpoint.id],
    mutationFn: (input: InputOf<E> & WireInput) => call(endpoint, input),
    onSuccess: (reply, input) => {
      void invalidate(invalidates)
      onSuccess?.(reply, input)
    },
  })
}

/** By name: the endpoint itself would bring its schemas into the first load. */
const logOfChanges: readonly (typeof listEvents)['partner' | 'user']['id'][] = [
  'partner.events.list',
  'user.events.list',
]

/** Marks reads as outdated, and the log of changes, which notes most changes. */
export async function invalidate(endpoints: readonly Invalidated[]): Promise<void> {
  const ids = endpoints.flatMap((one) => ('partner' in one ? [one.partner.id, one.user.id] : [one.id]))
  await Promise.all([...ids, ...logOfChanges].map((id) => queryClient.invalidateQueries({ queryKey: [id] })))
}
