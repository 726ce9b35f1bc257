import { describe, expect, test } from 'vitest'
import {
  addIncidentNote,
  checkDns,
  deleteMonitors,
  listAccounts,
  listIncidents,
  listOpenIncidents,
  noteLimits,
  readAvailability,
  readIncident,
  runMonitor,
  stopMonitor,
  updateMonitor,
  updateSiteHost,
} from '../../contract/index.ts'
import { insertIncident, populate } from '../test/fixtures.ts'
import { recordRounds } from './record-rounds.ts'
import { start, testService } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'

const minute = 60_000

/** A service whose runner measures a monitor of a page that answers 503, until the incident is there. */
async function downService() {
  const service = await testService()
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  await service.db.deleteFrom('incidents').execute()
  const path = { monitor_id: ids['monitor_id'] ?? '' }
  const body = { name: 'Down', type: 'HTTP', constants: { url: 'https://page-503.example/' } } as const
  await service.ask(updateMonitor.user, { path, body }, account.key)
  await service.start()
  const measured = (n: number) =>
    waitFor(async () => {
      // a runner that finds a monitor locked looks again a second later
      await service.clock.advance(1000)
      const rows = await service.db
        .selectFrom('samples')
        .select('id')
        .where('monitor_id', '=', path.monitor_id)
        .execute()
      // one of them is the fixture's
      expect(rows).toHaveLength(n + 1)
    })
  await measured(1)
  await service.clock.advance(minute)
  await service.ask(runMonitor.user, { path }, account.key)
  await measured(2)
  const list = async (query = {}) => (await service.ask(listIncidents.user, { query }, account.key)).rows
  const [incident] = await list()
  if (!incident) throw new Error('there is no incident')
  return { ...service, account, ids, incident, list, partner, path, body }
}

test('a page that fails twice is an incident, with the samples that show it', async () => {
  const { account, ask, db, ids, incident, partner, path } = await downService()
  const samples = await db
    .selectFrom('samples')
    .select(['id', 'taken_at'])
    .where('monitor_id', '=', path.monitor_id)
    .where('sample_type', '=', 3)
    .orderBy('taken_at')
    .execute()
  expect(incident).toMatchObject({
    kind: 'down',
    severity: 3,
    host: 'page-503.example',
    site_id: null,
    cause: 'HTTP 503',
    started_at: new Date(samples[0]?.taken_at ?? 0).toISOString(),
    ended_at: null,
    partly: false,
    places: [
      {
        monitor_id: path.monitor_id,
        monitor_name: 'Down',
        location: 'local',
        until: null,
        first_sample_id: samples[0]?.id,
        last_sample_id: samples[1]?.id,
        samples: 2,
      },
    ],
  })
  const scope = { partner_id: partner.id, account_id: ids['account_id'] ?? '' }
  const read = { path: { ...scope, incident_id: incident.id } }
  expect(await ask(readIncident.partner, read, partner.key)).toEqual({
    ...incident,
    opened_at: expect.any(String),
    reopened_at: null,
    closed_at: null,
    notes: [],
  })
  expect(await ask(readAvailability.user, { path }, account.key)).toMatchObject({
    availability: 0,
    rounds: 2,
    failed_rounds: 2,
    clean: 0,
    samples: 2,
  })
})

test('open incidents are listed before those that are over', async () => {
  const service = await testService()
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  const add = (host: string, started_at: number, ended_at: number | null = null) =>
    insertIncident(service.db, {
      account_id: account.id,
      site_id: null,
      host,
      started_at,
      ended_at,
      closed_at: ended_at,
      end_reason: ended_at === null ? null : 'recovered',
    })
  await add('long-open.example', start - 9 * minute)
  await add('over.example', start - 4 * minute, start - minute)
  await add('open.example', start - 5 * minute)
  await add('long-over.example', start - 20 * minute, start - minute)
  const { rows } = await service.ask(listIncidents.user, {}, account.key)
  expect(rows.map(({ host }) => host)).toEqual([
    'open.example',
    'long-open.example',
    'over.example',
    'long-over.example',
  ])
})

