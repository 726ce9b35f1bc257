import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/** Clock ticks a second, the unit of times in `/proc`. */
const ticks = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface Stat {
  readonly pid: number
  readonly parent: number
  /** User and system time of all threads, in clock ticks. */
  readonly time: number
}

/** CPU time that a process and its descendants have used so far, in ms. Its resolution is 10 ms on most machines. */
export function cpuTime(pid: number): number {
  const time = treeOf(pid).reduce((sum, one) => sum + one.time, 0)
  return (time * 1000) / ticks
}

/** Resident memory of a process and its descendants, in MB. */
export function treeMemory(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + memoryOf(one.pid).now, 0)
}

function treeOf(pid: number): readonly Stat[] {
  const processes = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []))
  const tree = new Set([pid])
  // a child may be listed before its parent
  for (let size = 0; size !== tree.size;) {
    size = tree.size
    for (const one of processes) if (tree.has(one.parent)) tree.add(one.pid)
  }
  return processes.filter((one) => tree.has(one.pid))
}

/** Undefined for a process that has ended meanwhile. */
function statOf(pid: number): Stat | undefined {
  let text: string
  try {
    text = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    return undefined
  }
  // the second field is the name, in brackets, and may hold anything
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const at = (field: number) => Number(fields[field - 3])
  return { pid, parent: at(4), time: at(14) + at(15) }
}

/** Resident memory of a process, in MB: now, and the most since `resetPeak`. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1')
  const megabytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

/** Forgets the most memory that a process has had. */
export function resetPeak(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}
