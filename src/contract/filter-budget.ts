import { settingsLimits } from './settings-limits.ts'

/** Thrown where filters would take more steps than a request may cost. */
export class TooCostly extends Error {}

/**
 * What the filters of a site's settings may cost for one request, and what they have found: the settings come from
 * customers and the request from anyone, so that even a search in linear time can be made to take long.
 */
export class FilterBudget {
  #left: number = settingsLimits.filterSteps
  #found: Map<object, unknown> | undefined

  /** Whether nothing is left, and no filter is looked at any more. */
  get isSpent(): boolean {
    return this.#left < 0
  }

  /** The steps taken so far. */
  get spent(): number {
    return settingsLimits.filterSteps - Math.max(this.#left, 0)
  }

  /** Takes steps before they are made. @throws {TooCostly} */
  readonly spend = (steps: number): void => {
    // what isn't taken ends it too: the rest would depend on the order of the filters
    this.#left = steps > this.#left ? -1 : this.#left - steps
    if (this.#left < 0) throw new TooCostly()
  }

  /** What `find` returns, which is called once for each key. */
  once<T>(key: object, find: () => T): T {
    this.#found ??= new Map()
    if (!this.#found.has(key)) this.#found.set(key, find())
    return this.#found.get(key) as T
  }
}
