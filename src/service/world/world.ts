import type { Origins } from '../../edge/index.ts'
import { systemTimer, type Timer } from '../../shared/poller.ts'
import type { Probes } from '../checks/index.ts'

/** Everything outside the process that the service talks to. `bin/real-world.ts` makes the real one, the mock a scripted one. */
export interface World {
  readonly clock: Clock
  readonly network: Network
  readonly dns: Dns
  readonly mail: Mail
  readonly webhooks: Webhooks
  readonly probes: Probes
  readonly origins: Origins
  readonly authority: Authority
  readonly identityProviders: IdentityProviders
}

export interface Clock extends Timer {
  /** UNIX milliseconds. */
  now(): number
}

export interface Network {
  /**
   * Whether a host answers on a TLS port within 2 seconds. Private addresses are
   * contacted only if `mayBePrivate` and the operator allows them.
   * `certificate` is what is wrong with the certificate ("has expired"), null for a good one.
   */
  https(
    host: string,
    port: number,
    options: { readonly mayBePrivate: boolean },
  ): Promise<{ answers: false } | { answers: true; certificate: string | null }>
}

/**
 * What DNS says about a host: `none` for an unknown name, `silent` without an answer. `all` has the addresses of both
 * families where they were asked for.
 */
export type DnsAnswer =
  | { readonly kind: 'cname'; readonly target: string }
  | { readonly kind: 'address'; readonly address: string; readonly all?: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'silent' }

export interface Dns {
  /** The record of a host name without a port. Targets are in lower case, without a final dot. */
  ask(hostname: string): Promise<DnsAnswer>
  /** The same with all addresses of a host; `silent` also where only one family is answered. */
  askAll(hostname: string): Promise<DnsAnswer>
  /** The values of a name's TXT records, none where it has none; `silent` without an answer. */
  texts(name: string): Promise<readonly string[] | 'silent'>
}

export interface Letter {
  /** Identifies the message, so that a receiver recognises a second copy. By default, every message has its own. */
  readonly id?: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same in HTML. */
  readonly html: string
}

export interface Mail {
  /** Resolves once the mail has been accepted, and rejects otherwise. */
  send(letter: Letter): Promise<void>
}

export interface WebhookMessage {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

export interface Webhooks {
  /**
   * Posts a message.
   * @returns the reply, which may be an error, with two of its fields as they came
   * @throws {Failure} if there is none; with `timeout` or `no-answer`, the receiver may have the message
   */
  send(message: WebhookMessage): Promise<WebhookReply>
}

export interface WebhookReply {
  readonly status: number
  readonly retryAfter?: string | undefined
  readonly location?: string | undefined
}

/** Certificate authorities that speak ACME (RFC 8555). What they refuse is an `AuthorityError`. */
export interface Authority {
  /** Loads what the other two need, so that the first order holds nobody up. */
  prepare(): Promise<void>
  /** Makes the account that belongs to a key, or finds it. @returns its URL */
  account(owner: AccountOwner): Promise<string>
  /** @returns a certificate for one host, and those that lead to a root, PEM */
  certificate(order: CertificateOrder): Promise<string>
}

export interface AccountOwner {
  /** The URL of the authority's directory. */
  readonly directory: string
  /** The account's private key, PEM. */
  readonly key: string
  readonly email: string | null
}

export interface CertificateOrder {
  readonly directory: string
  readonly account: { readonly key: string; readonly url: string }
  /** What it's for: the first one above all. */
  readonly hostnames: readonly string[]
  /** The certificate's private key, PEM. */
  readonly key: string
  /** Lets the authority find an answer on the host (HTTP-01: RFC 8555, section 8.3). It is told only after that. */
  readonly publish: (token: string, answer: string, hostname: string) => Promise<void>
  readonly signal: AbortSignal
}

/** Identity providers that the operator has named, and so trusts. */
export interface IdentityProviders {
  /** Like `fetch`, within a limit of time and size. */
  fetch(url: string, init: RequestInit): Promise<Response>
}

export const systemClock: Clock = { ...systemTimer, now: () => Date.now() }
