import { describe, expect, test } from 'vitest'
import { formatDate } from './dates.ts'
import type { Fields } from './fields.ts'
import { ageOf, lifetimeOf, maxUseMs, renewedLifetime, standsInFor, usabilityOf } from './freshness.ts'

const now = Date.UTC(2026, 10, 21, 8)
const ago = (seconds: number) => formatDate(now - seconds * 1000)
const file = { 'content-type': 'text/css' }
const received = (fields: Fields, status = 200) => ({ status, fields, requestTime: now, responseTime: now })
const lifetime = (fields: Fields, status?: number) => lifetimeOf(received(fields, status))

describe('the freshness lifetime (RFC 9111, section 4.2.1), in seconds', () => {
  test.each<[fields: Fields, seconds: number]>([
    [{ 'cache-control': 'max-age=60' }, 60],
    [{ 'cache-control': 's-maxage=10, max-age=60' }, 10],
    [{ 'cache-control': 'max-age=60', expires: ago(100) }, 60],
    [{ 'cache-control': 'max-age=0', expires: ago(-100) }, 0],
    [{ expires: ago(-100), date: ago(0) }, 100],
    [{ expires: ago(-100), date: ago(-40) }, 60],
    [{ expires: ago(-100), date: 'nonsense' }, 100],
    [{ expires: ago(1) }, 0],
    [{ expires: '0' }, 0],
    // a tenth of the time since the last modification (section 4.2.2)
    [{ 'last-modified': ago(1000), ...file }, 100],
    [{ 'last-modified': ago(-1000), ...file }, 0],
    [{ 'last-modified': ago(1000), ...file, 'cache-control': 'x' }, 100],
    // nothing is guessed of what sets a cookie, of pages, and where the origin says something that can't be read
    [{ 'last-modified': ago(1000), ...file, 'set-cookie': 'a=b' }, 0],
    [{ 'last-modified': ago(1000), ...file, 'set-cookie2': 'a=b' }, 0],
    [{ 'last-modified': ago(1000) }, 0],
    [{ 'last-modified': ago(1000), 'content-type': 'text/html; charset=utf-8' }, 0],
    [{ 'last-modified': ago(1000), 'content-type': 'application/xhtml+xml' }, 0],
    [{ 'last-modified': ago(1000), ...file, 'cache-control': 'x; y' }, 0],
    [{ 'last-modified': ago(1000), ...file, 'cache-control': 'public max-age=60' }, 0],
    [{ 'last-modified': ago(1000), ...file, pragma: 'no-cache' }, 0],
    [{}, 0],
    // targeted directives replace Expires, too (RFC 9213, section 2.2)
    [{ 'cdn-cache-control': 'max-age=60', 'cache-control': 'no-store', expires: '0' }, 60],
    [{ 'cdn-cache-control': 'public', expires: ago(-100) }, 0],
  ])('%j', (fields, seconds) => {
    expect(lifetime(fields).fresh).toBe(seconds * 1000)
  })

  test.each([
    [200, true],
    [201, false],
    [403, false],
    [404, true],
    [503, false],
  ])('heuristically, of status %i', (status, isKept) => {
    const fields = { 'last-modified': ago(1000), ...file }
    expect(lifetime(fields, status).fresh > 0).toBe(isKept)
    expect(lifetime({ ...fields, 'cache-control': 'public' }, status).fresh).toBe(100_000)
  })
})

test('nothing is guessed for a visitor with cookies, nor used while the origin is away', () => {
  const fields = { 'last-modified': ago(1000), ...file }
  const guessed = lifetimeOf(received(fields), undefined, { cookie: 'a=b' })
  expect([guessed.fresh, guessed.staleIfUnreachable]).toEqual([0, false])
  const said = lifetimeOf(received({ 'cache-control': 'max-age=60' }), undefined, { cookie: 'a=b' })
  expect([said.fresh, said.staleIfUnreachable]).toEqual([60_000, true])
})

