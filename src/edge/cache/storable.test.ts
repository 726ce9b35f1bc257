import { expect, test } from 'vitest'
import { formatDate } from './dates.ts'
import type { Fields } from './fields.ts'
import { reasonNotToStore } from './storable.ts'

const now = Date.UTC(2026, 10, 21, 8)
const reason = (response: Fields, status = 200, request: Fields = {}) =>
  reasonNotToStore(request, { status, fields: response, requestTime: now, responseTime: now })

const fresh = { 'cache-control': 'max-age=60' }

test.each<[response: Fields, status: number, request: Fields, reason: string | undefined]>([
  [fresh, 200, {}, undefined],
  [fresh, 404, {}, undefined],
  [fresh, 599, {}, undefined],
  [fresh, 205, {}, 'status 205'],
  [fresh, 206, {}, 'status 206'],
  [fresh, 304, {}, 'status 304'],
  // a cookie is for one visitor, unless the origin says in so many words that the rest is for all
  [{ ...fresh, 'set-cookie': 'a=b' }, 200, {}, 'set-cookie'],
  [{ ...fresh, 'set-cookie2': 'a=b' }, 200, {}, 'set-cookie'],
  [{ etag: '"a"', 'set-cookie': 'a=b' }, 200, {}, 'set-cookie'],
  [{ expires: formatDate(now + 1_000_000), 'set-cookie': 'a=b' }, 200, {}, 'set-cookie'],
  [{ 'cache-control': 'public', etag: '"a"', 'set-cookie': 'a=b' }, 200, {}, 'set-cookie'],
  [{ 'cache-control': 's-maxage=0', etag: '"a"', 'set-cookie': 'a=b' }, 200, {}, 'set-cookie'],
  [{ 'cache-control': 's-maxage=60, no-cache', etag: '"a"', 'set-cookie': 'a=b' }, 200, {}, 'set-cookie'],
  [{ 'cache-control': 'no-cache="set-cookie"', etag: '"a"', 'set-cookie': 'a=b' }, 200, {}, 'set-cookie'],
  [{ 'cache-control': 's-maxage=60', 'set-cookie': 'a=b' }, 200, {}, undefined],
  [{ 'cache-control': 'public, max-age=60', 'set-cookie': 'a=b' }, 200, {}, undefined],
  [{ 'cache-control': 'public', expires: formatDate(now + 1_000_000), 'set-cookie': 'a=b' }, 200, {}, undefined],
  [{ 'cdn-cache-control': 'max-age=60', 'set-cookie': 'a=b' }, 200, {}, undefined],
  [{ 'cache-control': 'max-age=60, no-cache="Set-Cookie"', 'set-cookie': 'a=b' }, 200, {}, undefined],
  [{ 'cache-control': 'max-age=60, private="Set-Cookie"', 'set-cookie': 'a=b' }, 200, {}, undefined],
  [{ 'cache-control': 'max-age=60, no-store' }, 200, {}, 'no-store'],
  [{ 'cache-control': 'max-age=60, private="a"' }, 200, {}, undefined],
  [{ 'cache-control': 'max-age=60, private=a' }, 200, {}, 'private'],
  [{ 'cache-control': 'max-age=60; private' }, 200, {}, 'private'],
  [{ 'cache-control': 'no-store; private', 'last-modified': formatDate(now) }, 200, {}, 'no-store'],
  [{ 'cache-control': 'public; x' }, 200, {}, 'unreadable'],
  [{ 'cache-control': 'max-age=60, no-store, must-understand' }, 200, {}, undefined],
  [{ 'cache-control': 'max-age=60, must-understand' }, 599, {}, 'must-understand'],
  [fresh, 200, { 'cache-control': 'no-store' }, 'no-store in the request'],
  [fresh, 200, { cookie: 'a=b' }, undefined],
  [{ etag: '"a"' }, 200, { cookie: 'a=b' }, 'cookie in the request'],
  [{ etag: '"a"', 'content-type': 'text/css' }, 200, { cookie: 'a=b' }, undefined],
  [fresh, 200, { authorization: 'x' }, 'authorization'],
  [{ 'cache-control': 'max-age=60, public' }, 200, { authorization: 'x' }, undefined],
  [{ 'cache-control': 's-maxage=60' }, 200, { authorization: 'x' }, undefined],
  [{ 'cache-control': 'max-age=60, must-revalidate' }, 200, { authorization: 'x' }, undefined],
  [{ ...fresh, vary: 'A, *' }, 200, {}, 'vary *'],
  [{ ...fresh, vary: 'Accept-Language; Cookie' }, 200, {}, 'vary *'],
  [{}, 200, {}, 'no lifetime'],
  [{ 'cache-control': 'no-cache' }, 200, {}, 'no lifetime'],
  [{ 'cache-control': 'no-cache', etag: '"a"' }, 200, {}, undefined],
  [{ 'last-modified': formatDate(now - 1_000_000) }, 200, {}, undefined],
  [{ 'last-modified': formatDate(now - 1_000_000) }, 503, {}, undefined],
  [{ ...fresh, age: '100' }, 200, {}, 'stale'],
  [{ 'cache-control': 'max-age=0, stale-while-revalidate=60' }, 200, {}, undefined],
  [{ 'cdn-cache-control': 'no-store', ...fresh }, 200, {}, 'no-store'],
  [{ 'cdn-cache-control': 'max-age=60', 'cache-control': 'no-store' }, 200, {}, undefined],
])('%j with status %i, asked with %j', (response, status, request, expected) => {
  expect(reason(response, status, request)).toBe(expected)
})
