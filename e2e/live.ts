import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../src/service/test/free-port.ts'
import { withSharedWorld } from './shared-world.ts'

/** For flows of a real service, in the same workers as the other flows. */
export const test = withSharedWorld

export interface LiveService {
  readonly url: string
  readonly partner: { readonly id: string; readonly key: string }
  /** Where its edge listens. */
  readonly edge: { readonly host: string; readonly port: number }
  stop(): Promise<number | null>
}

/** The service as `npm start` runs it, on free ports and with its own data folder. */
export async function startService(settings: Readonly<Record<string, string>> = {}): Promise<LiveService> {
  const dataDir = mkdtempSync(join(tmpdir(), 'site-performance-live-'))
  const port = await freePort()
  const child = spawn('npm', ['start', '--silent'], {
    env: {
      ...process.env,
      PORT: String(port),
      EDGE_PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      ALLOW_PRIVATE_TARGETS: 'on',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const output = await waitUntilListening(child)
  const [, id = '', key = ''] = /^sign-in: partner (\S+) (\S+)$/m.exec(output) ?? []
  const [, edgeUrl = ''] = /^The edge serves visitors on (\S+)$/m.exec(output) ?? []
  const { hostname, port: edgePort } = new URL(edgeUrl)
  return {
    url: `http://127.0.0.1:${port}`,
    partner: { id, key },
    edge: { host: hostname, port: Number(edgePort) },
    async stop() {
      if (child.exitCode !== null) return child.exitCode
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      const [code] = (await ended) as [number | null]
      rmSync(dataDir, { recursive: true, force: true })
      return code
    },
  }
}

/** What the service has printed by the time it listens. */
function waitUntilListening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (/listens on .*\n/.test(output)) resolve(output)
    })
    child.once('exit', (code) => reject(new Error(`The service exited with ${code}: ${output}`)))
  })
}