test('an incident that is over is as bad as its worst place was, whichever recovered last', async () => {
  const service = await testService()
  const { ids } = await populate(service, await service.makePartner())
  await service.db.deleteFrom('incidents').execute()
  const slow = {
    Tokyo: { severity: 1, cause: 'LCP 5.00 s', times: 2 },
    Frankfurt: { severity: 1, cause: 'LCP 3.00 s', times: 1.2 },
  }
  const { database } = service.services
  const record = (round: number, location: keyof typeof slow, isGood: boolean) => {
    const at = start + round * minute
    const check = {
      monitorId: ids['monitor_id'] ?? '',
      accountId: ids['account_id'] ?? null,
      siteId: null,
      host: 'slow.example',
      roundAt: at,
      location,
      checksAtPlace: 1,
      interval: minute,
      clean: 0,
      samples: [{ id: `${location} ${round}`, at, findings: { slow: isGood ? ('good' as const) : slow[location] } }],
    }
    return service.db.transaction().execute((trx) => recordRounds(trx, database.kind, [check], at))
  }
  const read = () => service.db.selectFrom('incidents').select(['cause', 'ended_at']).execute()
  for (let round = 0; round < 6; round++) {
    await record(round, 'Tokyo', round > 1)
    await record(round, 'Frankfurt', round > 2)
    if (round === 4) expect(await read()).toEqual([{ cause: 'LCP 3.00 s', ended_at: null }])
  }
  expect(await read()).toEqual([{ cause: 'LCP 5.00 s', ended_at: start + 3 * minute }])
})

describe('an incident that nobody can see any more ends as unwatched', () => {
  const ended = { ended_at: expect.any(String), end_reason: 'unwatched' }

  test('when its monitor is paused', async () => {
    const { account, ask, list, path } = await downService()
    await ask(stopMonitor.user, { path }, account.key)
    expect(await list()).toMatchObject([ended])
  })

  test('when its monitor is deleted', async () => {
    const { account, ask, list, path } = await downService()
    await ask(deleteMonitors.user, { body: { ids: [path.monitor_id] } }, account.key)
    expect(await list()).toMatchObject([{ ...ended, places: [{ monitor_name: null }] }])
  })

  test('when its monitor measures something else', async () => {
    const { account, ask, body, list, path } = await downService()
    const constants = { url: 'https://other.example/' }
    await ask(updateMonitor.user, { path, body: { ...body, constants } }, account.key)
    expect(await list()).toMatchObject([ended])
  })

  test('but not when the monitor just gets another name', async () => {
    const { account, ask, body, incident, list, path } = await downService()
    await ask(updateMonitor.user, { path, body: { ...body, name: 'Still down' } }, account.key)
    expect(await list({ open: true })).toMatchObject([{ id: incident.id }])
  })
})

test('lists the incidents of an account only, by what is asked for', async () => {
  const service = await testService()
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  const other = await populate(service, partner)
  const { ask, call, db } = service
  const host = 'www.example'
  const mine = { account_id: account.id, host }
  const [hour, day] = [60 * minute, 1440 * minute]
  const ended = await insertIncident(db, { ...mine, started_at: start - day, ended_at: start - day + hour })
  const slow = await insertIncident(db, { ...mine, kind: 'slow', severity: 1, started_at: start - hour })
  const found = async (query: object) => {
    const { rows } = await ask(listIncidents.user, { query }, account.key)
    return rows.map(({ id }) => id)
  }
  const down = ids['incident_id']
  expect(await found({})).toEqual([down, slow, ended])
  expect(await found({ open: true })).toEqual([down, slow])
  expect(await found({ open: false })).toEqual([ended])
  expect(await found({ kind: 'slow' })).toEqual([slow])
  expect(await found({ site_id: ids['site_id'] })).toEqual([down])
  expect(await found({ monitor_id: ids['monitor_id'] })).toEqual([])
  expect(await found({ to: start - 2 * hour })).toEqual([ended])
  expect(await found({ from: start - 2 * hour, to: start })).toEqual([slow])
  expect(await found({ per_page: 1, page: 2 })).toEqual([slow])
  expect((await call('GET', `/incidents/${other.ids['incident_id']}`, { key: account.key })).status).toBe(404)
  expect((await call('GET', '/incidents?kind=else', { key: account.key })).status).toBe(422)
  // a misspelt field would do the opposite of what was meant
  const path = `/incidents/${down}/acknowledge`
  const answer = await call('PUT', path, { key: account.key, json: { acknowleged: false } })
  expect(answer).toMatchObject({ status: 422, body: { fields: { acknowleged: expect.any(String) } } })
})

