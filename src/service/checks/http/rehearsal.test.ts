import { expect, test } from 'vitest'
import type { Check } from '../probe.ts'
import { never, openGuard } from '../testing.ts'
import { checkHttp } from './http-check.ts'
import { rehearse } from './rehearsal.ts'

test('a rehearsal goes every way that an HTTP check can go, and leaves no server behind', async () => {
  const seen: unknown[] = []
  let url = ''
  await rehearse(async (check: Check) => {
    const { issues, metrics } = await checkHttp(check, { guard: openGuard(), timeoutMs: 60_000 }, never)
    url ||= check.url
    seen.push([new URL(check.url).protocol, check.connectivity !== null, metrics.status_code, issues[0]?.code])
  })
  expect(seen).toEqual([
    ['http:', false, 200, undefined],
    ['https:', false, null, 'tls-failed'],
    ['http:', true, 200, undefined],
    ['https:', true, null, 'tls-failed'],
  ])
  await expect(fetch(url)).rejects.toThrow()
})

test('a rehearsal that fails is ignored', async () => {
  await rehearse(() => Promise.reject(new Error('no')))
})
