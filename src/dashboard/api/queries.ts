import { QueryClient, useMutation, type UseMutationResult } from '@tanstack/react-query'
import type { Endpoint, InputOf, ReadOf, Scoped } from '../../contract/index.ts'
import { call, type WireInput } from './client.ts'
import { ApiError } from './errors.ts'

/** TanStack Query's options of one read, for loaders and hooks alike. */
export interface Query<Reply> {
  readonly queryKey: readonly [endpointId: string, input: object]
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<Reply>
}

/** The query of an endpoint, keyed by its id and input. */
export function q<E extends Endpoint>(endpoint: E, input: InputOf<E> & WireInput): Query<ReadOf<E>> {
  return { queryKey: [endpoint.id, input], queryFn: ({ signal }) => call(endpoint, input, { signal }) }
}

const maxRetries = 2

/** Only what may be better a moment later: no answer, or 503. */
export function worthRetrying(failures: number, error: Error): boolean {
  return failures < maxRetries && error instanceof ApiError && (error.kind === 'unreachable' || error.status === 503)
}

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: worthRetrying,
      retryDelay: (attempt) => 400 * 3 ** attempt,
      // the browser's idea of being offline is not the service's: ask, and say what came of it
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** Fetches at the same time what a page shows first. What is there is shown at once, unless a change made it stale. */
export async function load(...queries: readonly Query<unknown>[]): Promise<null> {
  await Promise.all(queries.map(loadOne))
  return null
}

function loadOne(query: Query<unknown>): Promise<unknown> {
  const isStale = queryClient.getQueryState(query.queryKey)?.isInvalidated
  return isStale ? queryClient.fetchQuery(query) : queryClient.ensureQueryData(query)
}

/** Fetches ahead without waiting; a failure is told by whoever shows the data. */
export function prefetch(...queries: readonly Query<unknown>[]): void {
  for (const query of queries) void queryClient.prefetchQuery(query)
}

type Invalidated = Endpoint | Scoped

interface MutationOptions<E extends Endpoint> {
  /** Reads whose answers this changes. */
  readonly invalidates: readonly Invalidated[]
  readonly onSuccess?: (reply: ReadOf<E>, input: InputOf<E> & WireInput) => void
}

/** A change. Once it is made, the reads that it `invalidates` are fetched again where they are shown. */
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

export async function invalidate(endpoints: readonly Invalidated[]): Promise<void> {
  const ids = endpoints.flatMap((one) => ('partner' in one ? [one.partner.id, one.user.id] : [one.id]))
  await Promise.all(ids.map((id) => queryClient.invalidateQueries({ queryKey: [id] })))
}
