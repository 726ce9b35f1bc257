import { Kysely, sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import { expect, onTestFinished, test } from 'vitest'
import { createDatabase, databaseServer } from '../../test/database-server.ts'
import type { Kind } from '../connect.ts'
import { postgresDialect } from '../postgres.ts'
import type { Schema } from '../schema.ts'
import { sqliteDialect } from '../sqlite.ts'
import { migrations } from './index.ts'

/** An empty database without tables, and a function that migrates it. */
async function emptyDatabase() {
  const kind: Kind = databaseServer ? 'postgres' : 'sqlite'
  const { url, drop } = databaseServer ? await createDatabase('no tables') : { url: ':memory:', drop: () => {} }
  onTestFinished(drop)
  const db = new Kysely<Schema>({ dialect: kind === 'sqlite' ? sqliteDialect(url) : postgresDialect(url) })
  onTestFinished(() => db.destroy())
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(kind) } })
  const migrateTo = async (name: string) => {
    const { error } = await migrator.migrateTo(name)
    if (error) throw error
  }
  return { db, migrateTo }
}

/** With the columns that the first version had. */
const insertMonitor = (db: Kysely<Schema>, id: string) =>
  sql`insert into monitors (id, kind, name, name_lower, type, status, spec, created_at, updated_at)
    values (${id}, 'monitor', 'm', 'm', 'HTTP', 'SUSPENDED', '{}', 1, 1)`.execute(db)

test('005-retention counts what existing samples keep', async () => {
  const { db, migrateTo } = await emptyDatabase()
  await migrateTo('004-header-secrets')
  for (const id of ['a', 'b']) await insertMonitor(db, id)
  for (const id of ['bare', 'detailed', 'whole'])
    await sql`insert into samples (id, monitor_id, taken_at, sample_type, location, data_center, issues, metrics)
      values (${id}, 'a', 7, 0, 'local', 'local', '[]', '[]')`.execute(db)
  for (const sample_id of ['detailed', 'whole'])
    await db
      .insertInto('sample_details')
      .values({ sample_id, detail: new Uint8Array(40) })
      .execute()
  for (const position of [0, 1])
    await db
      .insertInto('screenshots')
      .values({ sample_id: 'whole', position, at: 0, content_type: 'image/png', data: new Uint8Array(100) })
      .execute()

  await migrateTo('005-retention')
  const common = { monitor_id: 'a', account_id: null, taken_at: 7, detail_bytes: 40 }
  expect(await db.selectFrom('kept_details').selectAll().orderBy('sample_id').execute()).toEqual([
    { sample_id: 'detailed', ...common, screenshot_bytes: 0 },
    { sample_id: 'whole', ...common, screenshot_bytes: 200 },
  ])
  const sizes = db.selectFrom('samples').select(['id', 'detail_bytes', 'screenshot_bytes']).orderBy('id')
  expect(await sizes.execute()).toEqual([
    { id: 'bare', detail_bytes: null, screenshot_bytes: null },
    { id: 'detailed', detail_bytes: 40, screenshot_bytes: 0 },
    { id: 'whole', detail_bytes: 40, screenshot_bytes: 200 },
  ])
  expect(await db.selectFrom('monitors').select(['id', 'kept_bytes']).orderBy('id').execute()).toEqual([
    { id: 'a', kept_bytes: 280 },
    { id: 'b', kept_bytes: 0 },
  ])
})

test('004-header-secrets leaves a mark where there may be headers in plain text', async () => {
  const { db, migrateTo } = await emptyDatabase()
  await migrateTo('003-quotas')
  await insertMonitor(db, 'a')
  await migrateTo('004-header-secrets')
  expect(await db.selectFrom('meta').select('name').execute()).toEqual([{ name: 'plain_headers' }])

  const empty = await emptyDatabase()
  await empty.migrateTo('004-header-secrets')
  expect(await empty.db.selectFrom('meta').select('name').execute()).toEqual([])
})

