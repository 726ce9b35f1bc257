import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { encodeQuery } from '../src/contract/index.ts'
import { ScriptedClock } from '../e2e/mock/clock.ts'
import { randomFrom } from '../e2e/mock/random.ts'
import { scriptedWorld } from '../e2e/mock/world.ts'
import { type Database, openDatabase } from '../src/service/database/index.ts'
import { Partners } from '../src/service/accounts/partners.ts'
import { assemble } from '../src/service/service.ts'
import { settingsFrom } from '../src/service/configuration/configuration.ts'
import { measure, printTable, type Row, timed } from './measure.ts'
import { RecordingDatabase } from './statements.ts'

const count = 100_000
const runs = 150
/** Median, in ms. */
const limit = 20

const firsts = 'Ada Bo Cleo Dag Elif Finn Gül Hugo Ines Jörg Kaja Liv Max Noor Oda Per Quin Rune Sol Tuva'.split(' ')
const lasts = 'Berg Dahl Eide Foss Gran Haug Iversen Krog Lund Moen Nygård Olsen Ruud Sand Thorsen Vik'.split(' ')

/** The account list of a partner with 100,000 accounts, through the whole service except the socket. */
async function accountsBench(): Promise<boolean> {
  const dir = mkdtempSync(join(tmpdir(), 'bench-accounts-'))
  const database = await openDatabase(join(dir, 'bench.db'))
  try {
    return await measureList(database)
  } finally {
    await database.close()
    rmSync(dir, { recursive: true })
  }
}

async function measureList(plain: Database): Promise<boolean> {
  const recording = new RecordingDatabase(plain)
  const { database } = recording
  const { app, services } = assemble({
    settings: settingsFrom({}),
    database,
    masterKey: randomBytes(32),
    world: scriptedWorld(new ScriptedClock(Date.now())),
    log: pino({ level: 'silent' }),
    dashboardDir: import.meta.dirname,
  })
  const { partner, key } = await new Partners(database, services.vault).create({
    name: 'Bench',
    email: 'b@example.com',
  })
  await fill(database, partner.id)

  const list = async (query: object): Promise<unknown> => {
    const url = `http://localhost/api/partners/${partner.id}/accounts?${encodeQuery({ ...query }).toString()}`
    const response = await app.fetch(new Request(url, { headers: { 'SERVICE-API-KEY': key } }), {})
    if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
    return response.json()
  }

  const rows: Row[] = []
  const run = async (what: string, query: object) =>
    rows.push(timed(what, await measure(runs, () => list(query)), { median: limit }))
  for (const sort_by of ['name', 'email'] as const) {
    const deep = { sort_by, page: 5000, per_page: 10 }
    await run(`page 1, by ${sort_by}`, { sort_by })
    await run(`page 1, by ${sort_by} ascending`, { sort_by, direction: 'asc' })
    await run(`page 5,000, by ${sort_by}`, deep)
    await run(`page 5,000, by ${sort_by} ascending`, { ...deep, direction: 'asc' })
    await run(`search that finds many, by ${sort_by}`, { sort_by, search_term: 'berg' })
    await run(`search that finds one, by ${sort_by}`, { sort_by, search_term: 'account77777@' })
    await run(`search that finds none, by ${sort_by}`, { sort_by, search_term: 'nowhere' })
  }

  const ok = printTable(`Account list, ${count.toLocaleString('en')} accounts, SQLite, ${runs} runs each`, rows)
  process.stdout.write('\nQuery plans\n')
  for (const query of [{ page: 5000 }, { page: 5000, sort_by: 'email' }, { search_term: 'berg' }]) {
    const plan = await recording.plansOf('accounts', () => list(query))
    process.stdout.write(`\n${JSON.stringify(query)}\n${plan}`)
  }
  return ok
}

/** Inserts rows directly: through the API, hashing the passwords alone would take an hour. */
async function fill({ db }: Database, partnerId: string): Promise<void> {
  const random = randomFrom('accounts')
  const pick = (names: readonly string[]) => names[Math.floor(random() * names.length)] ?? ''
  const now = Date.now()
  const rows = Array.from({ length: count }, (_, i) => {
    const [name, email] = [`${pick(firsts)} ${pick(lasts)} ${i % 977}`, `Account${i}@example.com`]
    return {
      id: uuid(),
      partner_id: partnerId,
      name,
      name_lower: name.toLowerCase(),
      email,
      email_lower: email.toLowerCase(),
      first_name: null,
      last_name: null,
      company: name,
      phone: null,
      plan: 'free' as const,
      key_hash: randomBytes(32).toString('hex'),
      // as long as a real one
      key_sealed: randomBytes(64).toString('base64'),
      created_at: now,
      last_sign_in_at: null,
    }
  })
  await db.transaction().execute(async (trx) => {
    for (let i = 0; i < rows.length; i += 1000)
      await trx
        .insertInto('accounts')
        .values(rows.slice(i, i + 1000))
        .execute()
  })
}

process.exitCode = (await accountsBench()) ? 0 : 1
