import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

type Env = Readonly<Record<string, string>>

/** Starts the service in a process of its own, as `npm start` does. */
export async function startService(dataDir: string, databaseUrl = '', env: Env = {}) {
  const child = startAs('start', [], { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env })
  const output = await outputOf(child, /listens on (\S+)/)
  return {
    ...ending(child),
    url: /listens on (\S+)/.exec(output)?.[1] ?? '',
    edgePort: Number(/visitors on \S+:(\d+)/.exec(output)?.[1]),
    /** For https, where that's served. */
    edgeSecurePort: Number(/visitors over https on \S+:(\d+)/.exec(output)?.[1] ?? 0),
  }
}

/** Starts a runner in a process of its own, as `npm run runner` does. */
export async function startRunner(location: string, dataDir: string, databaseUrl = '', env: Env = {}) {
  const args = ['--location', location, '--data-center', location]
  const child = startAs('runner', args, { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...env })
  await outputOf(child, /Runner started/)
  return ending(child)
}

/** Starts Node as a command of package.json does, without npm in between. */
function startAs(command: 'start' | 'runner', args: readonly string[], env: Env) {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<typeof command, string>
  }
  const [, arenas = '', options = '', program = ''] =
    /MALLOC_ARENA_MAX=(\d+) exec node (.*) (\S+)$/.exec(scripts[command]) ?? []
  return spawn(process.execPath, [...options.split(' '), join(root, program), ...args], {
    env: { ...process.env, MALLOC_ARENA_MAX: arenas, PORT: '0', EDGE_PORT: '0', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

type Child = ReturnType<typeof startAs>

/** What it printed until it said what was waited for. */
function outputOf(child: Child, said: RegExp): Promise<string> {
  let output = ''
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (said.test(output)) resolve(output)
    })
    child.once('exit', (code) => reject(new Error(`The program exited with ${code}.`)))
  })
}

function ending(child: Child) {
  return {
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
