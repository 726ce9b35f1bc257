import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { browserLimits } from './limits.ts'
import { pageLimits } from '../page/limits.ts'
import { checkOf, never } from '../testing.ts'
import { Box } from './box.ts'
import type { FromBox } from './protocol.ts'

const fork = vi.hoisted(() => vi.fn())
vi.mock('node:child_process', async (original) => ({ ...(await original<object>()), fork }))

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const timeoutMs = 5000
const check = checkOf('http://a.example/', { type: 'WEBPAGE', views: ['EMPTY', 'FULL'] })

/** A box whose process says what it's told to say, and nothing else. */
function silentBox() {
  const child = new EventEmitter()
  fork.mockReturnValue(child)
  const limits = { requests: pageLimits.requests, bytes: pageLimits.bytes }
  const box = new Box('test', {
    chromiumPath: '',
    folder: '/nonexistent',
    dnsServers: [],
    silentNameServers: [],
    dnsAttemptMs: 100,
    allowPrivateTargets: true,
    refusedNetworks: [],
    sandbox: true,
    user: null,
    measuresDelay: false,
    timeoutMs,
    limits,
  })
  return { box, say: (message: FromBox) => void child.emit('message', message) }
}

test('a page that is never measured is given up when the time of its views is over', async () => {
  const { box, say } = silentBox()
  const measured = box.measure(check, never)
  say({ kind: 'started' })
  await vi.advanceTimersByTimeAsync(2 * timeoutMs + browserLimits.grace)
  expect((await measured).map(({ issues }) => issues.map(({ code }) => code))).toEqual([['timeout'], ['timeout']])
  expect(box.usable).toBe(false)
})

test('a browser that never starts is given up', async () => {
  const { box } = silentBox()
  const measured = box.measure(check, never)
  await vi.advanceTimersByTimeAsync(browserLimits.start)
  expect((await measured)[0]?.issues[0]?.code).toBe('no-browser')
  expect(box.usable).toBe(false)
})

/** A box that has measured a page, but hasn't said that it's closed. */
async function boxAfterPage() {
  const { box, say } = silentBox()
  const measured = box.measure(check, never)
  say({ kind: 'started' })
  say({ kind: 'measured', measurements: [] })
  await measured
  return { box, say }
}

test('a page that is never closed isn’t waited for, and its box takes no other', async () => {
  const { box } = await boxAfterPage()
  const settled = box.settle()
  await vi.advanceTimersByTimeAsync(browserLimits.close)
  await settled
  expect(box.usable).toBe(false)
})

test('a page that is closed leaves its box to the next', async () => {
  const { box, say } = await boxAfterPage()
  say({ kind: 'closed', usable: true })
  await box.settle()
  expect(box.usable).toBe(true)
})
