import { expect, test, vi } from 'vitest'
import { SharedRound } from './shared-round.ts'

test('those who come before a round begins share it, those who come later get the next one', async () => {
  vi.useFakeTimers()
  const ends: (() => void)[] = []
  const work = vi.fn(() => new Promise<void>((resolve) => void ends.push(resolve)))
  const rounds = new SharedRound(work, 100)
  const done: string[] = []
  const join = (name: string) => void rounds.join().then(() => done.push(name))
  for (const name of ['a', 'b']) join(name)
  await vi.advanceTimersByTimeAsync(0)
  // the first one has begun
  for (const name of ['c', 'd']) join(name)
  await vi.advanceTimersByTimeAsync(1000)
  expect(work).toHaveBeenCalledTimes(1)
  ends[0]?.()
  await vi.advanceTimersByTimeAsync(99)
  expect([done, work.mock.calls.length]).toEqual([['a', 'b'], 1])
  await vi.advanceTimersByTimeAsync(1)
  ends[1]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect([done, work.mock.calls.length]).toEqual([['a', 'b', 'c', 'd'], 2])
  vi.useRealTimers()
})

test('a round that fails is no end', async () => {
  let rounds = 0
  const shared = new SharedRound(async () => {
    if (++rounds === 1) throw new Error('away')
  }, 0)
  await expect(shared.join()).rejects.toThrow('away')
  await expect(shared.join()).resolves.toBeUndefined()
})
