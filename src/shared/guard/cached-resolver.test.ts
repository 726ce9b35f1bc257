import { expect, test } from 'vitest'
import { dnsLimits } from './limits.ts'
import { cachedResolver } from './cached-resolver.ts'
import type { Found } from './resolver.ts'

const one = { address: '192.0.2.1', family: 4 }
const two = { address: '2001:db8::1', family: 6 }

/** A resolver on a scripted clock, with the names that it really looked up. */
function resolver(answer: (asked: number) => Found | Promise<Found>) {
  const asked: string[] = []
  const clock = { now: 0 }
  const inner = {
    lookup: async (host: string) => {
      asked.push(host)
      return answer(asked.length)
    },
  }
  return { asked, clock, cached: cachedResolver(inner, () => clock.now) }
}

test.each([
  ['as DNS says', 30_000, 30_000],
  ['at least a second', 0, 1000],
  ['at most five minutes', 86_400_000, 300_000],
  ['not at all without a time to live', undefined, 0],
])('an answer is kept %s', async (_, ttl, until) => {
  const { asked, clock, cached } = resolver(() => ({ addresses: [one], ttl }))
  await cached.lookup('a.test')
  clock.now = Math.max(0, until - 1)
  expect((await cached.lookup('A.test')).addresses).toEqual([one])
  expect(asked).toHaveLength(until > 0 ? 1 : 2)
  clock.now = until
  await cached.lookup('a.test')
  expect(asked).toHaveLength(until > 0 ? 2 : 3)
})

test('look-ups of a host at the same time are one', async () => {
  const { asked, cached } = resolver(() => ({ addresses: [one] }))
  await Promise.all(['a.test', 'a.test', 'b.test'].map((host) => cached.lookup(host)))
  expect(asked).toEqual(['a.test', 'b.test'])
})

test('a failure isn’t kept, and neither is what was forgotten', async () => {
  const { asked, cached } = resolver((count) => {
    if (count === 1) throw new Error('no such name')
    return { addresses: [one], ttl: 60_000 }
  })
  await expect(cached.lookup('a.test')).rejects.toThrow('no such name')
  await cached.lookup('a.test')
  expect(asked).toHaveLength(2)
  cached.forget?.('a.test')
  await cached.lookup('a.test')
  expect(asked).toHaveLength(3)
})

test('what comes later is kept with the rest', async () => {
  const later = Promise.withResolvers<Found>()
  const { asked, cached } = resolver(() => ({ addresses: [one], ttl: 60_000, later: later.promise }))
  expect((await cached.lookup('a.test')).addresses).toEqual([one])
  later.resolve({ addresses: [two], ttl: 60_000 })
  await later.promise
  await Promise.resolve()
  expect((await cached.lookup('a.test')).addresses).toEqual([one, two])
  expect(asked).toHaveLength(1)
})

test('the oldest go where there are too many', async () => {
  const { asked, cached } = resolver(() => ({ addresses: [one], ttl: 60_000 }))
  for (let i = 0; i <= dnsLimits.kept; i++) await cached.lookup(`a${i}.test`)
  await cached.lookup('a1.test')
  expect(asked).toHaveLength(dnsLimits.kept + 1)
  await cached.lookup('a0.test')
  expect(asked).toHaveLength(dnsLimits.kept + 2)
})
