import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, edgeProcesses, type NodeReport, reportOf } from '../../service/database/index.ts'
import { onPostgres } from '../../service/test/database-server.ts'
import { freePort } from '../../service/test/free-port.ts'
import { emptyDatabase } from '../../service/test/service.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { noCertificate } from '../control/site.ts'
import { writeSnapshot } from '../control/snapshot.ts'
import { trafficTotals, insertAccount, insertSite, testOrigin, visit } from './edge.ts'
import { startRelay } from './relay.ts'
import { bareEnvironment } from '../../service/test/process.ts'

/** Runs an edge of its own until it serves or ends. */
async function run(databaseUrl: string, dataDir: string) {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../service/bin/edge.ts'), '--location', 'far'],
    {
      env: {
        ...bareEnvironment,
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        EDGE_PORT: '0',
        LOG_LEVEL: 'silent',
        ALLOW_PRIVATE_TARGETS: 'on',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const ended = once(child, 'close')
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  onTestFinished(() => end('SIGKILL'))
  const [output, errors]: string[][] = [[], []]
  child.stdout?.setEncoding('utf8').on('data', (text: string) => output?.push(text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => errors?.push(text))
  const text = () => output?.join('') ?? ''
  const port = () => Number(/serves visitors on \S+:(\d+)$/m.exec(text())?.[1] ?? 0)
  await waitFor(() => expect(port() > 0 || child.exitCode !== null).toBe(true))
  return { child, port: port(), output: text, errors: () => errors?.join('') ?? '', end }
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'snapshot-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The URL of a database that nobody answers for. */
const absentDatabase = async () => `postgres://edge@127.0.0.1:${await freePort()}/absent`

const nameOf = (url: string) => {
  const { host, pathname } = new URL(url)
  return createHash('sha256').update(`${host}${pathname}`).digest('hex')
}

const rowFor = (port: number) => ({
  id: randomUUID(),
  host: `www.site.example:${port}`,
  state: 'active',
  service_cname: 's.edge.example',
  preview_host: 'p.edge.example',
  https: 0,
  check_certificate: 0,
  origin: '127.0.0.1',
  cname_seen: null,
  cname_seen_at: null,
  txt_seen: 0,
  root_dns: null,
  host_since: 0,
  own_origin: null,
  origin_host: null,
  counterpart: null,
  counterpart_cname_seen: null,
  counterpart_seen_at: null,
  counterpart_txt_seen: 0,
  counterpart_dns: null,
  counterpart_since: null,
  settings: null,
  links: null,
  ...noCertificate,
})

const agentOf = () => {
  const agent = new Agent()
  onTestFinished(() => agent.destroy())
  return agent
}

test('an edge starts from its snapshot while the database can’t be reached', async () => {
  const origin = await testOrigin((_, response) => response.end('from the origin'))
  const [url, dataDir] = [await absentDatabase(), dataFolder()]
  const place = { folder: join(dataDir, 'edge'), database: nameOf(url) }
  await writeSnapshot(place, [rowFor(origin.port)], { position: 1, at: Date.now() - 7 * 60_000 })
  const edge = await run(url, dataDir)
  expect(edge.port).toBeGreaterThan(0)
  expect((await visit(edge.port, agentOf(), '/')).text).toBe('from the origin')
  await waitFor(() =>
    expect(edge.output()).toContain("The database can't be reached, so the sites come from a snapshot, 7 minutes old."),
  )
  await edge.end('SIGTERM')
  expect(edge.child.exitCode).toBe(0)
})

test.each([
  ['without a snapshot', () => {}],
  [
    'with one of another database',
    (folder: string) => writeSnapshot({ folder, database: 'other' }, [], { position: 1, at: 1 }),
  ],
  [
    'with a damaged one',
    (folder: string) =>
      writeSnapshot({ folder, database: '' }, [], { position: 1, at: 1 }).then(() =>
        writeFileSync(join(folder, 'sites.jsonl'), 'x'),
      ),
  ],
])('%s, it says so in one line and doesn’t start', async (_, prepare) => {
  const dataDir = dataFolder()
  const folder = join(dataDir, 'edge')
  await prepare(folder)
  const edge = await run(await absentDatabase(), dataDir)
  expect(edge.child.exitCode).toBe(1)
  await waitFor(() =>
    expect(edge.errors()).toMatch(
      /^Can't reach the database \(connect ECONNREFUSED \S+\), and there is no snapshot of the sites in \S+ to start from\.\n$/,
    ),
  )
})

/** What the edge that started last says of itself. */
async function reported(database: Database): Promise<NodeReport | undefined> {
  const reports = (await edgeProcesses(database)).flatMap((process) => reportOf(process) ?? [])
  return reports.toSorted((a, b) => b.started_at - a.started_at)[0]
}

onPostgres('an edge that started from a snapshot catches up once the database is back', async () => {
  const database = await emptyDatabase({ readerThreads: true })
  const url = new URL(database.readerUrl ?? '')
  const relay = await startRelay(Number(url.port))
  onTestFinished(() => relay.stop())
  url.port = String(relay.port)
  const origin = await testOrigin((_, response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=600' }).end('from the origin')
  })
  const account = await insertAccount(database)
  const { id } = await insertSite(database, account, { port: origin.port })
  const dataDir = dataFolder()
  const first = await run(url.href, dataDir)
  await waitFor(async () => expect(await reported(database)).toMatchObject({ sites: 1, form: 'embedded' }))
  // a kill leaves the snapshot as it was at the start
  await first.end('SIGKILL')

  relay.cut('reset')
  await database.db.updateTable('sites').set({ state: 'maintenance' }).where('id', '=', id).execute()
  const second = await run(url.href, dataDir)
  const agent = agentOf()
  expect((await visit(second.port, agent, '/')).text).toBe('from the origin')
  expect((await visit(second.port, agent, '/')).headers['cache-status']).toContain('hit')

  relay.restore()
  await waitFor(async () => expect((await visit(second.port, agent, '/')).status).toBe(503))
  await waitFor(async () => {
    const report = await reported(database)
    expect(report?.problems[0]).toMatchObject({ text: expect.stringContaining('come from a snapshot') })
    expect(report?.problems[0]?.until).not.toBeNull()
    expect(report).toMatchObject({ snapshot_at: null, misses: 1 })
  })
  // what was counted meanwhile is there as well
  await waitFor(async () => {
    expect((await trafficTotals(database)).service_requests).toBeGreaterThanOrEqual(2)
  })
})
