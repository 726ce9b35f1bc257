import { expect, test } from 'vitest'
import {
  checkDns,
  createAccountSite,
  deleteMonitors,
  stopMonitor,
  updateMonitor,
  updateSiteHost,
} from '../../../contract/index.ts'
import { breakable } from '../../test/breaking-database.ts'
import { emptyDatabase, start, testService } from '../../test/service.ts'
import { storeSamples } from '../samples/store-samples.ts'
import { addMonitor, checksOf, incidentsOf, interval, takeChecks } from './testing-histories.ts'

const siteHost = 'shop.example'
const serviceCname = 's-1.edge.example'

/** Everything that can open, extend, reopen or end an incident, in a service whose database can break. */
async function brokenService() {
  const { broken, whileBreaking } = breakable(await emptyDatabase())
  const service = await testService({ database: broken })
  const { ask, db, services, world } = service
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner, { plan: 'plus_paid' })
  const scope = { partner_id: partner.id, account_id: account.id }
  const { site_id } = await ask(createAccountSite, { path: scope, body: { host: siteHost } }, partner.key)
  await db.updateTable('sites').set({ first: 1, service_cname: serviceCname }).execute()
  const monitors = {
    home: await addMonitor(service, account.id, 'www.example'),
    again: await addMonitor(service, account.id, 'www.example'),
    other: await addMonitor(service, account.id, 'other.example'),
  }
  await db.updateTable('monitors').set({ status: 'RUNNING', next_due_at: start }).execute()
  const names = new Map(Object.entries(monitors).map(([name, { id }]) => [id, name]))

  const point = (target: string) => () => {
    world.dns.set(siteHost, { kind: 'cname', target })
    return ask(checkDns.user, { path: { site_id } }, account.key)
  }
  const path = (monitor: keyof typeof monitors) => ({ monitor_id: monitors[monitor].id })
  const elsewhere = { name: 'Elsewhere', type: 'HTTP', constants: { url: 'https://elsewhere.example/' } } as const
  const acts = {
    pointAway: point('elsewhere.example'),
    pointBack: point(serviceCname),
    changeHost: () =>
      ask(updateSiteHost, { path: { ...scope, site_id }, body: { new_host: 'new.example' } }, partner.key),
    pauseOther: () => ask(stopMonitor.user, { path: path('other') }, account.key),
    moveHome: () => ask(updateMonitor.user, { path: path('home'), body: elsewhere }, account.key),
    deleteAgain: () => ask(deleteMonitors.user, { body: { ids: [monitors.again.id] } }, account.key),
  }

  /** Has runners make the checks of a round. @returns what stores their samples */
  const round = async (n: number, letters: Readonly<Record<string, string>>) => {
    const checks = Object.entries(letters).flatMap(([place, letter]) => {
      const [name = '', location = ''] = place.split(' ')
      return checksOf(monitors[name as keyof typeof monitors], location, letter, n)
    })
    const packed = await takeChecks(service, 'runner', checks)
    return () => storeSamples(packed, 'runner', services)
  }

  /** All that incidents and availability are made of. Ids, which are random, are replaced by what they stand for. */
  const contents = async () => {
    const samples = await db.selectFrom('samples').select(['id', 'monitor_id', 'location', 'taken_at']).execute()
    const incidents = await db.selectFrom('incidents').selectAll().execute()
    const known = new Map([
      ...names,
      ...samples.map((row) => [row.id, `${names.get(row.monitor_id)} ${row.location} ${row.taken_at}`] as const),
      ...incidents.map(({ id, kind, host, opened_at }) => [id, `${kind} ${host} ${opened_at}`] as const),
    ])
    const tables = {
      samples,
      incidents,
      places: await db.selectFrom('incident_places').selectAll().execute(),
      changes: await db.selectFrom('incident_changes').selectAll().execute(),
      rounds: await db.selectFrom('recent_rounds').selectAll().execute(),
      availability: await db.selectFrom('availability').selectAll().execute(),
      events: await db.selectFrom('events').selectAll().execute(),
      checks: await db.selectFrom('checks').select(['monitor_id', 'location', 'round_at']).execute(),
      sites: await db.selectFrom('sites').select(['host', 'state', 'cname_seen']).execute(),
      monitors: await db
        .selectFrom('monitors')
        .select(['id', 'name', 'account_id', 'status', 'last_sample_at'])
        .execute(),
    }
    return Object.entries(tables).flatMap(([name, rows]) =>
      rows
        .map(
          (row) => `${name} ${JSON.stringify(row).replaceAll(/\w{8}(-\w{4}){3}-\w{12}/g, (id) => known.get(id) ?? '')}`,
        )
        .toSorted(),
    )
  }
  return { ...service, acts, contents, round, whileBreaking }
}

type Broken = Awaited<ReturnType<typeof brokenService>>

/** What each place finds, and what is done after a round. */
const lines = {
  'home a': '.444555...555',
  'home b': '..5555....555',
  'again a': '.sss55...s555',
  'other a': '.5555',
}
const after: Readonly<Record<number, readonly (keyof Broken['acts'])[]>> = {
  0: ['pointBack'],
  2: ['pointAway'],
  3: ['pointBack'],
  4: ['pauseOther', 'pointAway'],
  6: ['changeHost'],
  12: ['moveHome', 'deleteAgain'],
}

/** Plays the history. `take` takes each step. */
async function playIn(service: Broken, take: (step: () => Promise<unknown>, what: string) => Promise<void>) {
  for (let n = 0; n < lines['home a'].length; n++) {
    const letters = Object.fromEntries(Object.entries(lines).map(([place, line]) => [place, line[n] ?? '']))
    await take(await service.round(n, letters), `round ${n}`)
    for (const act of after[n] ?? []) await take(service.acts[act], act)
    await service.clock.advance(interval)
  }
}

test('whatever is killed when, no incident is lost, doubled or left half done', { timeout: 300_000 }, async () => {
  const whole = await brokenService()
  const expected: (readonly string[])[] = []
  await playIn(whole, async (step) => {
    await step()
    expected.push(await whole.contents())
  })
  expect(await incidentsOf(whole)).toEqual([
    'dns 2-6 CNAME points to elsewhere.example: ',
    'down 1-4 HTTP 503: a 1-4',
    'down 1-12 HTTP 503: a 1-7, b 2-6, a 4-6, a 10-12, a 10-12, b 10-12',
    'slow 1-4 First byte 900 ms, limit 800 ms, partly: a 1-4',
  ])

  const broken = await brokenService()
  let steps = 0
  let breaks = 0
  await playIn(broken, async (step, what) => {
    const before = await broken.contents()
    const done = expected[steps++]
    for (let statement = 0, isDone = false; !isDone; statement++) {
      isDone = !(await broken.whileBreaking(statement, step))
      breaks += isDone ? 0 : 1
      const found = await broken.contents()
      const isBefore = !isDone && JSON.stringify(found) === JSON.stringify(before)
      if (!isBefore) expect(found, `${what}, killed before statement ${statement}`).toEqual(done)
      expect(statement).toBeLessThan(100)
    }
  })
  expect(breaks).toBeGreaterThan(200)
})