test('013-rollups notes the hours of existing samples', async () => {
  const { db, migrateTo } = await emptyDatabase()
  await migrateTo('010-site-links')
  for (const id of ['a', 'b']) await insertMonitor(db, id)
  const hour = 3600_000
  for (const [i, [id, at]] of (
    [
      ['a', 5 * hour],
      ['a', 6 * hour - 1],
      ['a', 9 * hour],
      ['b', 5 * hour],
    ] as const
  ).entries())
    await sql`insert into samples (id, monitor_id, taken_at, sample_type, location, data_center, issues, metrics)
      values (${`s${i}`}, ${id}, ${at}, 0, 'local', 'local', '[]', '[]')`.execute(db)

  await migrateTo('013-rollups')
  expect(await db.selectFrom('stale_hours').selectAll().orderBy('monitor_id').orderBy('hour').execute()).toEqual([
    { monitor_id: 'a', hour: 5 },
    { monitor_id: 'a', hour: 9 },
    { monitor_id: 'b', hour: 5 },
  ])
})

test.runIf(databaseServer)('014-months keeps every sample, its details and its roll-ups, by month', async () => {
  const { db, migrateTo } = await emptyDatabase()
  await migrateTo('013-rollups')
  await insertMonitor(db, 'a')
  const now = Date.now()
  const times = { ancient: 1, recent: now - 90 * 24 * 3600_000, last: now }
  for (const [id, at] of Object.entries(times))
    await sql`insert into samples (id, monitor_id, taken_at, sample_type, location, data_center, issues, metrics)
      values (${id}, 'a', ${at}, 0, 'local', 'local', '[]', '[]')`.execute(db)
  await sql`insert into sample_details (sample_id, detail) values ('last', ${Buffer.from([1])})`.execute(db)
  await sql`insert into sample_rollups (monitor_id, hour, position, location, data_center, samples)
    values ('a', ${Math.floor(now / 3600_000)}, 0, 'local', 'local', 1)`.execute(db)
  const all = async () =>
    Promise.all([
      db.selectFrom('samples').selectAll().orderBy('taken_at').execute(),
      db.selectFrom('sample_details').selectAll().execute(),
      db.selectFrom('sample_rollups').selectAll().execute(),
      db.selectFrom('stale_hours').selectAll().orderBy('hour').execute(),
    ])
  const before = await all()
  await migrateTo('014-months')
  expect(await all()).toEqual(before)
  const { rows } = await sql<{ table: string }>`
    select tableoid::regclass::text as table from samples order by taken_at`.execute(db)
  const nameOf = (at: number) => `samples_${new Date(at).toISOString().slice(0, 7).replace('-', '_')}`
  expect(rows.map(({ table }) => table)).toEqual(['samples_default', nameOf(times.recent), nameOf(times.last)])

  await db.deleteFrom('stale_hours').execute()
  await db.deleteFrom('monitors').execute()
  expect((await all()).slice(0, 1)).toEqual([[]])
  expect(await db.selectFrom('sample_rollups').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('stale_hours').selectAll().execute()).toHaveLength(3)
})

test.skipIf(databaseServer)('020-fleet-search finds sites that were there before, and follows them', async () => {
  const { db, migrateTo } = await emptyDatabase()
  await migrateTo('019-alerts')
  for (const id of ['p', 'q']) {
    await sql`insert into partners (id, name, email, reseller, addon, granted, key_hash, key_sealed, created_at)
      values (${id}, 'n', 'e', 0, 0, 0, ${id}, '', 1)`.execute(db)
    await sql`insert into accounts (id, partner_id, name, name_lower, email, email_lower, plan, key_hash, key_sealed,
      password_hash, created_at) values (${id}, ${id}, 'N', 'name', 'e', ${`${id}@mail.example`}, 'free', ${id}, '', '', 1)`.execute(
      db,
    )
  }
  const addSite = (id: string, account: string) =>
    sql`insert into sites (id, account_id, host, first, deferred, state, resume_state, service_cname, preview_host, https,
      check_certificate, next_look_at, created_at)
      values (${id}, ${account}, ${`${id}.example`}, 0, 0, 'active', 'active', ${id}, ${id}, 1, 1, 1, 1)`.execute(db)
  await addSite('old', 'p')
  await addSite('theirs', 'q')
  await migrateTo('020-fleet-search')
  await addSite('new', 'p')
  await sql`vacuum`.execute(db)
  const found = async (term: string, partner = 'p') => {
    const { rows } = await sql<{ site_id: string }>`
      select site_id from site_search join site_search_keys on key = site_search.rowid
      where site_search match ${`"${term}"`} and partner_id = ${partner} order by site_id`.execute(db)
    return rows.map(({ site_id }) => site_id)
  }
  expect(await found('.example')).toEqual(['new', 'old'])
  expect(await found('mail', 'q')).toEqual(['theirs'])
  await sql`update accounts set name_lower = 'renamed' where id = 'p'`.execute(db)
  expect([await found('renamed'), await found('name\n')]).toEqual([['new', 'old'], []])
  await sql`update sites set account_id = 'q' where id = 'old'`.execute(db)
  expect([await found('old'), await found('old', 'q')]).toEqual([[], ['old']])
  await sql`delete from sites where id = 'new'`.execute(db)
  expect(await found('.example')).toEqual([])
})

