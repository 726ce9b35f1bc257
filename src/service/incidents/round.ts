import type { Failure, Findings, SampledKind } from './findings.ts'
import type { WorstValue } from './worst-value.ts'

/** The connection and view of failing samples; null where they are of several or that isn't known. */
export type Variant = string | null

/** The failing samples of a kind in a round at a place. */
export interface Failed extends Failure {
  /** When the first was taken, UNIX ms. */
  readonly at: number
  readonly firstSample: string
  readonly lastSample: string
  readonly samples: number
  readonly worst?: WorstValue | undefined
  readonly variant?: Variant | undefined
}

/** What the checks of a round found at a location. */
export interface Place {
  /** How many of its checks have ended. */
  readonly checks: number
  /** When its first sample was taken, UNIX ms. */
  readonly at: number
  /** The kinds of which some sample could tell. */
  readonly known: readonly SampledKind[]
  /** The worst of each kind that failed. */
  readonly failed: Readonly<Partial<Record<SampledKind, Failed>>>
}

export interface Round {
  /** When it was due, UNIX ms: the same for all of its checks. */
  readonly at: number
  readonly places: Readonly<Record<string, Place>>
  /** What has been counted of it so far. */
  readonly counted: Counted
}

export interface Counted {
  readonly ms: number
  readonly failed: boolean
}

/** What a monitor remembers of its latest rounds, oldest first, and since when which places have been failing. */
export interface Memory {
  readonly rounds: readonly Round[]
  readonly failing: Readonly<Partial<Record<SampledKind, Readonly<Record<string, number>>>>>
}

export const emptyMemory: Memory = { rounds: [], failing: {} }

/** The samples of one check. */
export interface FinishedRoundCheck {
  /** When its round was due, UNIX ms. */
  readonly roundAt: number
  readonly location: string
  readonly samples: readonly {
    readonly id: string
    readonly at: number
    readonly findings: Findings
    /** Names its connection and view. */
    readonly variant?: string
  }[]
  /** How many checks a round has at each location. */
  readonly checksAtPlace: number
  /** The monitor's, ms. */
  readonly interval: number
}
