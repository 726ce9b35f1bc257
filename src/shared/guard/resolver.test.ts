import dns from 'node:dns'
import { syncBuiltinESMExports } from 'node:module'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { DnsServer } from '../../service/test/dns-server.ts'
import { type Address, type Found, firstUseful, machineResolver, resolverFor } from './resolver.ts'

test('without name servers of its own, a resolver leaves the threads that getaddrinfo would block alone', async () => {
  const spies = [vi.spyOn(dns, 'lookup'), vi.spyOn(dns.promises, 'lookup')]
  syncBuiltinESMExports()
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
    syncBuiltinESMExports()
  })
  vi.resetModules()
  const fresh = await import('./resolver.ts')
  // whether the machine's own servers answer doesn't matter
  await fresh
    .resolverFor([], 20)
    .lookup('name.invalid')
    .catch(() => undefined)
  for (const spy of spies) expect(spy).not.toHaveBeenCalled()
})

test.each([
  ['ENOTFOUND', true],
  ['ENODATA', true],
  ['ETIMEOUT', false],
])('where name servers say %s, the machine itself is asked: %s', async (code, isAsked) => {
  const machine = vi.fn(async (): Promise<Address[]> => [{ address: '127.0.0.1', family: 4 }])
  const nameServers = { lookup: () => Promise.reject(Object.assign(new Error(code), { code })) }
  const found = machineResolver(nameServers, machine).lookup('mail')
  if (isAsked) expect((await found).addresses).toHaveLength(1)
  else await expect(found).rejects.toMatchObject({ code })
  expect(machine).toHaveBeenCalledTimes(isAsked ? 1 : 0)
})

describe('one family that keeps silent', () => {
  const v4 = { address: '192.0.2.1', family: 4 }
  const v6 = { address: '2001:db8::1', family: 6 }
  const silent = () => new Promise<Found>(() => undefined)
  const none = async (): Promise<Found> => ({ addresses: [] })
  const fails = (code: string) => async (): Promise<Found> => {
    throw Object.assign(new Error(code), { code })
  }
  const has = (address: typeof v4) => async (): Promise<Found> => ({ addresses: [address] })

  test.each([
    ['both answer', has(v4), has(v6), [v4, v6]],
    ['AAAA is never answered', has(v4), silent, [v4]],
    ['A is never answered', silent, has(v6), [v6]],
    ['A fails', fails('ESERVFAIL'), has(v6), [v6]],
    ['AAAA fails', has(v4), fails('ENODATA'), [v4]],
    ['A has none', none, has(v6), [v6]],
  ])('%s: it goes on with what there is', async (_, a, aaaa, expected) => {
    expect((await firstUseful(a(), aaaa())).addresses).toEqual(expected)
  })

  test.each([
    ['A has none', none],
    ['A fails', fails('ESERVFAIL')],
  ])('%s: it waits for AAAA', async (_, a) => {
    const aaaa = Promise.withResolvers<Found>()
    const found = firstUseful(a(), aaaa.promise)
    await new Promise((resolve) => setTimeout(resolve, 80))
    aaaa.resolve({ addresses: [v6] })
    expect((await found).addresses).toEqual([v6])
  })

  test('neither has one: it says why', async () => {
    await expect(firstUseful(fails('ENOTFOUND')(), fails('ENODATA')())).rejects.toMatchObject({ code: 'ENOTFOUND' })
    await expect(firstUseful(none(), none())).rejects.toThrow('the name has no address')
  })

  test('what comes later is passed on', async () => {
    const aaaa = Promise.withResolvers<Found>()
    const { addresses, later } = await firstUseful(has(v4)(), aaaa.promise)
    aaaa.resolve({ addresses: [v6] })
    expect({ addresses, later: await later }).toEqual({ addresses: [v4], later: { addresses: [v6] } })
  })

  test.each(['A', 'AAAA'] as const)('over the network: no reply to %s', async (type) => {
    const server = await DnsServer.start()
    onTestFinished(() => server.stop())
    server.set('a.test', { a: [v4.address], aaaa: [v6.address], ttl: 60, silent: type })
    // a resolver that waits would take a minute
    const found = await resolverFor([server.address], 60_000).lookup('a.test')
    expect(found).toMatchObject({ addresses: [type === 'A' ? v6 : v4], ttl: 60_000 })
    expect(found.later).toBeInstanceOf(Promise)
  })
})
