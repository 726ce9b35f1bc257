import { bounds } from '../../bounds.ts'
import type { Check, Measurement } from '../probe.ts'
import type { Box } from './box.ts'

/** What the pool needs of a box. */
export type PooledBox = Pick<Box, 'tenant' | 'usable' | 'measure' | 'dispose'>

interface Idle {
  readonly box: PooledBox
  readonly timer: NodeJS.Timeout
}

/** The boxes of page checks, one for each tenant whose pages are being measured. Tenants never share a box. */
export class BoxPool {
  readonly #open: (tenant: string) => PooledBox
  readonly #idle = new Map<string, Idle>()
  readonly #ending = new Set<Promise<void>>()
  readonly #waiting: (() => void)[] = []
  #busy = 0
  #closed = false

  constructor(open: (tenant: string) => PooledBox) {
    this.#open = open
  }

  /** @throws {Failure} as `Box.measure` does; the signal's reason where it is aborted */
  async measure(check: Check, signal: AbortSignal): Promise<readonly Measurement[]> {
    await this.#enter(signal)
    const box = this.#take(check.tenant)
    try {
      return await box.measure(check, signal)
    } finally {
      this.#busy--
      this.#release(box)
      this.#waiting.shift()?.()
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    for (const { box, timer } of this.#idle.values()) {
      clearTimeout(timer)
      this.#dispose(box)
    }
    this.#idle.clear()
    await Promise.all(this.#ending)
  }

  async #enter(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    while (this.#busy >= bounds.check.pageSlots) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(resolve), 1)
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

  #release(box: PooledBox): void {
    if (!box.usable || this.#closed || this.#idle.has(box.tenant)) return this.#dispose(box)
    const timer = setTimeout(() => {
      this.#idle.delete(box.tenant)
      this.#dispose(box)
    }, bounds.browser.idle)
    timer.unref()
    this.#idle.set(box.tenant, { box, timer })
  }

  #dispose(box: PooledBox): void {
    const ending = box.dispose().catch(() => undefined)
    this.#ending.add(ending)
    void ending.finally(() => this.#ending.delete(ending))
  }
}
