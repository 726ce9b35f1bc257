import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { printedBy } from './process.ts'

/** Services side by side, each with its own data, and how often each is killed. */
const services = 3
const killsEach = 3
/** The service is killed after between 1 and this many confirmed writes. */
const maxWrites = 24
const clients = 4

let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'crash-recovery-'))
  // only a process that ends in an orderly way saves its compiled code, which makes each further start faster
  const { child } = await start(join(folder, 'first'))
  await end(child, 'SIGTERM')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Running {
  readonly child: ChildProcess
  readonly url: string
  /** The partner's id and key, which only the first start prints. */
  readonly signIn: readonly string[] | undefined
}

async function start(dataDir: string): Promise<Running> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'bin', 'main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      EDGE_PORT: '0',
      LOG_LEVEL: 'silent',
      // no pages are measured and no names are looked up
      CHROMIUM_PATH: '/nonexistent',
      DNS_SERVERS: '127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { child, ...(await printedBy(child)) }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

/**
 * Creates, changes and deletes accounts with their sites, with several clients at once, until the service is gone.
 * `confirmed` gets the ids of accounts that the service confirmed and was never asked to delete. Calls `onWrite` for each
 * write that the service confirms.
 */
async function writeUntilKilled(
  { url, signIn = [] }: Running,
  round: number,
  confirmed: Set<string>,
  onWrite: () => void,
) {
  const [partner = '', key = ''] = signIn
  const write = async (
    method: string,
    path: string,
    form?: Record<string, string>,
  ): Promise<Record<string, string>> => {
    const reply = await fetch(`${url}/api/partners/${partner}/accounts${path}`, {
      method,
      headers: { 'SERVICE-API-KEY': key },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    })
    const text = await reply.text()
    expect.soft(reply.ok, `${method} ${path}: ${text}`).toBe(true)
    onWrite()
    return JSON.parse(text) as Record<string, string>
  }
  const client = async (n: number) => {
    for (let i = 0; ; i++) {
      const name = `${round}-${n}-${i}`
      const { user_id: id = '', site_id: first } = await write('POST', '', {
        email: `a${name}@example.com`,
        site: `http://a${name}.localhost/`,
      })
      confirmed.add(id)
      const { site_id: second } = await write('POST', `/${id}/sites`, { host: `http://b${name}.localhost/` })
      await write('PUT', `/${id}/sites/${first}/update_host`, { new_host: `http://c${name}.localhost/` })
      await write('PUT', `/${id}/update_email`, { new_email: `b${name}@example.com` })
      if (i % 2 === 0) continue
      await write('DELETE', `/${id}/sites/${second}`)
      await write('DELETE', `/${id}/sites/${first}`)
      confirmed.delete(id)
      await write('DELETE', `/${id}`)
    }
  }
  // each client ends when its connection breaks
  await Promise.allSettled(Array.from({ length: clients }, (_, n) => client(n)))
}

/** Reads the database file as the killed process left it. */
function inspect(dataDir: string, confirmed: ReadonlySet<string>) {
  const db = new DatabaseSync(join(dataDir, 'site-performance.db'), { readOnly: true })
  const count = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0])
  const accounts = new Set(
    db
      .prepare('select id from accounts')
      .all()
      .map(({ id }) => String(id)),
  )
  const found = {
    integrity: String(Object.values(db.prepare('pragma integrity_check').get() ?? {})[0]),
    brokenReferences: db.prepare('pragma foreign_key_check').all().length,
    confirmedAccountsLost: [...confirmed].filter((id) => !accounts.has(id)).length,
    accountsCreatedWithoutSite: count(
      "select count(*) from accounts where email like 'a%' and not exists (select 1 from sites where account_id = accounts.id and first = 1)",
    ),
    sitesWithoutProfile: count(
      'select count(*) from sites where (select count(*) from profiles where site_id = sites.id) <> 1',
    ),
    sitesWithoutKeyPage: count(
      "select count(*) from sites where state <> 'deleted' and (select count(*) from monitors where site_id = sites.id) <> 1",
    ),
    keyPagesOfAnotherHost: count(
      'select count(*) from monitors join sites on sites.id = site_id where monitors.name <> host',
    ),
    mailsWithoutAccount: count('select count(*) from mails where account_id not in (select id from accounts)'),
  }
  db.close()
  return found
}

test(
  `no write is lost or left half done when the service is killed, ${services * killsEach} times`,
  { timeout: 900_000 },
  async () => {
    // a folder of its own for each try: only the first start on an empty one prints the partner's key
    const dataDirs = Array.from({ length: services }, () => mkdtempSync(join(folder, 'data-')))
    await Promise.all(dataDirs.map(killRepeatedly))
  },
)

async function killRepeatedly(dataDir: string): Promise<void> {
  const confirmed = new Set<string>()
  let signIn: readonly string[] | undefined
  for (let round = 0; round < killsEach; round++) {
    const service = await start(dataDir)
    signIn ??= service.signIn
    // mail that was queued is delivered after a start
    if (round === killsEach - 1)
      await expect.poll(() => mailsIn(dataDir).length, { timeout: 60_000 }).toBeGreaterThan(0)
    let writesLeft = 1 + Math.floor(Math.random() * maxWrites)
    const enough = Promise.withResolvers<void>()
    const clientsEnded = writeUntilKilled({ ...service, signIn }, round, confirmed, () => {
      if (--writesLeft === 0) enough.resolve()
    })
    await Promise.race([enough.promise, clientsEnded])
    // other clients are writing, so each kill hits them at a different point
    await delay(Math.random() * 20)
    await end(service.child, 'SIGKILL')
    await clientsEnded
    expect(inspect(dataDir, confirmed), `after kill ${round + 1}`).toEqual({
      integrity: 'ok',
      brokenReferences: 0,
      confirmedAccountsLost: 0,
      accountsCreatedWithoutSite: 0,
      sitesWithoutProfile: 0,
      sitesWithoutKeyPage: 0,
      keyPagesOfAnotherHost: 0,
      mailsWithoutAccount: 0,
    })
    expect(writesLeft, 'writes left to confirm').toBeLessThanOrEqual(0)
    // none is half written
    for (const mail of mailsIn(dataDir)) {
      const boundary = /boundary="(.+?)"/.exec(mail)?.[1]
      expect(mail.trimEnd().endsWith(`\n--${boundary}--`), mail).toBe(true)
    }
  }
}

const mailsIn = (dataDir: string) =>
  globSync(join(dataDir, 'outbox', '*.eml')).map((path) => readFileSync(path, 'utf8'))
