import { useQuery } from '@tanstack/react-query'
import { maxProved, readProof, type ReadOf } from '../../../contract/index.ts'
import { isExtensionMissing } from '../../../client/errors.ts'
import { ifOffered, q, queryClient } from '../../api/queries.ts'

/** What the service has found out so far about the addresses of a site's latest purge or flush. */
export type Proof = ReadOf<typeof readProof>

export interface ProofPlace {
  readonly siteId: string
  readonly user: string
}

/** How often a proof that is under way is read, ms. */
const followMs = 500

const proofOf = ({ siteId, user }: ProofPlace) =>
  ifOffered(q(readProof, { path: { site_id: siteId }, query: { user_id: user } }))

export const isUnderWay = (proof: Proof | null | undefined): boolean =>
  proof?.addresses.some(({ result }) => result === null) ?? false

/** The proof of a site's latest purge or flush, followed to its end; null if the service gives none. */
export function useProof(place: ProofPlace) {
  return useQuery({ ...proofOf(place), refetchInterval: ({ state }) => isUnderWay(state.data) && followMs })
}

export function showProof(place: ProofPlace, proof: Proof): void {
  queryClient.setQueryData(proofOf(place).queryKey, proof)
}

/** Sends a purge or flush that the service proves. Undefined if it doesn't offer that, and nothing was purged. */
export async function sendProved(place: ProofPlace, send: () => Promise<Proof>): Promise<Proof | undefined> {
  const { queryKey } = proofOf(place)
  if (queryClient.getQueryData(queryKey) === null) return undefined
  try {
    const proof = await send()
    // an answer that was on its way is older
    await queryClient.cancelQueries({ queryKey })
    showProof(place, proof)
    return proof
  } catch (error) {
    if (isExtensionMissing(error)) return undefined
    throw error
  }
}

/** What a proof leaves open. */
export function caveatsOf({ kind, addresses }: Proof): string {
  if (kind === 'flush')
    return 'Not every address can be looked at, so these are examples: the home page, and what you looked at or purged last.'
  const single = addresses.filter(({ item }) => item === undefined)
  const caveats = [
    single.some(({ path }) => !path.includes('?')) &&
      'A path without a query is purged with every query. Only the path itself is checked.',
    single.some(({ path }) => path.includes('*')) && '* isn’t a wildcard here: only that exact path is purged.',
    addresses.length >= maxProved && `At most ${maxProved} of them are checked.`,
  ]
  return caveats.filter(Boolean).join(' ')
}
