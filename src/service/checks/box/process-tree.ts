import { readdir, readFile } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'

/** The unit of sizes in /proc. */
const pageBytes = 4096
/** The unit of CPU time in /proc, the same on every Linux that Node runs on, ms. */
const tickMs = 10

export interface ProcessInfo {
  readonly pid: number
  readonly parent: number
  /** When it started, in ticks since the machine did: with its pid, this identifies a process for good. */
  readonly startedAt: number
  /** CPU time that it has used, ms. */
  readonly cpuMs: number
}

/** A process and its descendants, parents first; none if it has ended, or without /proc. */
export async function processTree(root: number): Promise<readonly ProcessInfo[]> {
  const all = await allProcesses()
  const children = Map.groupBy(all, ({ parent }) => parent)
  const tree = all.filter(({ pid }) => pid === root)
  for (const { pid } of tree) tree.push(...(children.get(pid) ?? []))
  return tree
}

/** The memory that processes don't share with others, in bytes. */
export async function privateMemory(processes: readonly ProcessInfo[]): Promise<number> {
  const sizes = await Promise.all(processes.map(({ pid }) => privateBytes(pid)))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Kills processes, if they are still running, with all their descendants. */
export async function killTrees(roots: readonly ProcessInfo[]): Promise<void> {
  const found = new Set<number>()
  // a process can fork while the tree is being read, so stop what was found until nothing more is
  for (let before = -1; found.size > before;) {
    before = found.size
    const all = await allProcesses()
    const children = Map.groupBy(all, ({ parent }) => parent)
    const tree = new Set(all.filter((one) => found.has(one.pid) || roots.some((root) => isSame(root, one))))
    // a set also visits what is added on the way
    for (const one of tree) {
      for (const child of children.get(one.pid) ?? []) tree.add(child)
      if (found.has(one.pid)) continue
      found.add(one.pid)
      signal(one.pid, 'SIGSTOP')
    }
  }
  for (const pid of found) signal(pid, 'SIGKILL')
}

/** Gives processes the lowest priority, so that they only get CPU time that nothing else wants. */
export async function yieldToOthers(processes: readonly ProcessInfo[]): Promise<void> {
  const threads = await Promise.all(processes.map(({ pid }) => readdir(`/proc/${pid}/task`).catch(() => [])))
  // Linux sets the priority of each thread on its own
  for (const thread of threads.flat()) {
    try {
      setPriority(Number(thread), constants.priority.PRIORITY_LOW)
    } catch {
      // it has already ended
    }
  }
}

function isSame(a: ProcessInfo, b: ProcessInfo): boolean {
  return a.pid === b.pid && a.startedAt === b.startedAt
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // it has already ended
  }
}

async function allProcesses(): Promise<readonly ProcessInfo[]> {
  const names = await readdir('/proc').catch(() => [])
  const read = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(processInfo))
  return read.flatMap((info) => info ?? [])
}

/** Undefined if it has ended, even if its parent hasn't noticed yet. */
async function processInfo(name: string): Promise<ProcessInfo | undefined> {
  const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
  // see proc(5); the second field, the program's name in parentheses, may itself contain spaces and parentheses
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state, parent] = fields
  if (parent === undefined || state === 'Z' || state === 'X') return undefined
  const field = (number: number) => Number(fields[number - 3])
  return {
    pid: Number(name),
    parent: Number(parent),
    cpuMs: (field(14) + field(15)) * tickMs,
    startedAt: field(22),
  }
}

async function privateBytes(pid: number): Promise<number> {
  const [, resident = '0', shared = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')).split(' ')
  return Math.max(0, Number(resident) - Number(shared)) * pageBytes
}
