import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hostIn, hostnameOf, normalName, originBy, pointsAtService, realDns } from './dns.ts'
import { DnsServer } from '../test/dns-server.ts'
import { populate } from '../test/fixtures.ts'
import { testService } from '../test/service.ts'
import type { Dns } from './world.ts'
import { waitFor } from '../test/wait-for.ts'

let server: DnsServer
let dns: Dns

beforeAll(async () => {
  server = await DnsServer.start()
  dns = realDns([server.address])
})
afterAll(() => server.stop())

describe('over UDP', () => {
  test('a CNAME answer contains its target in lower case, without the trailing dot', async () => {
    server.set('www.shop.example', { cname: 'S-1.Edge.Example' })
    expect(await dns.ask('www.shop.example')).toEqual({ kind: 'cname', target: 's-1.edge.example' })
    server.set('dot.shop.example', { cname: 's-1.edge.example.' })
    expect(await dns.ask('dot.shop.example')).toEqual({ kind: 'cname', target: 's-1.edge.example' })
  })

  test('an address answer prefers IPv4 to IPv6', async () => {
    server.set('a.example', { a: ['192.0.2.7'], aaaa: ['2001:db8::7'] })
    expect(await dns.ask('a.example')).toEqual({ kind: 'address', address: '192.0.2.7' })
    server.set('aaaa.example', { aaaa: ['2001:db8::7'] })
    expect(await dns.ask('aaaa.example')).toEqual({ kind: 'address', address: '2001:db8::7' })
  })

  test('a name that doesn’t exist or has no usable record gives none', async () => {
    server.set('empty.example', {})
    expect(await dns.ask('nowhere.example')).toEqual({ kind: 'none' })
    expect(await dns.ask('empty.example')).toEqual({ kind: 'none' })
  })

  test('a server that fails or doesn’t reply gives silent', async () => {
    server.set('servfail.example', 'SERVFAIL')
    server.set('silence.example', 'silence')
    const [failing, silent] = await Promise.all([dns.ask('servfail.example'), dns.ask('silence.example')])
    expect([failing, silent]).toEqual([{ kind: 'silent' }, { kind: 'silent' }])
  })

  test.each([
    ['AAAA', '192.0.2.7'],
    ['A', '2001:db8::7'],
  ] as const)('a server that is silent about %s gives the other address', async (silent, address) => {
    server.asked.length = 0
    server.set('half.example', { a: ['192.0.2.7'], aaaa: ['2001:db8::7'], silent })
    // waiting for the other would take a minute
    expect(await realDns([server.address], 60_000).ask('half.example')).toEqual({ kind: 'address', address })
    expect(server.asked.filter((question) => question === `${silent} half.example`)).toHaveLength(1)
  })

  test('a server that is silent about everything gives way to the next one', async () => {
    const silent = await DnsServer.start()
    onTestFinished(() => silent.stop())
    for (const name of ['one.example', 'two.example', '_three.example']) silent.set(name, 'silence')
    server.set('one.example', { cname: 's-1.edge.example' })
    server.set('two.example', { a: ['192.0.2.7'] })
    server.set('_three.example', { txt: ['three'] })
    // waiting for it would take ten minutes
    const both = realDns([silent.address, server.address], 600_000)
    expect(await both.ask('one.example')).toEqual({ kind: 'cname', target: 's-1.edge.example' })
    expect(await both.ask('two.example')).toEqual({ kind: 'address', address: '192.0.2.7' })
    expect(await both.texts('_three.example')).toEqual(['three'])
  })

  test('all addresses of a host are those of both families, and half of them are no answer', async () => {
    server.set('both.example', { a: ['192.0.2.7', '192.0.2.8'], aaaa: ['2001:db8::7'] })
    const all = ['192.0.2.7', '192.0.2.8', '2001:db8::7']
    expect(await dns.askAll('both.example')).toEqual({ kind: 'address', address: '192.0.2.7', all })
    server.set('v6.example', { aaaa: ['2001:DB8:0::7'] })
    expect(await dns.askAll('v6.example')).toMatchObject({ all: ['2001:db8::7'] })
    server.set('alias.example', { cname: 's-1.edge.example' })
    expect(await dns.askAll('alias.example')).toEqual({ kind: 'cname', target: 's-1.edge.example' })
    expect(await dns.askAll('nowhere.example')).toEqual({ kind: 'none' })
    for (const silent of ['A', 'AAAA'] as const)
      server.set(`${silent}.half.example`, { a: ['192.0.2.7'], aaaa: ['2001:db8::7'], silent })
    const hasty = realDns([server.address], 50)
    const halves = await Promise.all(['a', 'aaaa'].map((name) => hasty.askAll(`${name}.half.example`)))
    expect(halves).toEqual([{ kind: 'silent' }, { kind: 'silent' }])
  })

  test('a TXT answer has all values; no such name has none, and no answer is silent', async () => {
    server.set('_claim.example', { txt: ['one', 'two words'] })
    server.set('_silent.example', 'SERVFAIL')
    expect(await dns.texts('_claim.example')).toEqual(['one', 'two words'])
    expect(await dns.texts('_nowhere.example')).toEqual([])
    expect(await dns.texts('_silent.example')).toBe('silent')
  })

  test('addresses and localhost are resolved without a query', async () => {
    const before = server.asked.length
    expect(await dns.ask('192.0.2.1')).toEqual({ kind: 'address', address: '192.0.2.1' })
    expect(await dns.ask('[2001:db8::1]')).toEqual({ kind: 'address', address: '2001:db8::1' })
    expect(await dns.ask('shop.localhost')).toEqual({ kind: 'address', address: '127.0.0.1' })
    expect(server.asked).toHaveLength(before)
  })
})

