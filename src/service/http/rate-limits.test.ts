import { expect, test } from 'vitest'
import { callerLimits } from '../api/limits.ts'
import { withAccount } from './testing.ts'

const { points } = callerLimits.requests

test('a reply says what is left of each limit that it counts for', async () => {
  const { call, account } = await withAccount()
  const plain = await call('GET', '/sites', { key: account.key })
  expect(plain.headers.get('ratelimit-policy')).toBe('"requests";q=3000;w=10')
  expect(plain.headers.get('ratelimit')).toMatch(/^"requests";r=2999;t=\d+$/)
  const replaced = await call('POST', '/api_key', { key: account.key })
  expect(replaced.headers.get('ratelimit-policy')).toBe('"requests";q=3000;w=10, "keys";q=10;w=3600')
  expect(replaced.headers.get('ratelimit')).toMatch(/^"requests";r=2998;t=\d+, "keys";r=9;t=3600$/)
})

test('so does a refusal, and what has no key has no such limit', async () => {
  const { call, account } = await withAccount()
  const refused = await call('GET', '/sites', { key: account.key, query: { user_id: 'another' } })
  expect([refused.status, refused.headers.get('ratelimit')]).toEqual([403, expect.stringContaining('r=2999')])
  expect((await call('GET', '/sites')).headers.get('ratelimit')).toBeNull()
})

test('a key over its limit gets 429, and others don’t', async () => {
  const { call, account, partner, services } = await withAccount()
  for (let n = 0; n < points; n++) await services.limits.requests.count(account.id)
  const { status, headers, body } = await call('GET', '/sites', { key: account.key })
  expect([status, body]).toMatchObject([
    429,
    { error: expect.stringMatching(/^Too many requests with this API key\. /) },
  ])
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  expect(headers.get('ratelimit')).toMatch(/^"requests";r=0;t=\d+$/)
  expect((await call('GET', `/partners/${partner.id}`, { key: partner.key })).status).toBe(200)
})
