import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { populate } from './test/fixtures.ts'
import { testService } from './test/service.ts'
import { Lease } from './time/lease.ts'
import { makeDue } from './wrong-clock.ts'
import { testTwoClocks } from './test/two-clocks.ts'

const minute = 60_000
const hour = 60 * minute

/** A service with something in each table that waits for a time. */
async function withEverything() {
  const service = await testService()
  const { ids } = await populate(service, await service.makePartner())
  const { db, clock } = service
  const now = clock.now()
  const { monitor_id = '', site_id = '', account_id = '', alert_rule_id: rule_id = null } = ids
  const inserts: Readonly<Record<string, () => Promise<unknown>>> = {
    mails: () =>
      db
        .insertInto('mails')
        .values({
          id: 'm',
          account_id,
          kind: 'welcome',
          secret_sealed: '',
          held: 0,
          attempts: 0,
          next_at: 0,
          created_at: now,
        })
        .execute(),
    checks: () =>
      db
        .insertInto('checks')
        .values({ id: 'c', monitor_id, variant: 0, location: 'a', type: 'HTTP', round_at: now, not_before: now })
        .execute(),
    alerts: () =>
      db
        .insertInto('alerts')
        .values({
          id: 'a',
          rule_id,
          account_id,
          rule_name: '',
          channel: 'email',
          what: 'opened',
          subject: '',
          state: 'waiting',
          attempts: 0,
          target: null,
          next_at: now,
          created_at: now,
        })
        .execute(),
    certificates: () =>
      db.insertInto('certificates').values({ site_id, hostname: 'a.example', next_attempt_at: now }).execute(),
  }
  const insertInto = async (table: string) => {
    const insert = inserts[table]
    if (!insert) return
    await sql`delete from ${sql.table(table)}`.execute(db)
    await insert()
  }
  return { ...service, insertInto, now }
}

const cases: readonly (readonly [what: string, set: string, dueIn: number | null])[] = [
  // an hour ahead, and what follows from that
  ['a round in 90 minutes, of every 30', 'monitors set next_due_at = N + 5400000, interval_ms = 1800000', 0],
  ['a round in 30 minutes, of every 30', 'monitors set next_due_at = N + 1800000, interval_ms = 1800000', 30 * minute],
  ['a test in an hour', 'monitors set next_due_at = N + 3600000, interval_ms = null', 0],
  ['DNS in an hour', 'sites set next_look_at = N + 3600000', 0],
  ['DNS in a minute', 'sites set next_look_at = N + 60000', minute],
  ['a deleted site in a year', "sites set state = 'deleted', next_look_at = N + 31536000000", 0],
  ['an email’s first retry in an hour', 'mails set held = 0, attempts = 1, next_at = N + 3660000', 0],
  ['an email’s fourth retry in an hour', 'mails set held = 0, attempts = 4, next_at = N + 3600000', hour],
  ['a check in an hour', 'checks set not_before = N + 3600000', 0],
  ['a check whose runner has it for an hour', "checks set lease_by = 'r', lease_until = N + 3600000", 0],
  ['a check whose runner has just renewed it', "checks set lease_by = 'r', lease_until = N + 30000", 30_000],
  ['an alert that was made an hour ahead', 'alerts set created_at = N + 3600000, next_at = N + 3600000', 0],
  ['an alert’s first retry in an hour', 'alerts set attempts = 1, next_at = N + 3600000', 0],
  ['an alert’s tenth retry in an hour', 'alerts set attempts = 10, next_at = N + 3600000', hour],
  ['an alert that may have been sent', "alerts set state = 'sending', attempts = 1, next_at = N + 3600000", hour],
  ['one for which that was two hours ahead', "alerts set state = 'sending', next_at = N + 7200000", 0],
  [
    'an alert of a rule that is muted for a year',
    "alerts set reason = 'muted', next_at = N + 31536000000",
    31_536_000_000,
  ],
  ['an alert in maintenance', "alerts set reason = 'maintenance', next_at = N + 3600000", 0],
  ['a certificate’s renewal', 'certificates set failures = 0, next_attempt_at = N + 5184000000', 5_184_000_000],
  ['a certificate’s retry in a month', 'certificates set failures = 2, next_attempt_at = N + 2592000000', 0],
  ['a certificate that a process has for an hour', 'certificates set leased_until = N + 3600000', 0],
  ['an email that is held', 'mails set held = 1, next_at = N + 99999999', 99_999_999],
]

test.each(cases)('%s is due as it should be', async (_, set, dueIn) => {
  const { db, services, now, insertInto } = await withEverything()
  const [table = '', column = ''] = [set.split(' ')[0], /.*\b(\w+) = N/.exec(set)?.[1]]
  await insertInto(table)
  await sql`update ${sql.raw(set.replaceAll(/\bN\b/g, String(now)))}`.execute(db)
  await makeDue(services, 60)
  const { rows } = await sql<Record<string, number | null>>`select * from ${sql.table(table)}`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  for (const row of rows) expect(row[column]).toBe(now + (dueIn ?? 0))
})

test('a lease that a clock an hour ahead has taken holds nobody up once the clock is right', async () => {
  const { services, clock } = await withEverything()
  const { database } = services
  let aheadMs = hour
  const jumping = { now: () => clock.now() + aheadMs, after: clock.after.bind(clock) }
  const first = new Lease('work', database, jumping, minute)
  const second = new Lease('work', database, clock, minute)
  expect(await first.hold()).toBe(true)
  // whoever took it died
  expect(await second.hold()).toBe(true)
  expect(await first.hold()).toBe(true)
  await second.release()
  // whoever lives doesn't take it for renewed
  aheadMs = 0
  expect(await second.hold()).toBe(true)
  expect(await first.hold()).toBe(false)
})

test('a service starts with everything due that a wrong clock had put off', async () => {
  const service = await withEverything()
  const { db, clock, now } = service
  await db
    .updateTable('sites')
    .set({ next_look_at: now + hour })
    .execute()
  await service.start()
  await clock.advance(1000)
  await expect
    .poll(async () => (await db.selectFrom('sites').select('next_look_at').execute())[0]?.next_look_at)
    .toBeLessThan(now + 2 * minute)
})

testTwoClocks('background work', {
  table: 'leases',
  column: 'until',
  lengthMs: minute,
  take: async ({ services, clock }) => Number(await new Lease('work', services.database, clock, minute).hold()),
})
