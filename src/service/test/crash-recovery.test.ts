import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'

/** How often the service is killed in the middle of what it does. */
const kills = 50

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'half-made-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

interface Running {
  readonly child: ChildProcess
  readonly url: string
}

async function start(): Promise<Running & { signIn: string | undefined }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, '..', 'bin', 'main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PORT: '0',
      EDGE_PORT: '0',
      LOG_LEVEL: 'silent',
      // nothing is to be measured here, and no name looked up outside
      CHROMIUM_PATH: '/nonexistent',
      DNS_SERVERS: '127.0.0.1:9',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      const found = /listens on (\S+)/.exec(output)?.[1]
      if (found) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}: ${output}`)))
  })
  return { child, url, signIn: /^sign-in: partner (\S+ \S+)$/m.exec(output)?.[1] }
}

/** Accounts with their sites are made, changed and deleted, all at once, for as long as the service lives. */
async function keepBusy(url: string, partner: string, key: string, round: number): Promise<void> {
  const base = `${url}/api/partners/${partner}/accounts`
  const ask = async (method: string, path: string, form?: Record<string, string>): Promise<Record<string, string>> => {
    const reply = await fetch(base + path, {
      method,
      headers: { 'SERVICE-API-KEY': key },
      ...(form ? { body: new URLSearchParams(form) } : {}),
    })
    return (await reply.json()) as Record<string, string>
  }
  const person = async (n: number) => {
    for (let i = 0; ; i++) {
      const name = `${round}-${n}-${i}`
      const made = await ask('POST', '', { email: `a${name}@example.com`, site: `http://a${name}.localhost/` })
      const account = `/${made['user_id']}`
      const more = await ask('POST', `${account}/sites`, { host: `http://b${name}.localhost/` })
      await ask('PUT', `${account}/sites/${made['site_id']}/update_host`, { new_host: `http://c${name}.localhost/` })
      await ask('PUT', `${account}/update_email`, { new_email: `b${name}@example.com` })
      if (i % 2 === 0) continue
      await ask('DELETE', `${account}/sites/${more['site_id']}`)
      await ask('DELETE', `${account}/sites/${made['site_id']}`)
      await ask('DELETE', account)
    }
  }
  // the kill ends every one of them
  await Promise.allSettled([0, 1, 2, 3].map(person))
}

/** What is whole: read from the file as the killed process left it. */
function wholeness() {
  const db = new DatabaseSync(join(dataDir, 'site-performance.db'), { readOnly: true })
  const count = (sql: string) => Number(Object.values(db.prepare(sql).get() ?? {})[0])
  const found = {
    integrity: String(Object.values(db.prepare('pragma integrity_check').get() ?? {})[0]),
    strayReferences: db.prepare('pragma foreign_key_check').all().length,
    sitesWithoutProfile: count(
      'select count(*) from sites where (select count(*) from profiles where site_id = sites.id) <> 1',
    ),
    sitesWithoutKeyPage: count(
      'select count(*) from sites where (select count(*) from monitors where site_id = sites.id) <> 1',
    ),
    keyPagesOfAnotherHost: count(
      'select count(*) from monitors join sites on sites.id = site_id where monitors.name <> host',
    ),
    accountsMadeWithoutSite: count(
      "select count(*) from accounts where email like 'a%' and not exists (select 1 from sites where account_id = accounts.id and first = 1)",
    ),
    mailsBesidesTheirAccount: count('select count(*) from mails where account_id not in (select id from accounts)'),
  }
  const accounts = count('select count(*) from accounts')
  db.close()
  return { found, accounts }
}

test(`nothing is half made when the service is killed, ${kills} times at any point`, { timeout: 240_000 }, async () => {
  let signIn: string | undefined
  let seen = 0
  for (let round = 0; round < kills; round++) {
    const service = await start()
    signIn ??= service.signIn
    const [partner = '', key = ''] = signIn?.split(' ') ?? []
    const busy = keepBusy(service.url, partner, key, round)
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 250))
    const ended = once(service.child, 'exit')
    service.child.kill('SIGKILL')
    await ended
    await busy
    const { found, accounts } = wholeness()
    expect(found, `after kill ${round + 1}`).toEqual({
      integrity: 'ok',
      strayReferences: 0,
      sitesWithoutProfile: 0,
      sitesWithoutKeyPage: 0,
      keyPagesOfAnotherHost: 0,
      accountsMadeWithoutSite: 0,
      mailsBesidesTheirAccount: 0,
    })
    seen = accounts
  }
  // it was killed while it worked, not before
  expect(seen).toBeGreaterThan(kills)
  // no mail is half written either: what is written out is whole or has not its final name
  const outbox = readdirSync(join(dataDir, 'outbox')).filter((name) => name.endsWith('.eml'))
  expect(outbox.length).toBeGreaterThan(0)
})
