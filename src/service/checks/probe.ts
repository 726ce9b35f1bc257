import type { Browser, Connectivity, Issue, Metrics, RequestRecord } from '../../contract/index.ts'

/** One thing to measure, from where this runner stands. */
export interface Check {
  readonly type: 'HTTP' | 'WEBPAGE'
  readonly url: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** HTTP Basic, where a user name is given. */
  readonly credentials: { readonly user: string; readonly password: string } | null
  /** Null is the line as it is. */
  readonly connectivity: Connectivity | null
  /** HTTP only. */
  readonly method: string
  readonly body: string | null
  /** Page only. The views are measured one after the other in one browser profile. */
  readonly browser: Browser | null
  readonly views: readonly View[]
  readonly screenshots: boolean
}

export type View = 'EMPTY' | 'FULL'

/** What throttling a check was really given, as measured, beside what was asked for. */
export interface Applied {
  readonly asked: Connectivity
  readonly bandwidth_down: number | null
  readonly bandwidth_up: number | null
  readonly latency: number | null
  readonly drop_rate: number | null
}

export interface Screenshot {
  /** Milliseconds from the start of the measurement. */
  readonly at: number
  readonly content_type: string
  readonly data: Uint8Array
}

/** What one view of one check came to. A failure is a measurement too: it has issues and nulls. */
export interface Measurement {
  readonly view: View | null
  /** UNIX milliseconds at which it began. */
  readonly takenAt: number
  readonly metrics: Metrics
  readonly issues: readonly Issue[]
  readonly requests: readonly RequestRecord[]
  /** Of the last answer for the page itself. */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly applied: Applied | null
  readonly screenshots: readonly Screenshot[]
}

/** Measures. Never throws for what the target does; throws when `signal` is aborted. */
export interface Probes {
  measure(check: Check, signal: AbortSignal): Promise<readonly Measurement[]>
  /** The browsers at hand: none where no Chromium is found. */
  browsers(): Promise<readonly Browser[]>
  close(): Promise<void>
}
