import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root, run, toolPath } from './tools.ts'

/** The paths that the dashboard is built from. */
const sources = [
  'index.html',
  'package-lock.json',
  'public',
  'src/contract',
  'src/dashboard',
  'src/words',
  'tsconfig.json',
  'vite.config.ts',
]

/** The time of the latest change under a path in ms, or 0 where there is none. A folder's own time changes when a file is deleted. */
function changedAt(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce((latest, name) => Math.max(latest, changedAt(join(path, name))), stat.mtimeMs)
}

/** Whether `dist` is missing or older than its sources. */
export function isStale(directory: string): boolean {
  const builtAt = changedAt(join(directory, 'dist', 'index.html'))
  return builtAt === 0 || sources.some((source) => changedAt(join(directory, source)) > builtAt)
}

if (import.meta.main && isStale(root)) {
  process.stderr.write('Building the dashboard.\n')
  const { code, output } = await run(toolPath('vite'), ['build', '--logLevel', 'warn'], { to: 'capture' })
  if (code !== 0) process.stderr.write(output)
  process.exitCode = code
}
