import type { OptimizerMove } from '../../../contract/index.ts'
import type { Scope } from '../../api/scope.ts'
import { serverWords } from '../sites/server-words.ts'

export interface Move {
  readonly move: OptimizerMove
  readonly name: string
  readonly question: (host: string) => string
  /** On its button and in its dialog. */
  readonly verb: string
  /** In the toast, once it's done. */
  readonly done: string
  /** What it means for visitors. `{server}` is the one behind the site. */
  readonly consequence: string
  /** Visitors would notice, so the host has to be typed first. */
  readonly needsConfirmation: boolean
}

export const resume: Move = {
  move: 'resume',
  name: 'Resume',
  question: (host) => `Resume ${host}?`,
  verb: 'Resume',
  done: 'Resumed',
  consequence: 'The site goes back to the state it was in: preview, trial or active.',
  needsConfirmation: false,
}

/** Ordered by how much visitors notice. The deprecated pause is left out, because bypass does the same. */
export const moves: readonly Move[] = [
  {
    move: 'transparent',
    name: 'Transparent',
    question: (host) => `Make ${host} transparent?`,
    verb: 'Go transparent',
    done: 'Now transparent',
    consequence:
      'Requests pass through unchanged and are still counted. Use it to see whether the optimizer causes a problem.',
    needsConfirmation: false,
  },
  {
    move: 'bypass',
    name: 'Bypass',
    question: (host) => `Bypass ${host}?`,
    verb: 'Bypass',
    done: 'Bypassed',
    consequence: 'Visitors go straight to {server}. Nothing is cached, compressed or counted.',
    needsConfirmation: true,
  },
  {
    move: 'maintenance',
    name: 'Maintenance',
    question: (host) => `Start maintenance for ${host}?`,
    verb: 'Start maintenance',
    done: 'Maintenance started',
    consequence: 'Every visitor gets a 503 maintenance page, and {server} gets no requests.',
    needsConfirmation: true,
  },
  resume,
]

/** What a move leads to, in words that are right for who makes it. */
export function consequenceOf({ consequence }: Move, scope: Pick<Scope, 'kind'>): string {
  return consequence.replace('{server}', serverWords(scope))
}