test.runIf(databaseServer)(
  '020-fleet-search has an index for searches, and lets triggers use that of incidents',
  async () => {
    const { db, migrateTo } = await emptyDatabase()
    await migrateTo('020-fleet-search')
    const { rows } = await sql<{ line: string }>`
    select indexdef as line from pg_indexes where indexname = 'site_status_by_search'`.execute(db)
    expect(rows[0]?.line).toContain('gin_trgm_ops')
    const { rows: functions } = await sql<{ source: string }>`
    select prosrc as source from pg_proc where proname in ('refresh_site_status', 'refresh_added_status')`.execute(db)
    expect(functions).toHaveLength(2)
    for (const { source } of functions) expect(source).toContain('i.site_id = s.id collate "default"')
  },
)

test('026-host-claims has a site have its host since it was created, or moved to it', async () => {
  const { db, migrateTo } = await emptyDatabase()
  await migrateTo('025-times-over')
  await sql`insert into partners (id, name, email, reseller, addon, granted, key_hash, key_sealed, created_at)
    values ('p', 'n', 'e', 0, 0, 0, 'p', '', 1)`.execute(db)
  await sql`insert into accounts (id, partner_id, name, name_lower, email, email_lower, plan, key_hash, key_sealed,
    password_hash, created_at) values ('a', 'p', 'N', 'n', 'e', 'e', 'free', 'a', '', '', 1)`.execute(db)
  for (const id of ['stayed', 'moved'])
    await sql`insert into sites (id, account_id, host, first, deferred, state, resume_state, service_cname, preview_host, https,
      check_certificate, next_look_at, created_at)
      values (${id}, 'a', ${id}, 0, 0, 'active', 'active', ${id}, ${id}, 1, 1, 1, 5)`.execute(db)
  for (const at of [7, 9])
    await sql`insert into events (id, account_id, site_id, at, kind, actor, detail)
      values (${`e${at}`}, 'a', 'moved', ${at}, 'site.host', 'partner', '{}')`.execute(db)
  await migrateTo('026-host-claims')
  const sites = db.selectFrom('sites').select(['id', 'host_since', 'txt_seen', 'host_taken', 'own_origin'])
  expect(await sites.orderBy('id').execute()).toEqual([
    { id: 'moved', host_since: 9, txt_seen: 0, host_taken: 0, own_origin: null },
    { id: 'stayed', host_since: 5, txt_seen: 0, host_taken: 0, own_origin: null },
  ])
})

