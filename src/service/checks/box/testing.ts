import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { type ProcessInfo, processTree } from './process-tree.ts'

/** The folders of the boxes of a process. */
export const boxFoldersOf = (pid: number | undefined): readonly string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`site-performance-box-${pid}-`))

/** Those of the processes that are still running. */
export async function stillRunning(processes: readonly ProcessInfo[]): Promise<readonly ProcessInfo[]> {
  const found = await Promise.all(processes.map(({ pid }) => processTree(pid)))
  return processes.filter(({ startedAt }, i) => found[i]?.[0]?.startedAt === startedAt)
}
