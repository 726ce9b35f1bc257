import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/** Starts an edge in a process of its own, as `npm run edge` does. */
export async function startEdgeProcess(dataDir: string, env: Readonly<Record<string, string>>) {
  const program = join(import.meta.dirname, '../../src/service/bin/edge.ts')
  const child = spawn(process.execPath, [program, '--location', 'bench'], {
    env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', EDGE_PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = /serves visitors on \S+:(\d+)$/m.exec(text)?.[1]
      if (found) resolve(Number(found))
    })
    child.once('exit', (code) => reject(new Error(`The edge exited with ${code}.`)))
  })
  return {
    port,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}
