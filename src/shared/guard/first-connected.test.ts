import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from './failure.ts'
import { firstConnected } from './first-connected.ts'
import type { Address } from './resolver.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const v4 = (last: number): Address => ({ address: `192.0.2.${last}`, family: 4 })
const v6 = (last: number): Address => ({ address: `2001:db8::${last}`, family: 6 })

/** A network where each address connects after so many ms, fails after as many (if negative), or never does anything. */
function network(table: Readonly<Record<string, number>>) {
  const started = Date.now()
  const tried: [address: string, at: number][] = []
  const cancelled: string[] = []
  const begin = ({ address }: Address) => {
    tried.push([address, Date.now() - started])
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const ms = table[address]
    if (ms !== undefined)
      setTimeout(() => (ms < 0 ? reject(new Error(`${address} is dead`)) : resolve(address)), Math.abs(ms))
    return { result: promise, cancel: () => void cancelled.push(address) }
  }
  return { tried, cancelled, begin }
}

const never = new AbortController().signal

/** The result with the time that it took. */
async function timed(work: Promise<string>) {
  const started = Date.now()
  const outcome = work.then(
    (address) => ({ address, after: Date.now() - started }),
    (error: unknown) => ({ error, after: Date.now() - started }),
  )
  await vi.runAllTimersAsync()
  return outcome
}

test.each([
  ['the first answers', { [v4(1).address]: 100 }, v4(1), 100],
  ['the first answers late, the second never', { [v4(1).address]: 1000 }, v4(1), 1000],
  ['both take a second', { [v4(1).address]: 1000, [v6(1).address]: 1000 }, v4(1), 1000],
  ['the second is faster', { [v4(1).address]: 1000, [v6(1).address]: 20 }, v6(1), 270],
  ['the first fails at once', { [v4(1).address]: -5, [v6(1).address]: 20 }, v6(1), 25],
  ['all but the last are silent', { [v4(2).address]: 10 }, v4(2), 510],
])('%s', async (_, table, expected, after) => {
  const { begin } = network(table)
  const addresses = [v4(1), v4(2), v6(1)]
  expect(await timed(firstConnected({ addresses }, begin, never))).toEqual({ address: expected.address, after })
})

test('families take turns, each attempt goes on, and those that lose are cancelled', async () => {
  const { begin, tried, cancelled } = network({ [v4(2).address]: 10 })
  await timed(firstConnected({ addresses: [v4(1), v4(2), v6(1), v6(2)] }, begin, never))
  expect(tried).toEqual([
    [v4(1).address, 0],
    [v6(1).address, 250],
    [v4(2).address, 500],
  ])
  expect(cancelled).toEqual([v4(1).address, v6(1).address])
})

const later = (ms: number, ...addresses: Address[]) =>
  new Promise<Address[]>((resolve) => {
    setTimeout(() => resolve(addresses), ms)
  })

test.each([
  ['is dead', { [v4(1).address]: -10, [v6(1).address]: 20 }, 820],
  ['is silent', { [v6(1).address]: 20 }, 820],
  ['is slow', { [v4(1).address]: 2000, [v6(1).address]: 20 }, 820],
])('an address that comes later is tried where the first %s', async (_, table, after) => {
  const { begin } = network(table)
  const connected = firstConnected({ addresses: [v4(1)], later: later(800, v6(1)) }, begin, never)
  expect(await timed(connected)).toEqual({ address: v6(1).address, after })
})

test('if all fail, it says why', async () => {
  const { begin } = network({ [v4(1).address]: -10, [v6(1).address]: -300 })
  const { error } = (await timed(firstConnected({ addresses: [v4(1), v6(1)] }, begin, never))) as { error: unknown }
  expect(error).toBeInstanceOf(AggregateError)
  expect(error).toMatchObject({ errors: [new Error('192.0.2.1 is dead'), new Error('2001:db8::1 is dead')] })
})

test('later addresses that are refused matter only if no other answers', async () => {
  const refusal = new Failure('refused-target', 'It is private.')
  const refused = async () => {
    await later(500)
    throw refusal
  }
  const good = network({ [v4(1).address]: 900 })
  expect(await timed(firstConnected({ addresses: [v4(1)], later: refused() }, good.begin, never))).toMatchObject({
    after: 900,
  })
  const dead = network({ [v4(1).address]: -900 })
  expect(await timed(firstConnected({ addresses: [v4(1)], later: refused() }, dead.begin, never))).toEqual({
    error: refusal,
    after: 900,
  })
})

test('nothing begins once it was aborted', async () => {
  const abort = new AbortController()
  const { begin, tried, cancelled } = network({})
  const connecting = firstConnected({ addresses: [v4(1), v4(2)], later: later(500, v6(1)) }, begin, abort.signal)
  setTimeout(() => abort.abort(new Error('stopped')), 100)
  expect(await timed(connecting)).toEqual({ error: new Error('stopped'), after: 100 })
  expect(tried).toHaveLength(1)
  expect(cancelled).toEqual([v4(1).address])
})
