import { readdir, readFile } from 'node:fs/promises'

/** Linux keeps sizes in pages. */
const pageBytes = 4096

interface ProcessInfo {
  readonly pid: number
  readonly parent: number
}

/** A process and all that descend from it, parents first. Only the process itself where there is no /proc. */
export async function processTree(root: number): Promise<readonly number[]> {
  const children = new Map<number, number[]>()
  for (const { pid, parent } of await allProcesses()) {
    const siblings = children.get(parent)
    if (siblings) siblings.push(pid)
    else children.set(parent, [pid])
  }
  const tree = [root]
  for (const pid of tree) tree.push(...(children.get(pid) ?? []))
  return tree
}

/** The memory that processes do not share with others, in bytes; 0 where there is no /proc. */
export async function privateMemory(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(pids.map(privateBytes))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Kills a process and its descendants, those that are born meanwhile included. */
export async function killTree(root: number): Promise<void> {
  // a process can fork while it is being found: look again until nobody new is there
  let known: readonly number[] = []
  for (let round = 0; round < 5; round++) {
    const found = await processTree(root)
    known = [...new Set([...known, ...found])]
    for (const pid of known) kill(pid)
    if (found.length <= 1) return
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended already
  }
}

async function allProcesses(): Promise<readonly ProcessInfo[]> {
  const names = await readdir('/proc').catch(() => [])
  const read = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(processInfo))
  return read.flatMap((info) => info ?? [])
}

async function processInfo(pid: string): Promise<ProcessInfo | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // the name in parentheses may hold spaces and parentheses: what follows it is `state parent …`
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return parent === undefined ? undefined : { pid: Number(pid), parent: Number(parent) }
}

async function privateBytes(pid: number): Promise<number> {
  const [, resident = '0', shared = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')).split(' ')
  return Math.max(0, Number(resident) - Number(shared)) * pageBytes
}
