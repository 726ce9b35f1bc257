import { describe, expect, test } from 'vitest'
import {
  createAlertRule,
  deleteAccountSite,
  listIncidents,
  type OptimizerState,
  runMonitor,
  updateMonitor,
  updateSiteHost,
} from '../../contract/index.ts'
import { stepLimits } from '../time/limits.ts'
import { addOriginResults, lifetimes } from '../database/index.ts'
import { populate } from '../test/fixtures.ts'
import { testService } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'
import { OriginWatcher } from './index.ts'

const minute = 60_000

/** A service with an active site whose origin the edge asks. */
async function askedSite(host = 'www.asked.example') {
  const service = await testService()
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  const { clock, db, services } = service
  await db.deleteFrom('incidents').execute()
  await db.deleteFrom('alert_rules').execute()
  const siteId = ids['site_id'] ?? ''
  const { service_cname } = await db
    .updateTable('sites')
    .set({ host })
    .where('id', '=', siteId)
    .returningAll()
    .executeTakeFirstOrThrow()
  service.world.dns.set(host, { kind: 'cname', target: service_cname })
  const setState = (state: OptimizerState) => db.updateTable('sites').set({ state }).where('id', '=', siteId).execute()
  await setState('active')
  const watcher = new OriginWatcher(services)
  const asked = (requests: number, failed: number, problem = 'HTTP 503') =>
    addOriginResults(db, [
      {
        siteId,
        host,
        minute: Math.floor(clock.now() / minute) * minute,
        asked: requests,
        failed,
        problem: failed > 0 ? problem : null,
      },
    ])
  return {
    ...service,
    account,
    ids,
    partner,
    host,
    siteId,
    setState,
    watcher,
    asked,
    /** Requests in each of some minutes, judged after each. */
    minutes: async (count: number, requests: number, failed: number) => {
      for (let i = 0; i < count; i++) {
        await clock.advance(minute)
        await asked(requests, failed)
        await watcher.run()
      }
    },
    list: async () => (await service.ask(listIncidents.user, {}, account.key)).rows,
    path: { partner_id: partner.id, account_id: ids['account_id'] ?? '', site_id: siteId },
  }
}

const iso = (ms: number) => new Date(ms).toISOString()

test('an origin that fails is an incident until it’s good again, with what the edge counted', async () => {
  const { clock, host, list, minutes, siteId, watcher } = await askedSite()
  const began = clock.now()
  await minutes(2, 20, 0)
  expect(await list()).toEqual([])
  await minutes(3, 20, 19)
  const open = { kind: 'origin', severity: 3, host, site_id: siteId, cause: 'HTTP 503', places: [], ended_at: null }
  expect(await list()).toMatchObject([
    { ...open, started_at: iso(began + 3 * minute), requests: { asked: 60, failed: 57 } },
  ])
  // nobody asks: nothing is known
  await clock.advance(30 * minute)
  await watcher.run()
  expect(await list()).toMatchObject([open])
  await minutes(1, 1, 0)
  expect(await list()).toMatchObject([
    {
      ...open,
      started_at: iso(began + 3 * minute),
      ended_at: iso(clock.now()),
      end_reason: 'recovered',
      requests: { asked: 61, failed: 57 },
    },
  ])
})

test('an origin that fails again within the hour has one incident', async () => {
  const { list, minutes } = await askedSite()
  await minutes(2, 10, 10)
  await minutes(7, 10, 0)
  expect(await list()).toMatchObject([{ end_reason: 'recovered', requests: { asked: 80, failed: 20 } }])
  await minutes(5, 10, 10)
  expect(await list()).toMatchObject([{ ended_at: null }])
})

test('two processes that judge one after the other, or again after a crash, find the same', async () => {
  const { asked, db, list, services, watcher } = await askedSite()
  await asked(10, 10)
  await watcher.run()
  const before = await list()
  // another one takes over
  await db.deleteFrom('leases').execute()
  const other = new OriginWatcher(services)
  await Promise.all([other.run(), watcher.run()])
  expect(await list()).toEqual(before)
  expect(before).toMatchObject([{ requests: { asked: 10, failed: 10 } }])
})

test('old minutes are deleted, however many', async () => {
  const { clock, db, siteId, watcher } = await askedSite()
  const { rows: step } = stepLimits
  const { originResults: kept } = lifetimes
  const at = (ago: number) => Math.floor((clock.now() - ago) / minute) * minute
  await addOriginResults(
    db,
    Array.from({ length: 2 * step + 10 }, (_, i) => ({
      siteId,
      host: `h${i}`,
      minute: at(kept + 2 * minute),
      asked: 1,
      failed: 0,
      problem: null,
    })),
  )
  await addOriginResults(db, [{ siteId, host: 'new', minute: at(kept - minute), asked: 1, failed: 0, problem: null }])
  await watcher.run()
  expect(await db.selectFrom('origin_results').select('host').execute()).toEqual([{ host: 'new' }])
})

