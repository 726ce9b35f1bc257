import type { Logger } from 'pino'
import type { NodeProblem } from '../../service/database/index.ts'

/** How long a problem is told of after its end, ms. */
const rememberedMs = 24 * 3600_000
/** How many of those that have ended are remembered. */
const maxEnded = 20

/** What goes wrong at this node, for its operator: in the log at once, and in its report. */
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
   * Says that something is wrong, or still is.
   * @param text a sentence
   */
  begin(name: string, text: string): void {
    const open = this.#open.get(name)
    // the first text says why it began
    if (open) return
    this.#open.set(name, { text, since: this.#now() })
    this.#log.error({ problem: name }, text)
  }

  /** Says that it's over, if it was wrong. */
  end(name: string): void {
    const open = this.#open.get(name)
    if (!open) return
    this.#open.delete(name)
    this.#ended = [{ ...open, until: this.#now() }, ...this.#ended].slice(0, maxEnded)
    this.#log.info({ problem: name, ms: this.#now() - open.since }, 'over')
  }

  /** Those that last, and those that ended lately, the latest first. */
  list(): readonly NodeProblem[] {
    const open = [...this.#open.values()].map((problem) => ({ ...problem, until: null }))
    const recent = this.#ended.filter(({ until }) => (until ?? 0) > this.#now() - rememberedMs)
    return [...open.toReversed(), ...recent]
  }
}
