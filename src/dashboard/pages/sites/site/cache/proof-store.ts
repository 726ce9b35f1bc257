import { createStore } from '../../../../lib/create-store.ts'
import type { Proof } from './proof.ts'

export interface Proofs {
  readonly rows: readonly Proof[]
  /** What can't be proved, and why. */
  readonly note: string | null
  readonly isRunning: boolean
  readonly isStopping: boolean
  /** When the service took the latest purge or flush, UNIX ms; null before. */
  readonly purgedAt: number | null
}

const proofs = createStore<ReadonlyMap<string, Proofs>>(new Map())
const none: Proofs = { rows: [], note: null, isRunning: false, isStopping: false, purgedAt: null }

/** The proof of a site's latest purge or flush. It goes on after leaving the page. */
export function useProofs(place: string): Proofs {
  return proofs.useValue().get(place) ?? none
}

export function proofsAt(place: string): Proofs {
  return proofs.get().get(place) ?? none
}

export function changeProofs(place: string, change: (now: Proofs) => Partial<Proofs>): void {
  const now = proofsAt(place)
  proofs.set(new Map(proofs.get()).set(place, { ...now, ...change(now) }))
}

export function changeProof(place: string, id: number, change: Partial<Proof>): void {
  changeProofs(place, ({ rows }) => ({ rows: rows.map((row) => (row.id === id ? { ...row, ...change } : row)) }))
}