test('038-origin-errors counts sites whose origin fails at the edge as such with errors, also later', async () => {
  const { db, migrateTo } = await emptyDatabase()
  await migrateTo('037-idempotent-replies')
  await sql`insert into partners (id, name, email, reseller, addon, granted, key_hash, key_sealed, created_at)
    values ('p', 'n', 'e', 0, 0, 0, 'p', '', 1)`.execute(db)
  await sql`insert into accounts (id, partner_id, name, name_lower, email, email_lower, plan, key_hash, key_sealed,
    password_hash, created_at) values ('a', 'p', 'N', 'n', 'e', 'e', 'free', 'a', '', '', 1)`.execute(db)
  const fail = async (id: string, kind: string) => {
    await sql`insert into sites (id, account_id, host, first, deferred, state, resume_state, service_cname, preview_host, https,
      check_certificate, next_look_at, created_at)
      values (${id}, 'a', ${id}, 0, 0, 'active', 'active', ${id}, ${id}, 1, 1, 1, 5)`.execute(db)
    await sql`insert into incidents (id, account_id, site_id, host, kind, severity, cause, started_at, opened_at, partly)
      values (${id}, 'a', ${id}, ${id}, ${kind}, 3, 'HTTP 503', 5, 5, 0)`.execute(db)
  }
  const troubles = () => db.selectFrom('site_status').select(['site_id', 'trouble']).orderBy('site_id').execute()
  await fail('down', 'down')
  await fail('edge', 'origin')
  const position = () =>
    db.selectFrom('site_status').select('position').where('site_id', '=', 'edge').executeTakeFirst()
  const before = await position()
  await migrateTo('038-origin-errors')
  expect(await troubles()).toEqual([
    { site_id: 'down', trouble: 'down' },
    { site_id: 'edge', trouble: 'other' },
  ])
  // those who follow the fleet's changes see it
  expect(await position()).not.toEqual(before)
  await fail('later', 'origin')
  await sql`update incidents set kind = 'origin' where id = 'down'`.execute(db)
  expect((await troubles()).map(({ trouble }) => trouble)).toEqual(['other', 'other', 'other'])
})

test('052-own-counts tells sites that are off from those not live yet, and unchecked ones from healthy ones', async () => {
  const { db, migrateTo } = await emptyDatabase()
  await migrateTo('051-inviters')
  await sql`insert into partners (id, name, email, reseller, addon, granted, key_hash, key_sealed, created_at)
    values ('p', 'n', 'e', 0, 0, 0, 'p', '', 1)`.execute(db)
  await sql`insert into accounts (id, partner_id, name, name_lower, email, email_lower, plan, key_hash, key_sealed,
    created_at) values ('a', 'p', 'N', 'n', 'e', 'e', 'free', 'a', '', 1)`.execute(db)
  const sites = [
    ['checked', 'active', 7, 'healthy'],
    ['later', 'active', 5, 'unchecked'],
    ['never', 'bypass', null, 'unchecked'],
    ['off', 'off', 7, 'off'],
    ['preview', 'preview', null, 'idle'],
  ] as const
  const add = async (id: string, state: string, checkedAt: number | null) => {
    await sql`insert into sites (id, account_id, host, first, deferred, state, resume_state, service_cname, preview_host, https,
      check_certificate, next_look_at, created_at, state_since)
      values (${id}, 'a', ${id}, 0, 0, ${state}, 'active', ${id}, ${id}, 1, 1, 1, 5, 6)`.execute(db)
    await insertMonitor(db, id)
    await sql`update monitors set site_id = ${id}, status = 'RUNNING', last_sample_at = ${checkedAt} where id = ${id}`.execute(
      db,
    )
  }
  for (const [id, state, checkedAt] of sites) await add(id, state, checkedAt)
  const known = () =>
    db.selectFrom('site_status').select(['site_id', 'trouble', 'position']).orderBy('site_id').execute()
  const before = await known()
  await migrateTo('052-own-counts')
  const after = await known()
  expect(after.map(({ site_id, trouble }) => [site_id, trouble])).toEqual(
    sites.map(([id, , , trouble]) => [id, trouble]),
  )
  for (const [i, { position, trouble }] of after.entries())
    expect(position === before[i]?.position).toBe(trouble === before[i]?.trouble)
  await add('another', 'active', null)
  expect((await known())[0]).toMatchObject({ site_id: 'another', trouble: 'unchecked' })
  await sql`update monitors set last_sample_at = 8 where id = 'another'`.execute(db)
  expect((await known())[0]).toMatchObject({ site_id: 'another', trouble: 'healthy' })
})

