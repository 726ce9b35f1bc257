import { readdir, readFile } from 'node:fs/promises'

/** The unit of sizes in /proc. */
const pageBytes = 4096

interface ProcessInfo {
  readonly pid: number
  readonly parent: number
}

/** A process and its descendants, parents first. Without /proc, only the process itself. */
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

/** The memory that processes don't share with others, in bytes; 0 without /proc. */
export async function privateMemory(pids: readonly number[]): Promise<number> {
  const sizes = await Promise.all(pids.map(privateBytes))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Kills a process and its descendants, including those that start in the meantime. */
export async function killTree(root: number): Promise<void> {
  // a process can fork while the tree is being read, so repeat until no descendants are left
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
    // it has already ended
  }
}

async function allProcesses(): Promise<readonly ProcessInfo[]> {
  const names = await readdir('/proc').catch(() => [])
  const read = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map(processInfo))
  return read.flatMap((info) => info ?? [])
}

async function processInfo(pid: string): Promise<ProcessInfo | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // the name in parentheses may contain spaces and parentheses; after it comes `state parent …`
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return parent === undefined ? undefined : { pid: Number(pid), parent: Number(parent) }
}

async function privateBytes(pid: number): Promise<number> {
  const [, resident = '0', shared = '0'] = (await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')).split(' ')
  return Math.max(0, Number(resident) - Number(shared)) * pageBytes
}
