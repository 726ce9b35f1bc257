import type { Probes } from './checks/probe.ts'

/** Everything outside the process that the service talks to. The mock scripts it; `main.ts` makes the real one. */
export interface World {
  readonly clock: Clock
  readonly network: Network
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

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, call) {
    const timer = setTimeout(call, ms)
    return () => clearTimeout(timer)
  },
}
