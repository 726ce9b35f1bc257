import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect } from 'vitest'
import { createDatabase, onPostgres } from './database-server.ts'

const locations = ['local', 'Berlin']
const checks = 12
const rounds = 3

onPostgres('two services and two runners on one database run no check twice', { timeout: 300_000 }, async () => {
  const { url, drop } = await createDatabase('no tables')
  const dataDir = mkdtempSync(join(tmpdir(), 'several-'))
  const asked = new Map<string, number>()
  const origin = createServer((request, response) => {
    asked.set(request.url ?? '', (asked.get(request.url ?? '') ?? 0) + 1)
    setTimeout(() => response.end('here'), 30)
  }).listen(0, '127.0.0.1')
  await once(origin, 'listening')
  const address = `http://127.0.0.1:${(origin.address() as AddressInfo).port}`
  const children: ChildProcess[] = []
  const run = async (program: string, args: string[], said: RegExp) => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'bin', program), ...args], {
      env: {
        ...process.env,
        DATABASE_URL: url,
        DATA_DIR: dataDir,
        PORT: '0',
        EDGE_PORT: '0',
        LOG_LEVEL: 'warn',
        ALLOW_PRIVATE_TARGETS: 'on',
        CHROMIUM_PATH: '/nonexistent',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.push(child)
    let output = ''
    for await (const text of child.stdout.setEncoding('utf8')) {
      output += String(text)
      if (said.test(output)) return output
    }
    throw new Error(`${program} ended: ${output}`)
  }
  try {
    const first = await run('main.ts', [], /listens on/)
    const second = run('main.ts', [], /listens on/)
    const runners = ['a', 'b'].map(() =>
      run('runner.ts', ['--location', 'Berlin', '--data-center', 'ber1'], /Runner started/),
    )
    await Promise.all([second, ...runners])

    const [, partner = '', key = ''] = /sign-in: partner (\S+) (\S+)/.exec(first) ?? []
    const urls = [first, await second].map((output) => /listens on (\S+)/.exec(output)?.[1] ?? '')
    const api = (i: number) => `${urls[i % 2]}/api/partners/${partner}/accounts`
    const ask = async (path: string, init: RequestInit = {}) => {
      const reply = await fetch(path, {
        ...init,
        headers: { 'SERVICE-API-KEY': key, 'Content-Type': 'application/json' },
      })
      return (await reply.json()) as Record<string, never>
    }
    const account = await ask(api(0), {
      method: 'POST',
      body: JSON.stringify({ email: 'a@example.com', site: `${address}/` }),
    })
    const below = (i: number) => `${api(i)}/${account['user_id']}`
    await Promise.all(
      Array.from({ length: checks }, (_, i) =>
        ask(`${below(i)}/tests`, {
          method: 'POST',
          body: JSON.stringify({
            name: `test ${i}`,
            type: 'HTTP',
            constants: { url: `${address}/test-${i}` },
            variables: { locations },
            timing: { run_times: rounds },
          }),
        }),
      ),
    )
    await expect
      .poll(
        async () => {
          const { rows } = (await ask(`${below(0)}/tests?per_page=100`)) as unknown as { rows: { status: string }[] }
          return rows.filter(({ status }) => status === 'SUSPENDED').length
        },
        { timeout: 200_000, interval: 500 },
      )
      .toBe(checks)

    const database = new Client(url)
    await database.connect()
    const { rows } = await database.query<{ name: string; location: string; n: number }>(
      `select monitors.name, samples.location, count(*)::int as n from samples join monitors on monitors.id = monitor_id where kind = 'test' group by 1, 2`,
    )
    await database.end()
    expect(rows).toHaveLength(checks * locations.length)
    expect(rows.filter(({ n }) => n !== rounds)).toEqual([])
    const toTests = [...asked].filter(([path]) => path.startsWith('/test-'))
    expect(toTests.filter(([, n]) => n !== rounds * locations.length)).toEqual([])
  } finally {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null) return
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }),
    )
    origin.close()
    await drop()
    rmSync(dataDir, { recursive: true, force: true })
  }
})
