import { expect, onTestFinished, test, vi } from 'vitest'
import { watchEventLoop } from './event-loop.ts'
import { waitFor } from '../test/wait-for.ts'

/** Does nothing, and lets nothing else happen. */
function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

test('an event loop that was blocked is logged with the longest delay', async () => {
  const warn = vi.fn()
  onTestFinished(watchEventLoop({ log: { warn }, periodMs: 500 }))
  // it measures from its timer's first turn, which other timers of a busy process may hold up
  await waitFor(() => {
    block(400)
    expect(warn).toHaveBeenCalledWith(
      { blockedMs: expect.toSatisfy((ms: number) => ms >= 300), periodMs: 500 },
      'the event loop was blocked',
    )
  })
})

test('a delay within the limit is not logged', async () => {
  const warn = vi.fn()
  onTestFinished(watchEventLoop({ log: { warn }, periodMs: 50, maxMs: 1e9 }))
  block(300)
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect(warn).not.toHaveBeenCalled()
})
