import type { Probes } from './checks/index.ts'

/** Everything outside the process that the service talks to. The mock scripts it; `main.ts` makes the real one. */
export interface World {
  readonly clock: Clock
  readonly network: Network
  readonly dns: Dns
  readonly mail: Mail
  readonly probes: Probes
}

export interface Clock {
  /** UNIX milliseconds. */
  now(): number
  /** Calls after so many ms, at the soonest; the returned function cancels. */
  after(ms: number, call: () => void): () => void
}

export interface Network {
  /**
   * What a host answers on a TLS port within 2 seconds; private addresses are not asked unless allowed.
   * `certificate` says what is wrong with the certificate, null where it is good.
   */
  https(host: string, port: number): Promise<{ answers: false } | { answers: true; certificate: string | null }>
}

/** What DNS says of a host: `none` where it knows no such name, `silent` where it does not answer. */
export type DnsAnswer =
  | { readonly kind: 'cname'; readonly target: string }
  | { readonly kind: 'address'; readonly address: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'silent' }

export interface Dns {
  /** The record of a host name, without its port. Names come in lower case and without the last dot. */
  ask(hostname: string): Promise<DnsAnswer>
}

export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mail {
  /** Resolves once the mail has been taken over; rejects where it has not. */
  send(letter: Letter): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