describe('nothing is said of the origin of a site', () => {
  test.each<OptimizerState>(['maintenance', 'off', 'bypass', 'proxy only'])('in state %s', async (state) => {
    const { asked, list, setState, watcher } = await askedSite()
    await asked(10, 10)
    await setState(state)
    await watcher.run()
    expect(await list()).toEqual([])
  })

  test('without an owner', async () => {
    const { asked, db, watcher } = await askedSite()
    await asked(10, 10)
    await db.updateTable('sites').set({ account_id: null }).execute()
    await watcher.run()
    expect(await db.selectFrom('incidents').selectAll().execute()).toEqual([])
  })

  test('that had another host then', async () => {
    const { ask, asked, db, list, partner, path, watcher } = await askedSite()
    await db.updateTable('sites').set({ first: 1 }).execute()
    await asked(10, 10)
    await watcher.run()
    await ask(updateSiteHost, { path, body: { new_host: 'new.example' } }, partner.key)
    await watcher.run()
    expect(await list()).toMatchObject([{ kind: 'origin', end_reason: 'unwatched' }])
  })
})

describe('an origin that fails', () => {
  test('isn’t watched any more once visitors don’t count', async () => {
    const { asked, list, setState, watcher } = await askedSite()
    await asked(10, 10)
    await watcher.run()
    await setState('maintenance')
    await watcher.run()
    expect(await list()).toMatchObject([{ ended_at: null }])
    await setState('bypass')
    await watcher.run()
    expect(await list()).toMatchObject([{ end_reason: 'unwatched' }])
  })

  test('isn’t watched any more once its site is deleted', async () => {
    const { ask, asked, list, partner, path, setState, watcher } = await askedSite()
    await asked(10, 10)
    await watcher.run()
    await setState('off')
    await ask(deleteAccountSite, { path }, partner.key)
    await watcher.run()
    expect(await list()).toMatchObject([{ end_reason: 'unwatched' }])
  })
})

describe('a host whose page monitors see down', () => {
  async function measuredSite(failing: string) {
    const site = await askedSite(failing)
    const { account, ask, clock, db, ids, host } = site
    const path = { monitor_id: ids['monitor_id'] ?? '' }
    await ask(
      updateMonitor.user,
      { path, body: { name: 'Shop', type: 'HTTP', constants: { url: `https://${host}/` } } },
      account.key,
    )
    let rounds = 0
    const round = async () => {
      rounds++
      if (rounds === 1) await site.start()
      else await ask(runMonitor.user, { path }, account.key)
      await waitFor(async () => {
        // a runner that finds a monitor locked looks again a second later
        await clock.advance(1000)
        const rows = await db.selectFrom('samples').select('id').where('monitor_id', '=', path.monitor_id).execute()
        // one of them is the fixture's
        expect(rows).toHaveLength(rounds + 1)
      })
      await clock.advance(minute)
    }
    const mails = () =>
      site.world.mail.letters.map(({ subject }) => subject).filter((subject) => subject.includes(failing))
    /** Lets the service work until something is as expected. */
    const until = (check: () => unknown) =>
      waitFor(async () => {
        await clock.advance(15_000)
        await check()
      })
    return { ...site, round, mails, until }
  }

  test('keeps the incident of its origin, which rules about pages hear of, and others not again', async () => {
    const { account, ask, asked, clock, host, list, mails, round, until } = await measuredSite('page-503.example')
    await ask(createAlertRule.user, { body: { name: 'All', channel: 'email' } }, account.key)
    await ask(createAlertRule.user, { body: { name: 'Pages', channel: 'email', kinds: ['down'] } }, account.key)
    await round()
    await asked(10, 10)
    const reported = [`Server errors: ${host} (HTTP 503)`]
    await until(() => expect(mails()).toEqual(reported))
    const [origin] = await list()
    expect(origin).toMatchObject({ kind: 'origin', places: [] })
    await round()
    expect(await list()).toMatchObject([
      {
        id: origin?.id,
        kind: 'down',
        severity: 3,
        ended_at: null,
        requests: { asked: 10, failed: 10 },
        places: [{ monitor_name: 'Shop' }],
      },
    ])
    await until(() => expect(mails()).toEqual([...reported, expect.stringContaining(`Down: ${host}`)]))
    await clock.advance(90 * minute)
    expect(mails()).toHaveLength(2)
  })

  test('says what is worse: what monitors see, or the edge', async () => {
    const { asked, clock, list, round, until, watcher, db } = await measuredSite('page-404.example')
    await asked(10, 10, 'Connection refused')
    await watcher.run()
    await round()
    await round()
    const [incident] = await list()
    expect(incident).toMatchObject({ kind: 'down', severity: 3, cause: 'Connection refused' })
    expect(incident?.places).toMatchObject([{ cause: 'HTTP 404' }])
    await clock.advance(10 * minute)
    await asked(10, 0)
    await until(async () =>
      expect(await list()).toMatchObject([{ id: incident?.id, severity: 2, cause: 'HTTP 404', ended_at: null }]),
    )
    expect(await db.selectFrom('incidents').select('kind').execute()).toEqual([{ kind: 'down' }])
  })

  test('has no second incident when the edge sees the origin fail after that', async () => {
    const { asked, list, round, until } = await measuredSite('page-503.example')
    await round()
    await round()
    const [incident] = await list()
    expect(incident).toMatchObject({ kind: 'down', requests: null })
    await asked(10, 9)
    await until(async () =>
      expect(await list()).toMatchObject([{ id: incident?.id, kind: 'down', requests: { asked: 10, failed: 9 } }]),
    )
  })
})
