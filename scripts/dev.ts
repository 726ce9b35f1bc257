import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { root, toolPath } from './tools.ts'

/** The service, which restarts when its source changes, and Vite, which serves the dashboard and proxies /api to the service. */
const children: readonly ChildProcess[] = [['--watch', 'src/service/bin/main.ts'], [toolPath('vite')]].map((args) =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit' }),
)

const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
process.once('SIGINT', stop)
process.once('SIGTERM', stop)
for (const child of children) {
  child.once('exit', (code) => {
    process.exitCode ||= code ?? 0
    stop()
  })
}
