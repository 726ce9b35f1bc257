import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Starts the service in a process of its own, as `npm start` does. */
export async function startService(dataDir: string, databaseUrl = '', env: Readonly<Record<string, string>> = {}) {
  const root = join(import.meta.dirname, '..')
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: { start: string } }
  const [, arenas = '', options = ''] = /MALLOC_ARENA_MAX=(\d+) exec node (.*) \S+$/.exec(scripts.start) ?? []
  const child = spawn(process.execPath, [...options.split(' '), join(root, 'src/service/bin/main.ts')], {
    env: {
      ...process.env,
      MALLOC_ARENA_MAX: arenas,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      PORT: '0',
      EDGE_PORT: '0',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const { url, edgePort } = await new Promise<{ url: string; edgePort: number }>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /listens on (\S+)/.exec(output)?.[1]
      if (found) resolve({ url: found, edgePort: Number(/visitors on \S+:(\d+)/.exec(output)?.[1]) })
    })
    child.once('exit', (code) => reject(new Error(`The service exited with ${code}.`)))
  })
  return {
    url,
    edgePort,
    pid: child.pid ?? 0,
    async stop() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Peak resident memory of the process, in MB. */
export function peakMemory(pid: number): number {
  const kilobytes = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return Number(kilobytes) / 1024
}
