import type { Check, Measurement } from '../probe.ts'

/** What a box needs to know once, before its first check. */
export interface BoxOptions {
  readonly chromiumPath: string
  /** The box's own folder: its home and its temporary files, the browser's profile among them. */
  readonly folder: string
  /** `address` or `address:port`; empty for the system's. */
  readonly dnsServers: readonly string[]
  readonly allowPrivateTargets: boolean
  /** Networks that are refused besides the private ones, as CIDR. */
  readonly refusedNetworks: readonly string[]
  /** Whether Chromium runs in its sandbox. */
  readonly sandbox: boolean
  /** The user that the box becomes before it starts the browser; null to stay who it is. */
  readonly user: { readonly uid: number; readonly gid: number } | null
  /** For one view of a page, ms. */
  readonly timeoutMs: number
}

/** From the service to a box. */
export type ToBox =
  | { readonly kind: 'open'; readonly options: BoxOptions }
  | { readonly kind: 'measure'; readonly check: Check }
  | { readonly kind: 'cancel' }

/** From a box to the service. */
export type FromBox =
  /** The browser runs and the check begins. */
  | { readonly kind: 'started' }
  /** `spent`: the page could not be closed, so the box is of no more use. */
  | { readonly kind: 'measured'; readonly measurements: readonly Measurement[]; readonly spent: boolean }
  | { readonly kind: 'failed'; readonly message: string }
