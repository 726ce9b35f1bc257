import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { randomFrom } from '../e2e/mock/random.ts'
import type { Database } from '../src/service/database/index.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const sitesOfAccount = 4
/** One of so many sites is in trouble: 2 %. */
const troubleOf = 50

/** An account with many sites, and a year of their traffic. */
const largeAccount = { sites: 500, days: 400, hours: 75 * 24, daysOfOthers: 30 } as const

/** Inserts rows directly: through the API, hashing the passwords alone would take hours. */
export async function fillFleet({ db, kind }: Database, partnerId: string, sites: number): Promise<void> {
  const random = randomFrom('fleet')
  const now = Date.now()
  const perBatch = 500
  const accounts = Array.from({ length: sites / sitesOfAccount }, (_, i) => ({
    id: uuid(),
    partner_id: partnerId,
    name: `Account ${i}`,
    name_lower: `account ${i}`,
    email: `account${i}@example.com`,
    email_lower: `account${i}@example.com`,
    plan: 'paid' as const,
    key_hash: randomBytes(32).toString('hex'),
    key_sealed: randomBytes(64).toString('base64'),
    created_at: now,
  }))
  const all = Array.from({ length: sites }, (_, i) => {
    const label = i.toString(16)
    return {
      id: uuid(),
      account_id: accounts[Math.floor(i / sitesOfAccount)]?.id ?? '',
      host: `${i % 3 === 0 ? 'shop' : 'www'}${i}.example`,
      first: i % sitesOfAccount === 0 ? 1 : 0,
      deferred: 0,
      state: ['active', 'active', 'active', 'trial', 'preview', 'bypass', 'maintenance', 'active'][i % 8] ?? 'active',
      resume_state: 'active',
      service_cname: `s-${label}.edge.example`,
      preview_host: `p-${label}.edge.example`,
      https: 1,
      check_certificate: 0,
      next_look_at: now,
      created_at: now,
    }
  })
  const kinds = ['down', 'slow', 'dns', 'resources'] as const
  const incidents = all.flatMap(({ id, account_id, host }, i) => {
    const drawn = kinds[Math.floor(i / troubleOf) % kinds.length]
    if (i % troubleOf !== 0 || drawn === undefined) return []
    const at = now - Math.round(random() * 86_400_000)
    const times = { started_at: at, ended_at: null, opened_at: at, closed_at: null, end_reason: null }
    const severity = { down: 3, slow: 1, dns: 2, resources: 2 }[drawn]
    return [
      { id: uuid(), account_id, site_id: id, host, kind: drawn, severity, cause: 'HTTP 503', partly: 0, ...times },
    ]
  })
  await db.transaction().execute(async (trx) => {
    for (let i = 0; i < accounts.length; i += perBatch)
      await trx
        .insertInto('accounts')
        .values(accounts.slice(i, i + perBatch))
        .execute()
    for (let i = 0; i < all.length; i += perBatch)
      await trx
        .insertInto('sites')
        .values(all.slice(i, i + perBatch))
        .execute()
    for (let i = 0; i < incidents.length; i += perBatch)
      await trx
        .insertInto('incidents')
        .values(incidents.slice(i, i + perBatch))
        .execute()
  })
  // figures as the worker computes them
  const hours = JSON.stringify(Array.from({ length: 24 }, () => Math.round(1000 + 2000 * random())))
  await sql`update site_status set availability = 1 - (length(host) % 7) / 1000.0, lcp = 1000 + 37 * (length(search) % 90),
    lcp_before = 1500, lcp_hours = ${hours}, requests = 11 * (length(search) % 900), offload = 0.8,
    measured_at = ${now}`.execute(db)
  // of most, the home page has been checked
  await sql`update site_status set trouble = 'healthy' where trouble = 'unchecked' and length(search) % 30 > 0`.execute(
    db,
  )
  // as PostgreSQL does by itself within minutes
  await sql.raw(kind === 'postgres' ? 'vacuum analyze' : 'analyze').execute(db)
}

/** Adds an account with 500 sites to a fleet, whose figures and traffic of a year are known. @returns its id */
export async function fillLargeAccount({ db, kind }: Database, partnerId: string): Promise<string> {
  const now = Date.now()
  const [account, first] = await Promise.all([
    db.selectFrom('accounts').selectAll().where('partner_id', '=', partnerId).limit(1).executeTakeFirstOrThrow(),
    db.selectFrom('sites').selectAll().limit(1).executeTakeFirstOrThrow(),
  ])
  const id = uuid()
  const email = 'large@example.com'
  const own = { id, email, email_lower: email, key_hash: randomBytes(32).toString('hex') }
  await db
    .insertInto('accounts')
    .values({ ...account, ...own })
    .execute()
  for (let i = 0; i < largeAccount.sites; i++) {
    const site = uuid()
    const names = {
      host: `site${i}.large.example`,
      service_cname: `l-${i}.edge.example`,
      preview_host: `q-${i}.example`,
    }
    await db
      .insertInto('sites')
      .values({ ...first, id: site, account_id: id, first: 0, ...names })
      .execute()
    const days = Array.from({ length: 60 }, (_, day) => [
      Math.floor(now / dayMs) - 59 + day,
      dayMs,
      day % 20 === 0 ? 600_000 : 0,
      day % 25 === 0 ? 1 : 0,
      1000 + ((7 * i + day) % 500),
    ])
    await db
      .updateTable('site_status')
      .set({ days: JSON.stringify(days), measured_at: now })
      .where('site_id', '=', site)
      .execute()
    for (const [width, count] of [
      [dayMs, largeAccount.days],
      [hourMs, largeAccount.hours],
    ] as const)
      // one statement for each: there are a million rows
      await sql`
        with recursive bucket(n) as (select 0 union all select n + 1 from bucket where n < ${sql.lit(count - 1)})
        insert into traffic (site_id, width, at, service_requests, service_bytes, origin_requests, origin_bytes)
        select ${site}, ${sql.lit(width)}, ${sql.lit(Math.floor(now / width) * width)} - n * cast(${sql.lit(width)} as bigint), 900 + n % 90,
          30000000 + n, 200 + n % 50, 9000000 + n
        from bucket`.execute(db)
  }
  // others have most of the traffic
  await sql`
    with recursive bucket(n) as (select 0 union all select n + 1 from bucket where n < ${sql.lit(largeAccount.daysOfOthers - 1)})
    insert into traffic (site_id, width, at, service_requests, service_bytes, origin_requests, origin_bytes)
    select sites.id, ${sql.lit(dayMs)}, ${sql.lit(Math.floor(now / dayMs) * dayMs)} - n * cast(${sql.lit(dayMs)} as bigint), 900, 30000000, 200, 9000000
    from bucket cross join sites where account_id <> ${id}`.execute(db)
  await sql.raw(kind === 'postgres' ? 'vacuum analyze' : 'analyze').execute(db)
  return id
}
