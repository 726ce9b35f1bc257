import { expect, test } from 'vitest'
import { cacheStatus } from './cache-status.ts'

test.each([
  [{ hit: true, ttl: 30 }, 'site-performance; hit; ttl=30'],
  [{ hit: true, ttl: -5, detail: 'collapsed' }, 'site-performance; hit; ttl=-5; detail="collapsed"'],
  [{ hit: false, forwarded: 'uri-miss', stored: true }, 'site-performance; fwd=uri-miss; stored'],
  [
    { hit: false, forwarded: 'stale', originStatus: 304, stored: true },
    'site-performance; fwd=stale; fwd-status=304; stored',
  ],
  [{ hit: false, forwarded: 'uri-miss', detail: 'private' }, 'site-performance; fwd=uri-miss; detail="private"'],
] as const)('Cache-Status of %j', (status, text) => {
  expect(cacheStatus(status)).toBe(text)
})