test.runIf(databaseServer)('053-status-lock puts right what the fleet shows of sites', async () => {
  const { db, migrateTo } = await emptyDatabase()
  await migrateTo('052-own-counts')
  await sql`insert into partners (id, name, email, reseller, addon, granted, key_hash, key_sealed, created_at)
    values ('p', 'n', 'e', 0, 0, 0, 'p', '', 1)`.execute(db)
  await sql`insert into accounts (id, partner_id, name, name_lower, email, email_lower, plan, key_hash, key_sealed,
    created_at) values ('a', 'p', 'N', 'n', 'e', 'e', 'free', 'a', '', 1)`.execute(db)
  await sql`insert into sites (id, account_id, host, first, deferred, state, resume_state, service_cname, preview_host, https,
    check_certificate, next_look_at, created_at, state_since)
    values ('s', 'a', 's', 0, 0, 'off', 'off', 's', 's', 1, 1, 1, 5, 6)`.execute(db)
  await sql`update site_status set trouble = 'down', severity = 3, incidents = 1`.execute(db)
  await migrateTo('053-status-lock')
  const status = db.selectFrom('site_status').select(['trouble', 'severity', 'incidents'])
  expect(await status.execute()).toEqual([{ trouble: 'off', severity: 0, incidents: 0 }])
})

test('043-people makes whoever has the address of an account its owner, once for each address, and keeps mail', async () => {
  const { db, migrateTo } = await emptyDatabase()
  await migrateTo('040-origin-host')
  for (const id of ['p', 'q'])
    await sql`insert into partners (id, name, email, reseller, addon, granted, key_hash, key_sealed, created_at)
      values (${id}, 'P', 'p@example.com', 0, 0, 1, ${id}, '', 1)`.execute(db)
  const insertAccount = (id: string, partner: string, email: string, at: number) =>
    sql`insert into accounts (id, partner_id, name, name_lower, email, email_lower, plan, key_hash, key_sealed,
      password_hash, created_at, last_sign_in_at) values (${id}, ${partner}, ${id}, ${id}, ${email}, ${email.toLowerCase()},
      'free', ${id}, '', ${`hash of ${id}`}, ${at}, ${at + 7})`.execute(db)
  await insertAccount('a', 'p', 'Ada@example.com', 1)
  await insertAccount('b', 'q', 'ada@example.com', 2)
  await insertAccount('c', 'q', 'grace@example.com', 2)
  await sql`insert into mails (id, account_id, kind, secret_sealed, held, attempts, next_at, created_at)
    values ('m', 'a', 'welcome', 'sealed', 1, 3, 4, 5)`.execute(db)

  await migrateTo('043-people')
  const generated = { password_is_generated: 1 }
  expect(await db.selectFrom('people').selectAll().orderBy('email').execute()).toMatchObject([
    { name: 'b', email: 'ada@example.com', password_hash: 'hash of b', ...generated },
    { name: 'c', email: 'grace@example.com', password_hash: 'hash of c', ...generated },
  ])
  const members = db
    .selectFrom('memberships')
    .innerJoin('people', 'people.id', 'person_id')
    .select(['account_id', 'partner_id', 'email', 'role', 'last_seen_at'])
  expect(await members.orderBy('account_id').execute()).toEqual([
    { account_id: 'a', partner_id: null, email: 'ada@example.com', role: 'owner', last_seen_at: 8 },
    { account_id: 'b', partner_id: null, email: 'ada@example.com', role: 'owner', last_seen_at: 9 },
    { account_id: 'c', partner_id: null, email: 'grace@example.com', role: 'owner', last_seen_at: 9 },
  ])
  expect(await db.selectFrom('mails').selectAll().execute()).toEqual([
    {
      id: 'm',
      account_id: 'a',
      kind: 'welcome',
      secret_sealed: 'sealed',
      held: 1,
      attempts: 3,
      next_at: 4,
      created_at: 5,
      expires_at: null,
    },
  ])
})

test('044-session-methods knows sessions that a key opened from those that a password did', async () => {
  const { db, migrateTo } = await emptyDatabase()
  await migrateTo('043-people')
  for (const [id, key] of [
    ['a', null],
    ['b', 'a hash'],
  ])
    await sql`insert into sessions (id, token_hash, key_hash, kept, address, created_at, seen_at, ends_at)
      values (${id}, ${id}, ${key}, 0, '192.0.2.1', 1, 1, 2)`.execute(db)
  await migrateTo('044-session-methods')
  expect(await db.selectFrom('sessions').select(['id', 'method']).orderBy('id').execute()).toEqual([
    { id: 'a', method: 'password' },
    { id: 'b', method: 'key' },
  ])
})
