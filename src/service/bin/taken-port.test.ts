import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database/index.ts'
import { bareEnvironment } from '../test/process.ts'

/** Runs the service until it ends or listens. */
async function run(dataDir: string, ports: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { ...bareEnvironment, DATA_DIR: dataDir, LOG_LEVEL: 'silent', CHROMIUM_PATH: '/nonexistent', ...ports },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let errors = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (/^Site Performance listens/m.test(output)) child.kill('SIGTERM')
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => (errors += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output, errors }
}

async function takenPort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return String((server.address() as AddressInfo).port)
}

const what = {
  EDGE_PORT: 'serve visitors',
  EDGE_TLS_PORT: 'serve visitors',
  PORT: 'listen',
  METRICS_PORT: 'serve telemetry',
} as const

test('a taken port stops the start with one line, and leaves nothing half made', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'taken-port-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const port = await takenPort()
  let output = ''
  // in the order in which they are opened
  for (const name of ['EDGE_PORT', 'EDGE_TLS_PORT', 'METRICS_PORT', 'PORT'] as const) {
    const refused = await run(dataDir, { PORT: '0', EDGE_PORT: '0', [name]: port })
    expect(refused.code, name).toBe(1)
    output += refused.output
    // without a built dashboard, there are lines about that
    const lines = refused.errors.split('\n').filter((line) => !line.startsWith('serveStatic'))
    expect(lines.join('\n')).toBe(
      `Can't ${what[name]} on ${name} (127.0.0.1:${port}): another program is using this port.\n`,
    )
    const database = await openDatabase(join(dataDir, 'site-performance.db'))
    const nodes = await database.db.selectFrom('edge_nodes').where('is_up', '=', 1).selectAll().execute()
    expect(nodes, name).toEqual([])
    const partners = await database.db.selectFrom('partners').select('id').execute()
    await database.close()
    // its key is shown once, by the start that makes it
    expect(output.match(/^sign-in: partner \S+ \S+$/gm) ?? [], name).toHaveLength(partners.length)
  }
  const started = await run(dataDir, { PORT: '0', EDGE_PORT: '0' })
  expect(started.code).toBe(0)
  expect(`${output}${started.output}`.match(/^sign-in: partner \S+ \S+$/gm)).toHaveLength(1)
})
