import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { PageDelay, type MachineReading, type ProcessReading } from './page-delay.ts'
import { waitedMs } from './schedstat.ts'

/** The unit of CPU time in /proc, ms. */
const tickMs = 10

/** Watches this process and all that it starts; null where the system doesn't say how long they wait. */
export function pageDelay(): PageDelay | null {
  const machine = new Machine(process.pid)
  return machine.read().processes.has(process.pid) ? new PageDelay(() => machine.read(), availableParallelism()) : null
}

/** Reads /proc. Only processes that weren't there before are looked at closer. */
class Machine {
  readonly #own: Set<number>
  #others: ReadonlySet<number> = new Set()

  constructor(root: number) {
    this.#own = new Set([root])
  }

  read(): MachineReading {
    this.#findOwn()
    const processes = new Map<number, ProcessReading>()
    for (const id of this.#own) {
      const reading = processReading(id)
      if (reading) processes.set(id, reading)
    }
    return { at: Date.now(), processes, used: usedByAll() }
  }

  #findOwn(): void {
    const all = processIds()
    const others = new Set<number>()
    const unknown: [id: number, parent: number][] = []
    for (const id of all) {
      if (this.#own.has(id)) continue
      if (this.#others.has(id)) others.add(id)
      else unknown.push([id, parentOf(id)])
    }
    // a new process may be the parent of another new one
    for (let before = -1; before < this.#own.size;) {
      before = this.#own.size
      for (const [id, parent] of unknown) if (this.#own.has(parent)) this.#own.add(id)
    }
    for (const [id] of unknown) if (!this.#own.has(id)) others.add(id)
    this.#others = others
    const running = new Set(all)
    for (const id of this.#own) if (!running.has(id)) this.#own.delete(id)
  }
}

function processIds(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isInteger)
  } catch {
    return []
  }
}

/** The fields of a process after its name, see proc(5); empty if it has ended. */
function statOf(id: number): readonly string[] {
  const stat = textOf(`/proc/${id}/stat`)
  // the name, in parentheses, may itself contain spaces and parentheses
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

const parentOf = (id: number): number => Number(statOf(id)[1])

function processReading(id: number): ProcessReading | undefined {
  const waited = waitedMs(textOf(`/proc/${id}/schedstat`))
  const stat = statOf(id)
  const used = (Number(stat[11]) + Number(stat[12])) * tickMs
  return Number.isNaN(waited) || Number.isNaN(used) ? undefined : { waited, used }
}

/** The CPU time of all processes, of interrupts, and what was stolen from this machine, ms. */
function usedByAll(): number {
  const [line = ''] = textOf('/proc/stat').split('\n', 1)
  const [, user, nice, system, , , interrupts, softInterrupts, stolen] = line.trim().split(/\s+/).map(Number)
  return [user, nice, system, interrupts, softInterrupts, stolen].reduce<number>((sum, n = 0) => sum + n, 0) * tickMs
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch {
    // the process has ended, or the system has no such file
    return ''
  }
}
