import { describe, expect, test, vi } from 'vitest'
import { populate } from '../test/fixtures.ts'
import { testService, type TestOptions } from '../test/service.ts'
import type { DnsAnswer } from '../world.ts'
import { waitFor } from '../test/wait-for.ts'

async function world(plan: 'free' | 'paid' = 'free', options: TestOptions = {}) {
  const service = await testService(options)
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  await service.db.updateTable('accounts').set({ plan }).execute()
  const id = ids['site_id'] ?? ''
  const site = () => service.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const { host, service_cname } = await site()
  const says = (answer: DnsAnswer) => service.world.dns.set(host, answer)
  const points = () => says({ kind: 'cname', target: service_cname })
  /** Lets time pass until the site is in a state. */
  const becomes = (state: string) =>
    waitFor(async () => {
      await service.clock.advance(1000)
      expect((await site()).state).toBe(state)
    }, 5)
  return { ...service, begin: () => service.start(), account, id, site, host, service_cname, says, points, becomes }
}

/** Lets time pass until DNS has been asked twice more, and what that leads to. */
async function pass({ clock, world: { dns } }: Awaited<ReturnType<typeof world>>) {
  const asked = vi.spyOn(dns, 'ask')
  await waitFor(async () => {
    await clock.advance(5000)
    expect(asked.mock.calls.length).toBeGreaterThanOrEqual(2)
  }, 5)
  await new Promise((resolve) => setTimeout(resolve, 50))
}

describe('a site', () => {
  test.each([
    ['free', 'trial'],
    ['paid', 'active'],
  ] as const)(
    'on the plan %s goes to %s once its CNAME points at the service, and to off once it does not',
    async (plan, state) => {
      const { begin, points, becomes, says, site, service_cname, host } = await world(plan)
      await begin()
      points()
      await becomes(state)
      expect(await site()).toMatchObject({ cname_seen: service_cname, resume_state: state, origin: `origin.${host}` })
      says({ kind: 'none' })
      await becomes('off')
      expect(await site()).toMatchObject({ cname_seen: null, resume_state: state })
      points()
      await becomes(state)
    },
  )

  test('keeps what its DNS named before as the customer’s server, and follows it while it does not point here', async () => {
    const { begin, points, becomes, says, site } = await world()
    says({ kind: 'address', address: '192.0.2.99' })
    await begin()
    await waitFor(async () => expect((await site()).origin).toBe('192.0.2.99'))
    points()
    await becomes('trial')
    expect((await site()).origin).toBe('192.0.2.99')
  })

  test('stays where DNS is silent', async () => {
    const here = await world()
    here.points()
    await here.begin()
    await here.becomes('trial')
    here.says({ kind: 'silent' })
    await pass(here)
    expect(await here.site()).toMatchObject({ state: 'trial', cname_seen: here.service_cname })
  })

  test('that the operator has set off stays off', async () => {
    const here = await world()
    await here.db.updateTable('sites').set({ state: 'off', off_by_operator: 1 }).execute()
    here.points()
    await here.begin()
    await pass(here)
    expect((await here.site()).state).toBe('off')
  })

  test('in bypass is not asked about', async () => {
    const { begin, db, clock, world: outside, site, points } = await world()
    await db.updateTable('sites').set({ state: 'bypass' }).execute()
    points()
    const asked = vi.spyOn(outside.dns, 'ask')
    await begin()
    await clock.advance(300_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(asked).not.toHaveBeenCalled()
    expect((await site()).state).toBe('bypass')
  })

  test('is asked about at least every DNS_INTERVAL seconds, and not all the time', async () => {
    const { begin, clock, site, world: outside } = await world('free', { env: { DNS_INTERVAL: '20' } })
    const asked = vi.spyOn(outside.dns, 'ask')
    await begin()
    for (let look = 1; look <= 3; look++) {
      const before = clock.now()
      await waitFor(async () => {
        await clock.advance(1000)
        expect(asked).toHaveBeenCalledTimes(look)
      })
      // a look for what is due comes every second
      const { next_look_at } = await site()
      expect(next_look_at - clock.now()).toBeLessThanOrEqual(19_000)
      expect(next_look_at - before).toBeGreaterThan(10_000)
      await clock.advance(Math.max(0, next_look_at - 2000 - clock.now()))
      await new Promise((resolve) => setTimeout(resolve, 40))
      expect(asked).toHaveBeenCalledTimes(look)
    }
  })
})

describe('a site that nobody owns', () => {
  const week = 7 * 24 * 3600_000

  async function ownerless(age: number, pointed: boolean) {
    const service = await testService()
    const made = await service.call('POST', '/sites', { form: { host: 'open.example' } })
    expect(made.status).toBe(201)
    const { service_cname } = made.body as { service_cname: string }
    if (pointed) service.world.dns.set('open.example', { kind: 'cname', target: service_cname })
    await service.db
      .updateTable('sites')
      .set({ created_at: service.clock.now() - age })
      .execute()
    await service.start()
    const left = async () => (await service.db.selectFrom('sites').select('state').execute()).map(({ state }) => state)
    return { ...service, left }
  }

  test('goes after 7 days, with its monitor', async () => {
    const { db, left } = await ownerless(week + 1, false)
    await waitFor(async () => expect(await left()).toEqual([]))
    expect(await db.selectFrom('monitors').select('id').execute()).toEqual([])
  })

  test('does not go before', async () => {
    const { clock, left } = await ownerless(week - 60_000, false)
    await clock.advance(5000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await left()).toEqual(['preview'])
  })

  test('stays while its CNAME points at the service', async () => {
    const { clock, left } = await ownerless(week + 1, true)
    await waitFor(async () => expect(await left()).toEqual(['trial']))
    await clock.advance(5000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await left()).toEqual(['trial'])
  })
})
