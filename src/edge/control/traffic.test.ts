import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { TrafficCounter } from './traffic.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

function counting(maxWaiting: number) {
  let now = 10 * day
  const traffic = new TrafficCounter(() => now, maxWaiting)
  return {
    traffic,
    pass: (ms: number) => (now += ms),
    /** Some sites have a request each. */
    visit: (sites: number) => {
      for (let i = 0; i < sites; i++) traffic.countHit(`site ${i}`, 100)
    },
    requests: () => traffic.waiting().reduce((sum, { serviceRequests }) => sum + serviceRequests, 0),
    times: () => [...new Set(traffic.waiting().map(({ at }) => at - 10 * day))],
  }
}

test('while it can’t be written, traffic is added up by the hour and then by the day, and none is lost', async () => {
  const { traffic, visit, pass, requests, times } = counting(60)
  let visits = 0
  const limited = new Set<string>()
  // two days of visits to ten sites, every five minutes
  for (let i = 0; i < (2 * day) / (5 * minute); i++) {
    visit(10)
    visits += 10
    limited.add(await traffic.limit())
    expect(traffic.rows).toBeLessThanOrEqual(60)
    pass(5 * minute)
  }
  expect(limited).toEqual(new Set(['nothing', 'by the hour', 'by the day']))
  expect(requests()).toBe(visits)
  expect(times()).toEqual(expect.arrayContaining([0, day]))
})

test('what a whole day doesn’t make small enough is lost, the oldest first', async () => {
  const { traffic, visit, pass, times, requests } = counting(25)
  for (let i = 0; i < 4; i++) {
    visit(10)
    pass(day)
  }
  expect(await traffic.limit()).toBe('dropped')
  expect(requests()).toBe(25)
  expect(times()).toEqual([day, 2 * day, 3 * day])
})

test('what is counted while traffic is added up is kept', async () => {
  const { traffic, visit, pass, requests } = counting(6500)
  for (let i = 0; i < 3; i++) {
    visit(3000)
    pass(5 * minute)
  }
  const limited = traffic.limit()
  visit(3000)
  expect(await limited).toBe('by the hour')
  expect(requests()).toBe(12_000)
  expect(traffic.rows).toBe(6000)
})

test('what is counted while some of it is being written is kept', () => {
  const { traffic, visit, requests } = counting(1000)
  visit(10)
  const first = traffic.waiting(4)
  expect(first).toHaveLength(4)
  visit(10)
  traffic.written(first)
  expect(requests()).toBe(16)
})

test('a request that is under way is counted with the rest', () => {
  const { traffic, requests } = counting(1000)
  const meter = traffic.begin('a')
  meter.visited(new Socket())
  expect(requests()).toBe(1)
})
