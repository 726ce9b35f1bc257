import { expect, test } from 'vitest'
import type { Check } from '../probe.ts'
import { checkOf, never } from '../testing.ts'
import { BoxPool, type PooledBox } from './box-pool.ts'

/** Boxes that measure nothing: each check waits until `finish` is called. */
function scriptedBoxes() {
  const opened: string[] = []
  const disposed: string[] = []
  const waiting: (() => void)[] = []
  let running = 0
  let maxRunning = 0
  const open = (tenant: string): PooledBox => {
    opened.push(tenant)
    let usable = true
    return {
      tenant,
      get usable() {
        return usable
      },
      async measure(check) {
        maxRunning = Math.max(maxRunning, ++running)
        await new Promise<void>((resolve) => waiting.push(resolve))
        running--
        if (check.url.includes('spoiled')) usable = false
        return []
      },
      settle: async () => undefined,
      async dispose() {
        disposed.push(tenant)
      },
    }
  }
  return {
    pool: new BoxPool(open, 2),
    opened,
    disposed,
    maxRunning: () => maxRunning,
    finish: () => waiting.shift()?.(),
  }
}

const page = (tenant: string, url = 'http://shop.test/'): Check => checkOf(url, { type: 'WEBPAGE', tenant })
const settle = () => new Promise((resolve) => setImmediate(resolve))

test('at most two pages are measured at once, and one that waits can be cancelled', async () => {
  const { pool, finish, maxRunning } = scriptedBoxes()
  const measuring = ['a', 'b', 'c'].map((tenant) => pool.measure(page(tenant), never))
  const abort = new AbortController()
  const cancelled = pool.measure(page('d'), abort.signal)
  await settle()
  abort.abort(new Error('cancelled'))
  await expect(cancelled).rejects.toThrow('cancelled')
  for (let i = 0; i < 3; i++) {
    finish()
    await settle()
  }
  await Promise.all(measuring)
  expect(maxRunning()).toBe(2)
  await pool.close()
})

test('a tenant keeps its box for its next check, and no other tenant gets it', async () => {
  const { pool, opened, disposed, finish } = scriptedBoxes()
  for (const tenant of ['a', 'a', 'b']) {
    const measuring = pool.measure(page(tenant), never)
    await settle()
    finish()
    await measuring
  }
  expect(opened).toEqual(['a', 'b'])
  expect(disposed).toEqual(['a'])
  await pool.close()
  expect(disposed).toEqual(['a', 'b'])
})

test('a box that is of no more use is disposed of', async () => {
  const { pool, opened, disposed, finish } = scriptedBoxes()
  for (const url of ['http://spoiled.test/', 'http://shop.test/']) {
    const measuring = pool.measure(page('a', url), never)
    await settle()
    finish()
    await measuring
  }
  expect(opened).toEqual(['a', 'a'])
  expect(disposed).toEqual(['a'])
  await pool.close()
})
