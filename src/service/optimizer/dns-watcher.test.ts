import { describe, expect, test, vi } from 'vitest'
import { watcherLimits } from './limits.ts'
import { populate } from '../test/fixtures.ts'
import { testService, type TestOptions } from '../test/service.ts'
import type { DnsAnswer } from '../world/world.ts'
import { waitFor } from '../test/wait-for.ts'
import { testTwoClocks } from '../test/two-clocks.ts'
import { DnsWatcher } from './dns-watcher.ts'

async function world(plan: 'free' | 'paid' = 'free', options: TestOptions = {}) {
  const service = await testService(options)
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  await service.db.updateTable('accounts').set({ plan }).execute()
  const id = ids['site_id'] ?? ''
  const site = () => service.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { host, service_cname } = await site()
  const setDns = (answer: DnsAnswer) => service.world.dns.set(host, answer)
  const pointToService = () => setDns({ kind: 'cname', target: service_cname })
  /** Advances the clock until the site is in the given state. */
  const waitForState = (state: string) =>
    waitFor(async () => {
      await service.clock.advance(1000)
      expect((await site()).state).toBe(state)
    }, 5)
  return {
    ...service,
    begin: () => service.start(),
    account,
    id,
    site,
    host,
    service_cname,
    setDns,
    pointToService,
    waitForState,
  }
}

/** Advances the clock until DNS has been queried twice more and the replies have been processed. */
async function waitForTwoLookups({ clock, world: { dns } }: Awaited<ReturnType<typeof world>>) {
  const ask = vi.spyOn(dns, 'ask')
  await waitFor(async () => {
    await clock.advance(5000)
    expect(ask.mock.calls.length).toBeGreaterThanOrEqual(2)
  }, 5)
  await new Promise((resolve) => setTimeout(resolve, 50))
}

describe('a site', () => {
  test.each([
    ['free', 'trial'],
    ['paid', 'active'],
  ] as const)(
    'on the %s plan becomes %s once its CNAME points at the service, and off once it no longer does',
    async (plan, state) => {
      const { begin, pointToService, waitForState, setDns, site, service_cname, host } = await world(plan)
      await begin()
      pointToService()
      await waitForState(state)
      expect(await site()).toMatchObject({ cname_seen: service_cname, resume_state: state, origin: `origin.${host}` })
      setDns({ kind: 'none' })
      await waitForState('off')
      expect(await site()).toMatchObject({ cname_seen: null, resume_state: state })
      pointToService()
      await waitForState(state)
    },
  )

  test('uses the target of its earlier DNS record as the origin', async () => {
    const { begin, pointToService, waitForState, setDns, site } = await world()
    setDns({ kind: 'address', address: '192.0.2.99' })
    await begin()
    await waitFor(async () => expect((await site()).origin).toBe('192.0.2.99'))
    pointToService()
    await waitForState('trial')
    expect((await site()).origin).toBe('192.0.2.99')
  })

  test('keeps its state while DNS doesn’t answer', async () => {
    const service = await world()
    service.pointToService()
    await service.begin()
    await service.waitForState('trial')
    service.setDns({ kind: 'silent' })
    await waitForTwoLookups(service)
    expect(await service.site()).toMatchObject({ state: 'trial', cname_seen: service.service_cname })
  })

  test('that the operator turned off stays off', async () => {
    const service = await world()
    await service.db.updateTable('sites').set({ state: 'off', off_by_operator: 1 }).execute()
    service.pointToService()
    await service.begin()
    await waitForTwoLookups(service)
    expect((await service.site()).state).toBe('off')
  })

  test.each(['bypass', 'transparent', 'maintenance', 'proxy only', 'off'])(
    'in %s has its CNAME known, and stays in that state',
    async (state) => {
      const service = await world()
      await service.db.updateTable('sites').set({ state, off_by_operator: 1 }).execute()
      service.pointToService()
      await service.begin()
      await waitFor(async () => {
        await service.clock.advance(1000)
        expect(await service.site()).toMatchObject({ state, cname_seen: service.service_cname })
      }, 5)
    },
  )

  test('is looked up about every DNS_INTERVAL seconds', async () => {
    const { begin, clock, site, world: outside } = await world('free', { env: { DNS_INTERVAL: '20' } })
    const ask = vi.spyOn(outside.dns, 'ask')
    await begin()
    for (let lookup = 1; lookup <= 3; lookup++) {
      const before = clock.now()
      await waitFor(async () => {
        await clock.advance(1000)
        expect(ask).toHaveBeenCalledTimes(lookup)
      })
      // the watcher checks every second for due sites
      const { next_look_at } = await site()
      expect(next_look_at - clock.now()).toBeLessThanOrEqual(19_000)
      expect(next_look_at - before).toBeGreaterThan(10_000)
      await clock.advance(Math.max(0, next_look_at - 2000 - clock.now()))
      await new Promise((resolve) => setTimeout(resolve, 40))
      expect(ask).toHaveBeenCalledTimes(lookup)
    }
  })
})

