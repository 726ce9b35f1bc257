import { deliveryLimits } from './limits.ts'
import { Lease } from '../time/lease.ts'
import { Poller } from '../../shared/poller.ts'
import type { Services } from '../api/services.ts'
import { deliver, rulesDue } from './deliver.ts'
import { takeChanges } from './take-changes.ts'

const pollIntervalMs = 5_000
/** How long another process waits before it takes over from one that has died. */
const leaseMs = 60_000

/** Makes alerts of what happens to incidents, and sends them. One process on a database does at a time. */
export class Alerts {
  readonly #services: Services
  readonly #lease: Lease
  readonly #poller: Poller
  /** Rules whose alerts are being sent: a slow receiver delays nobody else's. */
  readonly #inProgress = new Map<string, Promise<void>>()

  constructor(services: Services) {
    const { database, world, log } = services
    this.#services = services
    this.#lease = new Lease('alerts', database, world.clock, leaseMs)
    this.#poller = new Poller({
      clock: world.clock,
      log,
      intervalMs: pollIntervalMs,
      work: () => this.#work(),
      failure: 'making alerts failed',
    })
  }

  start(): void {
    this.#poller.start()
  }

  /** Looks for alerts now. Does nothing before `start` and after `stop`. */
  wake(): void {
    this.#poller.wake()
  }

  /** Stops after the messages that are being sent. */
  async stop(): Promise<void> {
    await this.#poller.stop()
    await Promise.all(this.#inProgress.values())
    await this.#lease.release()
  }

  async #work(): Promise<void> {
    if (!(await this.#lease.hold())) return
    const mayGoOn = async () => !this.#poller.stopped && (await this.#lease.hold())
    while ((await takeChanges(this.#services)) && (await mayGoOn()));
    const due = await rulesDue(this.#services)
    const free = due.filter((id) => !this.#inProgress.has(id))
    for (const id of free.slice(0, Math.max(0, deliveryLimits.atOnce - this.#inProgress.size)))
      this.#inProgress.set(id, this.#deliver(id, mayGoOn))
  }

  async #deliver(ruleId: string, mayGoOn: () => Promise<boolean>): Promise<void> {
    try {
      await deliver(ruleId, this.#services, mayGoOn)
    } catch (error) {
      this.#services.log.error({ err: error, rule: ruleId }, 'sending alerts failed')
    }
    this.#inProgress.delete(ruleId)
    // others may wait for its place
    if (this.#inProgress.size === deliveryLimits.atOnce - 1) this.#poller.wake()
  }
}
