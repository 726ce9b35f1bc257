import type {
  Browser,
  Connectivity,
  DeviceName,
  DeviceRecord,
  Issue,
  Metrics,
  RequestRecord,
} from '../../contract/index.ts'
import type { RunnerDelay } from './delay/index.ts'

/** One measurement to make from this runner's location. */
export interface Check {
  /** Whose check it is. Pages of different tenants never share a browser. */
  readonly tenant: string
  /** Whether it may reach private addresses where the operator allows them. */
  readonly mayBePrivate: boolean
  readonly type: 'HTTP' | 'WEBPAGE'
  readonly url: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** For HTTP Basic authentication. */
  readonly credentials: { readonly user: string; readonly password: string } | null
  /** Null for no throttling. */
  readonly connectivity: Connectivity | null
  /** For HTTP checks only, as is `body`. */
  readonly method: string
  readonly body: string | null
  /** For page checks only, as are `views` and `screenshots`. The views are measured in turn in one browser profile. */
  readonly browser: Browser | null
  readonly views: readonly View[]
  readonly screenshots: boolean
  /** For page checks; left out, the desktop. */
  readonly device?: DeviceName
}

export type View = 'EMPTY' | 'FULL'

/** The throttling as measured, next to the connectivity that the check asked for. */
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

/** What a page loads before it shows anything. */
export interface LoadedFirst {
  /** The address of the page. */
  readonly page: string
  /** Values for a `Link` header that tells browsers early. */
  readonly links: readonly string[]
}

/** A certificate that visitors need, and when it ends. */
export interface CertificateEnd {
  /** UNIX ms. */
  readonly ends: number
  /** Who showed it. */
  readonly hostname: string
  /** Its name, if it is one of those that lead to a root; null for the host's own. */
  readonly authority: string | null
}

/** The result of one view of one check. A failure is a measurement too, with issues and null metrics. */
export interface Measurement {
  readonly view: View | null
  /** When it began, in UNIX ms. */
  readonly takenAt: number
  readonly metrics: Metrics
  readonly issues: readonly Issue[]
  readonly requests: readonly RequestRecord[]
  /** Of the final response of the page itself. */
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly applied: Applied | null
  readonly screenshots: readonly Screenshot[]
  /** What the page was opened on. Page checks only. */
  readonly device?: DeviceRecord
  /** Null unless a page was measured with an empty cache, as a first visitor sees it. */
  readonly loadedFirst: LoadedFirst | null
  /** Of all certificates on the way to the page, redirects included, the one that ends first; null without any. */
  readonly certificate: CertificateEnd | null
  /** How late the runner itself was; null if that wasn't measured. */
  readonly runnerDelay: RunnerDelay | null
}

/** Makes checks. */
export interface Probes {
  /**
   * Never throws for what the target does; throws the signal's reason if it is aborted. Calls `onAnswer` when the target of
   * an HTTP check begins to answer.
   */
  measure(check: Check, signal: AbortSignal, onAnswer?: () => void): Promise<readonly Measurement[]>
  /** The installed browsers: none if no Chromium is found. */
  browsers(): Promise<readonly Browser[]>
  /** How many page checks to make at once at present; no limit of its own if left out. */
  pageSlots?(): number
  close(): Promise<void>
}
