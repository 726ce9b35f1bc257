import { expect, test, vi } from 'vitest'
import { VisitorFault } from './failure.ts'
import { Shares } from './shares.ts'

const limits = { share: 2, waiting: 1, turn: 1000 }

test('a request waits for one of its own share, and for no other', async () => {
  const shares = new Shares(limits)
  const first = await shares.take('a')
  await shares.take('a')
  await shares.take('b')
  let isIn = false
  const third = shares.take('a').then((giveBack) => {
    isIn = true
    return giveBack
  })
  await shares.take('b')
  expect(isIn).toBe(false)
  first()
  first()
  const giveBack = await third
  expect(shares.taken('a')).toBe(2)
  giveBack()
  expect(shares.taken('a')).toBe(1)
})

test('a request is refused where enough wait, after some time, and when it is taken back', async () => {
  vi.useFakeTimers()
  try {
    const shares = new Shares(limits)
    const held = [await shares.take('a'), await shares.take('a')]
    const late = expect(shares.take('a')).rejects.toBeInstanceOf(VisitorFault)
    await expect(shares.take('a')).rejects.toMatchObject({ status: 503 })
    vi.advanceTimersByTime(1000)
    await late
    const left = new AbortController()
    const gone = expect(shares.take('a', left.signal)).rejects.toBeInstanceOf(VisitorFault)
    left.abort()
    await gone
    for (const giveBack of held) giveBack()
    expect(shares.taken('a')).toBe(0)
  } finally {
    vi.useRealTimers()
  }
})
