import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Poller } from './poller.ts'

const intervalMs = 1000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A poller whose polls last until `finish` or `fail` ends the one under way. */
function setUp(pauseMs = 0) {
  const log = { error: vi.fn() }
  let underWay = Promise.withResolvers<void>()
  const work = vi.fn(() => {
    underWay = Promise.withResolvers<void>()
    return underWay.promise
  })
  const poller = new Poller({ log, intervalMs, work, failure: 'polling failed', pauseMs })
  const finish = async () => {
    underWay.resolve()
    await vi.advanceTimersByTimeAsync(0)
  }
  const fail = async (error: Error) => {
    underWay.reject(error)
    await vi.advanceTimersByTimeAsync(0)
  }
  return { log, work, poller, finish, fail }
}

test('polls at the start, and an interval after each poll has ended', async () => {
  const { work, poller, finish } = setUp()
  poller.start()
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5 * intervalMs)
  expect(work).toHaveBeenCalledTimes(1)
  await finish()
  await vi.advanceTimersByTimeAsync(intervalMs - 1)
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(2)
})

test('polls at once when woken, and starts a new interval', async () => {
  const { work, poller, finish } = setUp()
  poller.start()
  await finish()
  await vi.advanceTimersByTimeAsync(intervalMs - 1)
  poller.wake()
  expect(work).toHaveBeenCalledTimes(2)
  await finish()
  await vi.advanceTimersByTimeAsync(intervalMs - 1)
  expect(work).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(3)
})

test('polls again only after a pause, however often it is woken', async () => {
  const { work, poller, finish } = setUp(50)
  poller.start()
  expect(work).toHaveBeenCalledTimes(1)
  await finish()
  for (let i = 0; i < 4; i++) {
    poller.wake()
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(work).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(10)
  expect(work).toHaveBeenCalledTimes(2)
  await finish()
  await vi.advanceTimersByTimeAsync(50)
  // nothing woke it since
  expect(work).toHaveBeenCalledTimes(2)
  poller.wake()
  expect(work).toHaveBeenCalledTimes(3)
})

test('stops during a pause', async () => {
  const { work, poller, finish } = setUp(50)
  poller.start()
  await finish()
  poller.wake()
  const stopped = poller.stop()
  await vi.advanceTimersByTimeAsync(50)
  await stopped
  expect(work).toHaveBeenCalledTimes(1)
})

test('polls once more, and only once, however often it is woken during a poll', async () => {
  const { work, poller, finish } = setUp()
  poller.start()
  poller.wake()
  poller.wake()
  expect(work).toHaveBeenCalledTimes(1)
  await finish()
  expect(work).toHaveBeenCalledTimes(2)
  await finish()
  expect(work).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(intervalMs)
  expect(work).toHaveBeenCalledTimes(3)
})

test('does nothing before it starts', async () => {
  const { work, poller } = setUp()
  poller.wake()
  await vi.advanceTimersByTimeAsync(intervalMs)
  expect(work).not.toHaveBeenCalled()
})

test('logs a failure and goes on', async () => {
  const { log, work, poller, fail } = setUp()
  poller.start()
  const error = new Error('no connection')
  await fail(error)
  expect(log.error).toHaveBeenCalledExactlyOnceWith({ err: error }, 'polling failed')
  await vi.advanceTimersByTimeAsync(intervalMs)
  expect(work).toHaveBeenCalledTimes(2)
})

test('waits for the poll under way when it stops, and never polls again', async () => {
  const { work, poller, finish } = setUp()
  poller.start()
  poller.wake()
  const stopped = vi.fn()
  const stopping = poller.stop().then(stopped)
  await vi.advanceTimersByTimeAsync(intervalMs)
  expect(stopped).not.toHaveBeenCalled()
  await finish()
  await stopping
  poller.wake()
  poller.start()
  await vi.advanceTimersByTimeAsync(5 * intervalMs)
  expect(work).toHaveBeenCalledTimes(1)
})

test('stops between two polls', async () => {
  const { work, poller, finish } = setUp()
  poller.start()
  await finish()
  await poller.stop()
  await vi.advanceTimersByTimeAsync(5 * intervalMs)
  expect(work).toHaveBeenCalledTimes(1)
})

test('can poll for the first time after a while', async () => {
  const { work, poller } = setUp()
  poller.start(30)
  await vi.advanceTimersByTimeAsync(29)
  expect(work).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(work).toHaveBeenCalledTimes(1)
})

test('whoever asks during a poll waits for the next one, which is the same for all', async () => {
  const { work, poller, finish } = setUp()
  poller.start()
  const polled = vi.fn()
  const asked = [poller.now().then(polled), poller.now().then(polled)]
  await finish()
  expect(polled).not.toHaveBeenCalled()
  await finish()
  await Promise.all(asked)
  expect(work).toHaveBeenCalledTimes(2)
})

test('logs a failure that repeats once a minute, and again after a success', async () => {
  const { log, poller, finish, fail } = setUp()
  poller.start()
  const failTwice = async () => {
    await fail(new Error('no connection'))
    await vi.advanceTimersByTimeAsync(intervalMs)
    await fail(new Error('no connection'))
  }
  await failTwice()
  expect(log.error).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(60_000)
  await fail(new Error('no connection'))
  expect(log.error).toHaveBeenCalledTimes(2)
  await vi.advanceTimersByTimeAsync(intervalMs)
  await finish()
  await vi.advanceTimersByTimeAsync(intervalMs)
  await failTwice()
  expect(log.error).toHaveBeenCalledTimes(3)
})

test('does one last thing after the poll under way, and logs if it fails', async () => {
  const { log, poller, finish } = setUp()
  poller.start()
  const last = vi.fn(() => Promise.reject(new Error('no connection')))
  const stopped = poller.stop(last)
  await vi.advanceTimersByTimeAsync(0)
  expect(last).not.toHaveBeenCalled()
  await finish()
  await stopped
  expect(last).toHaveBeenCalledTimes(1)
  expect(log.error).toHaveBeenCalledTimes(1)
})
