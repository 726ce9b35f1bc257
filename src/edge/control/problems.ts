import type { Logger } from 'pino'
import type { NodeProblem } from '../../service/database/index.ts'

/** How long a problem stays in reports after its end, ms. */
const rememberedMs = 24 * 3600_000
/** How many ended problems are kept. */
const maxEnded = 20

/** What is wrong at this node, for its operator: logged at once, and listed in the node's report. */
export class Problems {
  readonly #log: Logger
  readonly #now: () => number
  readonly #open = new Map<string, Pick<NodeProblem, 'text' | 'since'>>()
  #ended: readonly NodeProblem[] = []

  /** @param now the machine's time, UNIX ms */
  constructor(log: Logger, now: () => number) {
    this.#log = log
    this.#now = now
  }

  /**
   * Reports that something is wrong, or still is.
   * @param text a sentence
   */
  begin(name: string, text: string): void {
    const open = this.#open.get(name)
    // the first text says how it began
    if (open) return
    this.#open.set(name, { text, since: this.#now() })
    this.#log.error({ problem: name }, text)
  }

  /** Reports that it is over, if it was wrong. */
  end(name: string): void {
    const open = this.#open.get(name)
    if (!open) return
    this.#open.delete(name)
    this.#ended = [{ ...open, until: this.#now() }, ...this.#ended].slice(0, maxEnded)
    this.#log.info({ problem: name, ms: this.#now() - open.since }, 'over')
  }

  /** Present problems, then recently ended ones, each latest first. */
  list(): readonly NodeProblem[] {
    const open = [...this.#open.values()].map((problem) => ({ ...problem, until: null }))
    const recent = this.#ended.filter(({ until }) => (until ?? 0) > this.#now() - rememberedMs)
    return [...open.toReversed(), ...recent]
  }
}
