import type { ActionName } from '../../contract/settings-actions.ts'
import type { ActionTime } from '../../service/database/index.ts'

/** How exact the times are, ms: an action that acts all the time is written once a minute. */
const stepMs = 60_000

/** Notes when each action last acted for a site's visitors, until that has been written to the database. */
export class ActionTimes {
  readonly #recorded = new Map<string, Map<string, { at: number; written: number }>>()
  readonly #now: () => number

  constructor(now: () => number) {
    this.#now = now
  }

  record(siteId: string, action: ActionName): void {
    let actions = this.#recorded.get(siteId)
    if (!actions) this.#recorded.set(siteId, (actions = new Map()))
    const time = actions.get(action)
    if (time) time.at = this.#now()
    else actions.set(action, { at: this.#now(), written: 0 })
  }

  /** The times to write. Pass them to `written` once they are. */
  waiting(): readonly ActionTime[] {
    const waiting: ActionTime[] = []
    for (const [siteId, actions] of this.#recorded) {
      for (const [action, { at, written }] of actions) if (at - written >= stepMs) waiting.push({ siteId, action, at })
    }
    return waiting
  }

  /** Remembers what has been written, and forgets sites that nothing acts for any more. */
  written(times: readonly ActionTime[]): void {
    const now = this.#now()
    for (const { siteId, action, at } of times) {
      const time = this.#recorded.get(siteId)?.get(action)
      if (time) time.written = at
    }
    for (const [siteId, actions] of this.#recorded) {
      const isQuiet = [...actions.values()].every(({ at, written }) => at - written < stepMs && now - at >= stepMs)
      if (isQuiet) this.#recorded.delete(siteId)
    }
  }
}
