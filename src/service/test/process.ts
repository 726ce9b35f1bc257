import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** What a program may know of this process's environment: where programs are, and where compiled code is kept. */
export const bareEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
} as const

export interface RunningService {
  readonly child: ChildProcess
  readonly url: string
  readonly dataDir: string
  /** The first partner's id and key. */
  readonly partner: { readonly id: string; readonly key: string }
  /** Kills the process and removes its data. */
  stop(): Promise<void>
}

/** Starts the service as a process of its own, on an empty SQLite database. */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<RunningService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'service-'))
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'bin', 'main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      EDGE_PORT: '0',
      LOG_LEVEL: 'silent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const { url, signIn } = await printedBy(child)
  const [id = '', key = ''] = signIn ?? []
  return {
    child,
    url,
    dataDir,
    partner: { id, key },
    async stop() {
      child.kill('SIGKILL')
      await exited
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

interface Printed {
  readonly url: string
  /** The first partner's id and key, on an empty database. */
  readonly signIn: readonly string[] | undefined
}

/** What a service prints when it listens. @throws if it ends first */
export async function printedBy(child: ChildProcess & { readonly stdout: Readable }): Promise<Printed> {
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /listens on (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${output}`)))
  })
  return { url, signIn: /^sign-in: partner (\S+) (\S+)$/m.exec(output)?.slice(1) }
}
