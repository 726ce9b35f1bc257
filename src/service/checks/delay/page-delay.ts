/** What the machine says at one moment. Durations are totals since some moment, in ms. */
export interface MachineReading {
  /** UNIX ms. */
  readonly at: number
  /** The processes that measure, the browser's included, by id. */
  readonly processes: ReadonlyMap<number, ProcessReading>
  /** The CPU time of all processes together, and what a hypervisor gave to other machines. */
  readonly used: number
}

export interface ProcessReading {
  /** How long its main thread was ready to run but had no processor. */
  readonly waited: number
  /** The CPU time of all its threads. */
  readonly used: number
}

/** Totals since the first reading. */
interface Totals {
  readonly at: number
  readonly waited: number
  readonly used: number
  readonly usedByAll: number
}

/** A browser is quiet if it uses no more than this much CPU time between two readings, ms. */
const quiet = 20
/** How many readings to wait for that at most. */
const maxReadings = 10
/** How often the machine is asked, ms. */
const interval = 100
/** CPU time of others that any machine has and that disturbs nothing: in ms, and as a share of what there is. */
const background = { ms: 20, share: 0.05 }

/**
 * How long a page's browser had to wait for a processor that other programs were using. A browser's own threads also wait for
 * each other, on few processors more than on many. So of their waiting time, only that part counts that others had of the
 * CPU time in the same period.
 */
export class PageDelay {
  readonly #read: () => MachineReading
  readonly #processors: number
  #last: MachineReading | undefined
  #totals: Totals[] = []
  #timer: NodeJS.Timeout | undefined

  constructor(read: () => MachineReading, processors: number) {
    this.#read = read
    this.#processors = processors
  }

  /** Begins to watch. What was watched before is forgotten. @returns a function that ends it */
  begin(): () => void {
    clearInterval(this.#timer)
    this.#last = undefined
    this.#totals = []
    this.record()
    this.#timer = setInterval(() => this.record(), interval)
    return () => clearInterval(this.#timer)
  }

  /**
   * Waits until the browser is quiet, but no longer than a second. A new page, and even more a new browser, keeps it busy
   * for a while, which would delay what is measured then.
   */
  async settle(signal: AbortSignal): Promise<void> {
    for (let i = 0; i < maxReadings && !signal.aborted; i++) {
      const before = this.#totals.at(-1)?.used ?? 0
      await new Promise((resolve) => setTimeout(resolve, interval))
      this.record()
      if ((this.#totals.at(-1)?.used ?? 0) - before <= quiet) return
    }
  }

  /** Asks the machine now. */
  record(): void {
    const reading = this.#read()
    const before = this.#totals.at(-1) ?? { waited: 0, used: 0, usedByAll: 0 }
    let { waited, used } = before
    for (const [id, now] of this.#last ? reading.processes : []) {
      // a process that wasn't there has used it all since
      const last = this.#last?.processes.get(id) ?? { waited: 0, used: 0 }
      waited += Math.max(0, now.waited - last.waited)
      used += Math.max(0, now.used - last.used)
    }
    const usedByAll = before.usedByAll + (this.#last ? reading.used - this.#last.used : 0)
    this.#totals.push({ at: reading.at, waited, used, usedByAll })
    this.#last = reading
  }

  /** By how much what happened between two moments (UNIX ms) can have been delayed, ms. */
  between(from: number, to: number): number {
    const [first] = this.#totals
    const start = this.#totals.findLast(({ at }) => at <= from) ?? first
    const end = this.#totals.find(({ at }) => at >= to) ?? this.#totals.at(-1)
    if (!start || !end) return 0
    const own = end.used - start.used
    const usual = background.ms + background.share * (end.at - start.at) * this.#processors
    const others = Math.max(0, end.usedByAll - start.usedByAll - own - usual)
    return others === 0 ? 0 : ((end.waited - start.waited) * others) / (others + own)
  }
}
