import { expect, test } from 'vitest'
import { ActionTimes } from './action-times.ts'

function counting() {
  let now = 1_000_000
  const times = new ActionTimes(() => now)
  return { times, pass: (ms: number) => (now += ms) }
}

test('the latest time of each action waits until it’s written', () => {
  const { times, pass } = counting()
  times.record('a', 'cache')
  pass(1000)
  times.record('a', 'cache')
  times.record('a', 'compression')
  const waiting = times.waiting()
  expect(waiting).toEqual([
    { siteId: 'a', action: 'cache', at: 1_001_000 },
    { siteId: 'a', action: 'compression', at: 1_001_000 },
  ])
  expect(times.waiting()).toEqual(waiting)
  times.written(waiting)
  expect(times.waiting()).toEqual([])
})

test('an action that acts all the time is written once a minute', () => {
  const { times, pass } = counting()
  times.record('a', 'cache')
  times.written(times.waiting())
  for (let i = 0; i < 59; i++) {
    pass(1000)
    times.record('a', 'cache')
    expect(times.waiting()).toEqual([])
  }
  pass(1000)
  times.record('a', 'cache')
  expect(times.waiting()).toHaveLength(1)
})

test('what is recorded while it’s being written isn’t lost', () => {
  const { times, pass } = counting()
  times.record('a', 'cache')
  const waiting = times.waiting()
  pass(120_000)
  times.record('a', 'cache')
  times.written(waiting)
  expect(times.waiting()).toHaveLength(1)
})
