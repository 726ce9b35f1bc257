import { availableParallelism } from 'node:os'
import { browserLimits } from './limits.ts'
import type { Check, Measurement } from '../probe.ts'
import type { Box } from './box.ts'

/** A box as the pool uses it. */
export type PooledBox = Pick<Box, 'tenant' | 'usable' | 'measure' | 'settle' | 'dispose'>

/** How many pages are measured at once. A browser keeps two cores busy: with fewer, pages would slow each other down. */
export const pagesAtOnce = availableParallelism() >= 4 ? browserLimits.slots : 1

interface Idle {
  readonly box: PooledBox
  readonly timer: NodeJS.Timeout
}

/** The boxes of page checks, one for each tenant whose pages are being measured. Tenants never share a box. */
export class BoxPool {
  readonly #open: (tenant: string) => PooledBox
  readonly #maxBusy: number
  readonly #idle = new Map<string, Idle>()
  readonly #ending = new Set<Promise<void>>()
  readonly #waiting: (() => void)[] = []
  #busy = 0
  #closed = false

  constructor(open: (tenant: string) => PooledBox, maxBusy = pagesAtOnce) {
    this.#open = open
    this.#maxBusy = maxBusy
  }

  /** @throws the signal's reason if it is aborted */
  async measure(check: Check, signal: AbortSignal): Promise<readonly Measurement[]> {
    await this.#enter(signal)
    let box: PooledBox | undefined
    try {
      box = this.#take(check.tenant)
      return await box.measure(check, signal)
    } finally {
      this.#track(this.#leave(box))
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { box, timer } of this.#idle.values()) {
      clearTimeout(timer)
      this.#dispose(box)
    }
    this.#idle.clear()
    while (this.#ending.size > 0) await Promise.all(this.#ending)
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    while (this.#busy >= this.#maxBusy) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const leave = () => {
        const at = this.#waiting.indexOf(resolve)
        // otherwise its turn has just come
        if (at >= 0) this.#waiting.splice(at, 1)
        reject(signal.reason)
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiting.push(resolve)
      await promise.finally(() => signal.removeEventListener('abort', leave))
    }
    this.#busy++
  }

  #take(tenant: string): PooledBox {
    const own = this.#idle.get(tenant)
    if (own) {
      clearTimeout(own.timer)
      this.#idle.delete(tenant)
      if (own.box.usable) return own.box
      this.#dispose(own.box)
    }
    // an idle browser of another tenant only takes memory
    for (const [other, { box, timer }] of this.#idle) {
      clearTimeout(timer)
      this.#idle.delete(other)
      this.#dispose(box)
    }
    return this.#open(tenant)
  }

  /** Once the box has closed its page, keeps it for its tenant and lets the next check begin. */
  async #leave(box: PooledBox | undefined): Promise<void> {
    await box?.settle()
    if (box?.usable && !this.#closed && !this.#idle.has(box.tenant)) this.#keep(box)
    else await box?.dispose().catch(() => undefined)
    this.#busy--
    this.#waiting.shift()?.()
  }

  #keep(box: PooledBox): void {
    const timer = setTimeout(() => {
      this.#idle.delete(box.tenant)
      this.#dispose(box)
    }, browserLimits.idle)
    timer.unref()
    this.#idle.set(box.tenant, { box, timer })
  }

  #dispose(box: PooledBox): void {
    this.#track(box.dispose().catch(() => undefined))
  }

  #track(ending: Promise<void>): void {
    this.#ending.add(ending)
    void ending.finally(() => this.#ending.delete(ending))
  }
}
