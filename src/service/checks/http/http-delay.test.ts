import { afterEach, expect, test } from 'vitest'
import { checkHttp } from './http-check.ts'
import { checkOf, never, openGuard, origins } from '../testing.ts'
import { LoopDelay, loopSource } from '../delay/index.ts'

const servers = origins()
afterEach(() => servers.close())

const connectivity = { bandwidth_down: 0, bandwidth_up: 0, latency: 40, drop_rate: 0 }

/** Keeps the event loop from noticing anything. */
function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

async function measured(given: Partial<Parameters<typeof checkOf>[1]>, onRequest: () => void) {
  const port = await servers.http((_, answer) => {
    answer.end('x')
    onRequest()
  })
  const options = { guard: openGuard(), timeoutMs: 60_000, loopDelay: new LoopDelay(loopSource()) }
  return checkHttp(checkOf(`http://127.0.0.1:${port}/`, given), options, never)
}

test.each([
  ['', {}],
  [' on a throttled connection', { connectivity }],
])('a check%s during which the event loop was blocked says so and isn’t judged', async (_, given) => {
  const { runnerDelay, issues, metrics } = await measured(given, () => block(300))
  expect(runnerDelay?.isBusy).toBe(true)
  expect(runnerDelay?.ms).toBeGreaterThan(250)
  expect(issues.map(({ severity, code }) => [severity, code])).toEqual([[0, 'busy-runner']])
  expect(metrics.first_byte).toBeGreaterThan(250)
})

test('a time-out that the event loop slept through isn’t the target’s', async () => {
  const port = await servers.http(() => block(400))
  const options = { guard: openGuard(), timeoutMs: 200, loopDelay: new LoopDelay(loopSource()) }
  const { issues } = await checkHttp(checkOf(`http://127.0.0.1:${port}/`), options, never)
  expect(issues.map(({ severity, code }) => [severity, code])).toEqual([
    [0, 'timeout'],
    [0, 'busy-runner'],
  ])
})

test('without a source, no delay is measured and everything is judged', async () => {
  const port = await servers.http((_, answer) => {
    answer.end('x')
    block(100)
  })
  const { runnerDelay, issues } = await checkHttp(
    checkOf(`http://127.0.0.1:${port}/`),
    { guard: openGuard(), timeoutMs: 60_000 },
    never,
  )
  expect(runnerDelay).toBeNull()
  expect(issues).toEqual([])
})