test('people write notes on an incident, which are read with it and deleted with it', async () => {
  const service = await testService()
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  const { account: other } = await populate(service, partner)
  const { ask, call, clock, db } = service
  const incident_id = ids['incident_id'] ?? ''
  const ofPartner = { partner_id: partner.id, account_id: account.id, incident_id }
  const read = () => ask(readIncident.user, { path: { incident_id } }, account.key)
  expect(await read()).toMatchObject({ notes: [] })

  const text = '  The transit provider\nreports <b>loss</b>. Watching. '
  await ask(addIncidentNote.user, { path: { incident_id }, body: { text } }, account.key)
  await clock.advance(minute)
  // after its end, too
  await db.updateTable('incidents').set({ ended_at: clock.now(), closed_at: clock.now() }).execute()
  const reply = await ask(addIncidentNote.partner, { path: ofPartner, body: { text: 'Solved.' } }, partner.key)
  const notes = [
    { text: text.trim(), by: 'holder', by_name: null, at: new Date(start).toISOString() },
    { text: 'Solved.', by: 'partner', by_name: expect.any(String), at: new Date(start + minute).toISOString() },
  ]
  expect(reply).toMatchObject({ notes })
  expect(await read()).toMatchObject({ notes })
  const { rows } = await ask(listIncidents.user, {}, account.key)
  expect(rows[0]).not.toHaveProperty('notes')

  const path = `/incidents/${incident_id}/notes`
  for (const bad of ['', ' \n ', 'a'.repeat(noteLimits.text + 1), 'a\u0000b', 'a\u202eb', 3, null])
    expect(await call('POST', path, { key: account.key, json: { text: bad } })).toMatchObject({
      status: 422,
      body: { fields: { text: expect.any(String) } },
    })
  const longest = { text: `${'a'.repeat(noteLimits.text)} ` }
  expect((await call('POST', path, { key: other.key, json: longest })).status).toBe(404)
  for (let i = notes.length; i < noteLimits.notes - 1; i++)
    await db
      .insertInto('incident_notes')
      .values({ id: `note-${i}`, incident_id, at: start, by: 'holder', text: 'More' })
      .execute()
  const two = await Promise.all([longest, longest].map((json) => call('POST', path, { key: account.key, json })))
  expect(new Set(two.map(({ status }) => status))).toEqual(new Set([200, 409]))
  await db.deleteFrom('incidents').execute()
  expect(await db.selectFrom('incident_notes').select('id').execute()).toEqual([])
})

