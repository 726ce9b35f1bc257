import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '../database/index.ts'
import { masterKeyFor, Vault } from '../secrets/index.ts'
import { selfSigned } from '../test/certificate.ts'
import { waitFor } from '../test/wait-for.ts'
import { bareEnvironment } from '../test/process.ts'

function dataFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'https-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

/** Starts a program, and says what it printed. */
function start(program: 'main.ts' | 'edge.ts', dataDir: string, env: Readonly<Record<string, string>>) {
  const args = program === 'edge.ts' ? ['--location', 'far'] : []
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, program), ...args], {
    env: {
      ...bareEnvironment,
      DATA_DIR: dataDir,
      PORT: '0',
      EDGE_PORT: '0',
      LOG_LEVEL: 'silent',
      CHROMIUM_PATH: '/nonexistent',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { output: '', errors: '' }
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (said.output += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (said.errors += text))
  return { child, said }
}

const ended = async ({ child, said }: ReturnType<typeof start>) => {
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, ...said }
}

/** What a program prints for a pattern, once it does. */
const printed = ({ said }: ReturnType<typeof start>, pattern: RegExp) =>
  waitFor(() => {
    const found = pattern.exec(said.output)
    if (!found) throw new Error(`${said.output}${said.errors}`)
    return found.slice(1)
  })

test('every edge shows the certificate that the service has sealed', async () => {
  const dataDir = dataFolder()
  const service = start('main.ts', dataDir, { EDGE_TLS_PORT: '0' })
  const [partner = '', key = ''] = await printed(service, /^sign-in: partner (\S+) (\S+)$/m)
  const [url = ''] = await printed(service, /^Site Performance listens on (\S+)$/m)
  const reply = await fetch(`${url}/api/partners/${partner}/accounts`, {
    method: 'POST',
    headers: { 'SERVICE-API-KEY': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'shop@example.com', site: 'http://www.site.example/' }),
  })
  const { site_id: siteId } = (await reply.json()) as { site_id: string }

  const database = await openDatabase(join(dataDir, 'site-performance.db'))
  const vault = new Vault(await masterKeyFor({ masterKey: null, dataDir }, database))
  const certificate = selfSigned('www.site.example')
  await database.db
    .insertInto('certificates')
    .values({
      site_id: siteId,
      hostname: 'www.site.example',
      chain: certificate.cert,
      key_sealed: vault.seal(certificate.key),
      valid_until: Date.now() + 3600_000,
      next_attempt_at: 0,
    })
    .execute()
  await database.close()

  const edge = start('edge.ts', dataDir, { EDGE_TLS_PORT: '0' })
  const [inService] = await printed(service, /^The edge serves visitors over https on \S+:(\d+)$/m)
  const [alone] = await printed(edge, /^The edge at far serves visitors over https on \S+:(\d+)$/m)
  for (const port of [inService, alone]) {
    await waitFor(async () => {
      const options = { host: '127.0.0.1', servername: 'www.site.example', ca: certificate.cert }
      const socket = connect({ port: Number(port), ...options })
      await once(socket, 'secureConnect')
      expect(socket.authorized).toBe(true)
      socket.destroy()
    })
  }
  for (const one of [edge, service]) {
    one.child.kill('SIGTERM')
    expect((await ended(one)).code).toBe(0)
  }
})

test('a folder that is missing stops the start with one line', async () => {
  const folder = '/nonexistent/certificates'
  for (const program of ['main.ts', 'edge.ts'] as const) {
    const { code, errors } = await ended(
      start(program, dataFolder(), { EDGE_TLS_PORT: '0', EDGE_CERTIFICATES: folder }),
    )
    expect(code).toBe(1)
    expect(errors).toMatch(/^Can't read EDGE_CERTIFICATES \(\/nonexistent\/certificates\): ENOENT[^\n]*\n$/)
  }
})