test('the origin and whether the site points at the service are derived from the answer', () => {
  const site = { service_cname: 's-1.edge.example' }
  expect(pointsAtService({ kind: 'cname', target: 's-1.edge.example' }, site)).toBe(true)
  expect(pointsAtService({ kind: 'cname', target: 'edge.example' }, site)).toBe(false)
  expect(pointsAtService({ kind: 'address', address: '192.0.2.1' }, site)).toBe(false)
  expect(pointsAtService({ kind: 'none' }, site)).toBe(false)
  expect(pointsAtService({ kind: 'silent' }, site)).toBeUndefined()
  expect(originBy({ kind: 'cname', target: 'origin.example' })).toEqual({ origin: 'origin.example' })
  expect(originBy({ kind: 'address', address: '192.0.2.1' })).toEqual({ origin: '192.0.2.1' })
  expect([originBy({ kind: 'none' }), originBy({ kind: 'silent' })]).toEqual([{}, {}])
  expect(
    ['http://a.example./x', 'https://A.example.:8443/', 'http://[::1]:80/'].map((url) => hostIn(new URL(url))),
  ).toEqual(['a.example', 'a.example:8443', '[::1]'])
  expect([normalName('A.Example.'), hostnameOf('a.example:8080'), hostnameOf('[::1]:80'), hostnameOf('[::1]')]).toEqual(
    ['a.example', 'a.example', '[::1]', '[::1]'],
  )
})

describe('a site with real DNS', () => {
  async function startWithSite(plan: 'free' | 'paid') {
    const service = await testService({ world: (world) => ({ ...world, dns: realDns([server.address]) }) })
    const partner = await service.makePartner()
    const { ids } = await populate(service, partner)
    await service.db.updateTable('accounts').set({ plan }).execute()
    const site = () =>
      service.db
        .selectFrom('sites')
        .selectAll()
        .where('id', '=', ids['site_id'] ?? '')
        .executeTakeFirstOrThrow()
    /** Advances the clock until the site is in the given state. */
    const waitForState = (state: string) =>
      waitFor(async () => {
        await service.clock.advance(2000)
        expect((await site()).state).toBe(state)
      })
    await service.start()
    return { ...service, ...(await site()), site, waitForState }
  }

  test.each([
    ['free', 'trial'],
    ['paid', 'active'],
  ] as const)('on the %s plan becomes %s, then off', async (plan, state) => {
    const { host, service_cname, waitForState } = await startWithSite(plan)
    server.set(host, { cname: service_cname.toUpperCase() })
    await waitForState(state)
    server.remove(host)
    await waitForState('off')
    server.set(host, { cname: `${service_cname}.` })
    await waitForState(state)
    server.set(host, { a: ['192.0.2.9'] })
    await waitForState('off')
  })

  test('keeps its state while DNS fails', async () => {
    const { host, service_cname, waitForState, site, clock } = await startWithSite('free')
    server.set(host, { cname: service_cname })
    await waitForState('trial')
    server.set(host, 'SERVFAIL')
    const before = server.asked.length
    await waitFor(async () => {
      await clock.advance(5000)
      expect(server.asked.slice(before).filter((question) => question.endsWith(host)).length).toBeGreaterThanOrEqual(2)
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect((await site()).state).toBe('trial')
  })

  test('of a reseller needs a CNAME record to be created', async () => {
    const service = await testService({ world: (world) => ({ ...world, dns: realDns([server.address]) }) })
    const partner = await service.makePartner({ reseller: true })
    const createAccountFor = async (site: string) => {
      const form = { email: `${site}@example.com`, site, plan: 'paid' }
      return (await service.call('POST', `/partners/${partner.id}/accounts`, { key: partner.key, form })).status
    }
    server.set('www.cname.example', { cname: 'host.example' })
    server.set('www.record.example', { a: ['192.0.2.1'] })
    server.set('www.failing.example', 'SERVFAIL')
    expect(await createAccountFor('www.cname.example')).toBe(200)
    expect(await createAccountFor('www.record.example')).toBe(422)
    expect(await createAccountFor('www.nowhere.example')).toBe(422)
    expect(await createAccountFor('www.failing.example')).toBe(409)
  })
})