describe('the age on arrival (RFC 9111, section 4.2.3), in seconds', () => {
  test.each<[fields: Fields, seconds: number]>([
    [{}, 0],
    [{ age: '30' }, 30],
    [{ age: '30', date: ago(50) }, 50],
    [{ date: ago(-50) }, 0],
    // the first member counts, and what isn't a number is ignored (section 5.1)
    [{ age: '30, 7200' }, 30],
    [{ age: 'abc' }, 0],
    [{ age: '-30' }, 0],
    [{ age: '30.0' }, 0],
    [{ age: '99999999999' }, 2 ** 31],
  ])('%j', (fields, seconds) => {
    expect(lifetime(fields).initialAge).toBe(seconds * 1000)
  })

  test('includes the time that the answer took', () => {
    const slow = lifetimeOf({ status: 200, fields: { age: '30' }, requestTime: now - 5000, responseTime: now })
    expect(slow.initialAge).toBe(35_000)
    expect(ageOf(slow, now, now + 1000)).toBe(36_000)
  })
})

describe('a stored response', () => {
  const after = (fields: Fields, seconds: number) => usabilityOf(lifetime(fields), now, now + seconds * 1000)

  test.each<[cacheControl: string, seconds: number, usability: string]>([
    ['max-age=60', 59, 'fresh'],
    ['max-age=60', 60, 'validate'],
    ['max-age=60, no-cache', 0, 'validate'],
    ['max-age=60, no-cache="a"', 0, 'fresh'],
    ['max-age=60, no-cache=a', 0, 'validate'],
    ['max-age=60, stale-while-revalidate=30, must-revalidate; x', 70, 'validate'],
    ['max-age=60, stale-while-revalidate=30', 89, 'renew'],
    ['max-age=60, stale-while-revalidate=30', 90, 'validate'],
    ['s-maxage=60, stale-while-revalidate=30', 70, 'renew'],
    ['max-age=60, stale-while-revalidate=30, must-revalidate', 70, 'validate'],
    ['max-age=99999999', maxUseMs / 1000, 'fresh'],
    ['max-age=99999999', maxUseMs / 1000 + 1, 'validate'],
  ])('%s after %i s', (cacheControl, seconds, usability) => {
    expect(after({ 'cache-control': cacheControl }, seconds)).toBe(usability)
  })

  test.each<[cacheControl: string, outcome: number | 'unreachable', seconds: number, standsIn: boolean]>([
    ['max-age=60', 'unreachable', 100, true],
    ['max-age=60', 503, 100, false],
    ['max-age=60, stale-if-error=60', 503, 100, true],
    ['max-age=60, stale-if-error=60', 503, 120, false],
    ['max-age=60, stale-if-error=60', 404, 100, false],
    ['max-age=60, must-revalidate', 'unreachable', 100, false],
    ['max-age=60, must-revalidate; x', 'unreachable', 100, false],
    ['max-age=60, proxy-revalidate, stale-if-error=60', 'unreachable', 100, false],
    ['no-cache, stale-if-error=60', 'unreachable', 1, false],
    ['s-maxage=60', 'unreachable', 100, false],
    ['s-maxage=60, stale-if-error=60', 'unreachable', 100, true],
    ['max-age=60', 'unreachable', maxUseMs / 1000 + 1, false],
  ])('%s stands in for %s after %i s: %s', (cacheControl, outcome, seconds, standsIn) => {
    const stored = lifetime({ 'cache-control': cacheControl })
    expect(standsInFor(outcome, stored, now, now + seconds * 1000)).toBe(standsIn)
  })
})

describe('a lifetime after a confirmation', () => {
  const guessed = { 'last-modified': ago(1000), ...file }
  const forCookies = lifetimeOf(received(guessed), undefined, { cookie: 'a=b' })

  test('isn’t guessed where it wasn’t before, and what has none stays with the origin', () => {
    const renewed = renewedLifetime(forCookies, lifetime(guessed))
    expect(renewed).toMatchObject({ fresh: 0, governedBy: undefined, staleIfUnreachable: false })
  })

  test('is guessed again', () => {
    expect(renewedLifetime(lifetime(guessed), lifetime(guessed)).fresh).toBe(100_000)
  })

  test('is the one that the origin gives', () => {
    expect(renewedLifetime(forCookies, lifetime({ 'cache-control': 'max-age=60' })).fresh).toBe(60_000)
  })
})