test('sites whose name servers are silent hold no other up', async () => {
  const { begin, db, clock, world: outside, id, host, pointToService, waitForState } = await world()
  const site = await db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const silent = Array.from({ length: 3 * watcherLimits.watched }, (_, i) => ({
    ...site,
    id: `${id}-${i}`,
    host: `silent-${i}.example`,
    service_cname: `s-${i}.example`,
    preview_host: `p-${i}.example`,
    // due before the other one
    next_look_at: site.next_look_at - 1000,
  }))
  await db.insertInto('sites').values(silent).execute()
  pointToService()
  const { promise: released, resolve: release } = Promise.withResolvers<DnsAnswer>()
  const answer = outside.dns.ask.bind(outside.dns)
  let waiting = 0
  const ask = vi.spyOn(outside.dns, 'ask').mockImplementation((name) => {
    if (!name.startsWith('silent')) return answer(name)
    waiting++
    return released
  })
  await begin()
  await waitFor(() => expect(ask).toHaveBeenCalledTimes(watcherLimits.watched))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(ask).toHaveBeenCalledTimes(watcherLimits.watched)
  await waitForState('trial')
  expect(ask).toHaveBeenCalledWith(host)
  expect(waiting).toBe(silent.length)
  // none is asked about a second time while it waits
  await clock.advance(300_000)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(waiting).toBe(silent.length)
  release({ kind: 'silent' })
})

describe('a site without an owner', () => {
  const week = 7 * 24 * 3600_000

  async function unownedSite(age: number, pointsAtService: boolean) {
    const service = await testService()
    const reply = await service.call('POST', '/sites', { form: { host: 'open.example' } })
    expect(reply.status).toBe(200)
    const { service_cname } = reply.body as { service_cname: string }
    if (pointsAtService) service.world.dns.set('open.example', { kind: 'cname', target: service_cname })
    await service.db
      .updateTable('sites')
      .set({ created_at: service.clock.now() - age })
      .execute()
    const remainingStates = async () =>
      (await service.db.selectFrom('sites').select('state').execute()).map(({ state }) => state)
    return { ...service, remainingStates, begin: () => service.start() }
  }

  async function startWithUnownedSite(age: number, pointsAtService: boolean) {
    const service = await unownedSite(age, pointsAtService)
    await service.begin()
    return service
  }

  test('is deleted after 7 days, with its monitor', async () => {
    const { db, remainingStates } = await startWithUnownedSite(week + 1, false)
    await waitFor(async () => expect(await remainingStates()).toEqual([]))
    expect(await db.selectFrom('monitors').select(['site_id', 'next_due_at']).execute()).toEqual([
      { site_id: null, next_due_at: null },
    ])
  })

  test('is deleted at once, but not the remains of a site that its owner deleted', async () => {
    const { db, remainingStates, begin } = await unownedSite(week + 1, false)
    const [site] = await db.selectFrom('sites').selectAll().execute()
    if (!site) throw new Error('There is no site.')
    const deleted = { id: 'a', state: 'deleted', service_cname: 'a', preview_host: 'a' }
    await db
      .insertInto('sites')
      .values({ ...site, ...deleted })
      .execute()
    await begin()
    await waitFor(async () => expect(await remainingStates()).toEqual(['deleted']))
  })

  test('isn’t deleted earlier', async () => {
    const { clock, remainingStates } = await startWithUnownedSite(week - 60_000, false)
    await clock.advance(5000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await remainingStates()).toEqual(['preview'])
  })

  test('is deleted after 7 days though its name servers are silent', async () => {
    const { world: outside, remainingStates, begin } = await unownedSite(week + 1, false)
    outside.dns.set('open.example', { kind: 'silent' })
    await begin()
    await waitFor(async () => expect(await remainingStates()).toEqual([]))
  })

  test('is deleted after 7 days in a state in which DNS isn’t watched', async () => {
    const { db, remainingStates, begin } = await unownedSite(week + 1, false)
    await db.updateTable('sites').set({ state: 'bypass' }).execute()
    await begin()
    await waitFor(async () => expect(await remainingStates()).toEqual([]))
  })

  test('is kept while its CNAME points at the service', async () => {
    const { clock, remainingStates } = await startWithUnownedSite(week + 1, true)
    await waitFor(async () => expect(await remainingStates()).toEqual(['trial']))
    await clock.advance(5000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await remainingStates()).toEqual(['trial'])
  })

  test('is kept until DNS has answered', async () => {
    const { clock, world: outside, remainingStates, begin } = await unownedSite(week + 1, true)
    const answer = await outside.dns.ask('open.example')
    const { promise: released, resolve: release } = Promise.withResolvers<DnsAnswer>()
    const ask = vi.spyOn(outside.dns, 'ask').mockReturnValue(released)
    await begin()
    await waitFor(() => expect(ask).toHaveBeenCalledWith('open.example'))
    await clock.advance(5000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await remainingStates()).toEqual(['preview'])
    release(answer)
    await waitFor(async () => expect(await remainingStates()).toEqual(['trial']))
  })
})

testTwoClocks('the DNS of a site', {
  table: 'sites',
  column: 'next_look_at',
  lengthMs: 60_000,
  async take({ services, done }) {
    const watcher = new DnsWatcher(services)
    watcher.start()
    return Promise.race([done, watcher.stop().then(() => 0)])
  },
})