describe('DNS that points away from an active site', () => {
  async function active() {
    const service = await testService()
    const partner = await service.makePartner()
    const { account, ids } = await populate(service, partner)
    await service.db.deleteFrom('incidents').execute()
    const path = { site_id: ids['site_id'] ?? '' }
    const { host, service_cname } = await service.db
      .selectFrom('sites')
      .select(['host', 'service_cname'])
      .where('id', '=', path.site_id)
      .executeTakeFirstOrThrow()
    const point = (to: string | null) => {
      service.world.dns.set(host, to === null ? { kind: 'none' } : { kind: 'cname', target: to })
      return service.ask(checkDns.user, { path }, account.key)
    }
    const list = async () => (await service.ask(listIncidents.user, {}, account.key)).rows
    await point(service_cname)
    return { ...service, account, host, ids, list, partner, path, point, service_cname }
  }

  test('is an incident until it points at the service again', async () => {
    const { host, list, path, point, service_cname } = await active()
    expect(await list()).toEqual([])
    await point('elsewhere.example')
    const expected = {
      kind: 'dns',
      host,
      site_id: path.site_id,
      cause: 'CNAME points to elsewhere.example',
      places: [],
    }
    expect(await list()).toMatchObject([{ ...expected, ended_at: null }])
    await point(null)
    expect(await list()).toHaveLength(1)
    await point(service_cname)
    expect(await list()).toMatchObject([{ ...expected, end_reason: 'recovered' }])
  })

  test('ends with the host', async () => {
    const { ask, db, ids, list, partner, path, point } = await active()
    await db.updateTable('sites').set({ first: 1 }).execute()
    await point(null)
    expect(await list()).toMatchObject([{ cause: 'No CNAME record', ended_at: null }])
    const scope = { partner_id: partner.id, account_id: ids['account_id'] ?? '' }
    await ask(updateSiteHost, { path: { ...scope, ...path }, body: { new_host: 'new.example' } }, partner.key)
    expect(await list()).toMatchObject([{ end_reason: 'unwatched' }])
  })
})

test('a partner sees the open incidents of all accounts, and an account’s trouble at hosts that are no sites', async () => {
  const { ask, db, makeAccount, makePartner, ...service } = await testService()
  const partner = await makePartner()
  const { account: other } = await populate({ ...service, ask, db, makeAccount, makePartner }, await makePartner())
  const name = { name: 'Fjord Bikes', name_lower: 'fjord bikes' }
  const { account, ids } = await populate(
    { ...service, ask, db, makePartner, makeAccount: (to, fields) => makeAccount(to, { ...fields, ...name }) },
    partner,
  )
  await db.updateTable('incidents').set({ severity: 1 }).where('account_id', '=', account.id).execute()
  const api = await insertIncident(db, { account_id: account.id, host: 'api.fjord.example', severity: 2 })
  await insertIncident(db, { account_id: account.id, host: 'api.fjord.example', kind: 'slow', severity: 1 })
  await insertIncident(db, { account_id: account.id, host: 'old.fjord.example', ended_at: start, closed_at: start })
  const list = async (query = {}) => ask(listOpenIncidents, { path: { partner_id: partner.id }, query }, partner.key)

  const { rows, total_entries } = await list()
  expect(total_entries).toBe(3)
  expect(rows[0]).toMatchObject({
    id: api,
    severity: 2,
    account_id: account.id,
    account_name: 'Fjord Bikes',
    places: [],
  })
  expect(rows.map(({ account_id }) => account_id)).not.toContain(other.id)
  const found = async (query: object) => (await list(query)).rows.map(({ host, kind }) => `${host} ${kind}`).toSorted()
  expect(await found({ at_site: false })).toEqual(['api.fjord.example down', 'api.fjord.example slow'])
  expect((await list({ at_site: true })).rows.map(({ site_id }) => site_id)).toEqual([ids['site_id']])
  expect(await found({ search_term: 'API.' })).toHaveLength(2)
  expect(await found({ search_term: 'FJORD bikes' })).toHaveLength(3)
  expect(await found({ search_term: '%' })).toEqual([])
  expect(await list({ per_page: 2, page: 2 })).toMatchObject({ total_pages: 2, rows: [{ severity: 1 }] })

  const { accounts } = await ask(listAccounts, { path: { partner_id: partner.id } }, partner.key)
  expect(accounts).toMatchObject([{ troubled_sites: 1, troubled_hosts: 1, severity: 2 }])
})
