import type { PageLimits } from '../page/network.ts'
import type { Check, Measurement } from '../probe.ts'

/** Sent once, before a box's first check. */
export interface BoxOptions {
  readonly chromiumPath: string
  /** The box's home folder, which also holds its temporary files and the browser's profile. */
  readonly folder: string
  /** `address` or `address:port`; empty for the system's. */
  readonly dnsServers: readonly string[]
  /** Those of them that were silent when the box was opened. */
  readonly silentNameServers: readonly string[]
  /** For a name server's first answer, ms. */
  readonly dnsAttemptMs: number
  readonly allowPrivateTargets: boolean
  /** Networks to refuse in addition to private ones, as addresses or CIDR. */
  readonly refusedNetworks: readonly string[]
  /** Whether Chromium runs in its sandbox. */
  readonly sandbox: boolean
  /** The user that the box switches to before it starts the browser; null to keep its own. */
  readonly user: { readonly uid: number; readonly gid: number } | null
  /** Whether to measure the runner's delay. */
  readonly measuresDelay: boolean
  /** For one view of a page, ms. */
  readonly timeoutMs: number
  /** What a view may load. */
  readonly limits: PageLimits
}

/** From the service to a box. */
export type ToBox =
  | { readonly kind: 'open'; readonly options: BoxOptions }
  | { readonly kind: 'measure'; readonly check: Check }
  | { readonly kind: 'cancel' }

/** From a box to the service. */
export type FromBox =
  /** The browser has started and the check begins. */
  | { readonly kind: 'started' }
  /** A view has been measured, and another one begins. */
  | { readonly kind: 'viewed'; readonly measurement: Measurement }
  | { readonly kind: 'measured'; readonly measurements: readonly Measurement[] }
  /** Comes after `measured`: whether everything of the page could be closed, so that the box can be used again. */
  | { readonly kind: 'closed'; readonly usable: boolean }
  | { readonly kind: 'failed'; readonly message: string }
