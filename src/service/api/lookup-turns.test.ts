import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callerLimits } from './limits.ts'
import { dnsLimits, resolverFor } from '../../shared/guard/index.ts'
import { realDns } from '../world/dns.ts'
import { LookupTurns } from './lookup-turns.ts'
import { DnsServer } from '../test/dns-server.ts'
import { testService } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'

let server: DnsServer
beforeEach(async () => {
  server = await DnsServer.start()
})
afterEach(() => server.stop())

/** A service with the real DNS, two accounts and 60 names that DNS doesn't answer for. */
async function withSilentNames() {
  const service = await testService({
    world: (world) => ({
      ...world,
      dns: realDns([server.address]),
      network: { https: async () => ({ answers: false }) },
    }),
  })
  const partner = await service.makePartner()
  const [hostile, other] = [await service.makeAccount(partner), await service.makeAccount(partner)]
  const silent = Array.from({ length: 60 }, (_, i) => `silent-${i}.example`)
  for (const name of silent) server.set(name, 'silence')
  server.set('good.example', { a: ['192.0.2.7'] })
  const create = (host: string, key?: string) => service.call('POST', '/sites', { form: { host }, key })
  /** Lets DNS answer that there are no such names, so that nobody has to wait for its time-outs. */
  const answer = () => silent.forEach((name) => server.remove(name))
  const silentAsked = () => new Set(server.asked.flatMap((question) => /silent-\d+/.exec(question) ?? [])).size
  return { ...service, hostile, other, silent, create, answer, silentAsked }
}

describe('60 sites at once, whose names DNS doesn’t answer for', () => {
  test('of an account delay neither another customer’s site nor the look-up of a check', async () => {
    const { hostile, other, silent, create, answer, silentAsked } = await withSilentNames()
    let answered = 0
    const attack = Promise.all(silent.map((host) => create(host, hostile.key).then(() => answered++)))
    await waitFor(() => expect(silentAsked()).toBeGreaterThan(0))
    expect(await create('good.example', other.key)).toMatchObject({ status: 200 })
    expect((await resolverFor([server.address]).lookup('good.example')).addresses).toHaveLength(1)
    // they wait for their turn, although none has been answered yet
    expect(answered).toBe(0)
    expect(silentAsked()).toBe(callerLimits.lookups)
    answer()
    await attack
  })

  test('without a key are refused but for ten', async () => {
    const { silent, create, answer, silentAsked } = await withSilentNames()
    let refused = 0
    const attack = silent.map(async (host) => {
      if ((await create(host)).status === 429) refused++
    })
    await waitFor(() => expect(refused).toBe(50))
    await waitFor(() => expect(silentAsked()).toBe(10))
    answer()
    await Promise.all(attack)
    expect(refused).toBe(50)
    expect(silentAsked()).toBe(10)
  })
})

describe('a caller', () => {
  const never = new Promise<never>(() => undefined)

  test('with too many waiting requests is refused, and no other caller', async () => {
    const turns = new LookupTurns()
    for (let i = 0; i < callerLimits.lookups + callerLimits.waitingLookups; i++) void turns.run('a', () => never)
    await expect(turns.run('a', async () => 1)).rejects.toMatchObject({ status: 429, headers: { 'Retry-After': '5' } })
    expect(await turns.run('b', async () => 1)).toBe(1)
  })

  test('is counted by its network', async () => {
    const turns = new LookupTurns()
    let started = 0
    for (let i = 0; i < 30; i++) {
      void turns.run(`2001:db8::${i}`, () => {
        started++
        return never
      })
    }
    expect(started).toBe(callerLimits.lookups)
  })

  test('gets its turns in order, also after failures', async () => {
    const turns = new LookupTurns()
    const order: number[] = []
    const work = (i: number) =>
      turns.run('a', async () => {
        order.push(i)
        await Promise.resolve()
        if (i % 2 === 0) throw new Error('no')
      })
    await Promise.allSettled(Array.from({ length: 50 }, (_, i) => work(i)))
    expect(order).toEqual(Array.from({ length: 50 }, (_, i) => i))
    expect(await turns.run('a', async () => 'free')).toBe('free')
  })
})

test('of an answer with many addresses, only the first are used', async () => {
  server.set('many.example', { a: Array.from({ length: 28 }, (_, i) => `192.0.2.${i + 1}`) })
  expect((await resolverFor([server.address]).lookup('many.example')).addresses).toHaveLength(dnsLimits.addresses)
})
