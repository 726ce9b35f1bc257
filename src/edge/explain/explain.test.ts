import { expect, test } from 'vitest'
import type { Explanation } from '../../contract/explanation.ts'
import type { OptimizerState } from '../../contract/states.ts'
import { explanationInWords } from '../../words/explanation.ts'
import { fieldsOf } from '../cache/index.ts'
import type { OriginProblem } from '../../contract/origin-problems.ts'
import { OriginFailure } from '../origin/failure.ts'
import { explain, type ExplainedRow } from './explain.ts'
import type { HeadRequest } from './origins.ts'

interface Given {
  readonly path?: string
  readonly scheme?: 'http' | 'https'
  /** Of the request. */
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
  /** Of the origin's answer. */
  readonly answer?: Readonly<Record<string, string>>
  readonly failure?: OriginProblem
  readonly settings?: object | string
  readonly state?: OptimizerState
  readonly address?: 'own' | 'preview'
}

const row: ExplainedRow = {
  id: 'site',
  host: 'www.site.example',
  state: 'active',
  service_cname: 's.edge.example',
  preview_host: 'p.edge.example',
  https: 1,
  check_certificate: 0,
  origin: 'origin.site.example',
  cname_seen: null,
  cname_seen_at: null,
  txt_seen: 0,
  root_dns: null,
  host_since: 0,
  own_origin: null,
  origin_host: null,
  counterpart: null,
  counterpart_cname_seen: null,
  counterpart_seen_at: null,
  counterpart_txt_seen: 0,
  counterpart_dns: null,
  counterpart_since: null,
  settings: null,
  links: null,
}

/** Explains a GET, with the requests that the origin got. */
async function explained(given: Given): Promise<Explanation & { said: string; asked: readonly HeadRequest[] }> {
  const {
    path = '/',
    scheme = 'https',
    headers = {},
    status = 200,
    answer = {},
    failure,
    settings,
    state = 'active',
  } = given
  const asked: HeadRequest[] = []
  const origins = {
    async head(wanted: HeadRequest) {
      asked.push(wanted)
      if (failure) throw new OriginFailure(failure)
      const lines = Object.entries({ 'Content-Type': 'text/html', ...answer }).flat()
      const now = Date.now()
      return { status, lines, fields: fieldsOf(lines), requestTime: now, responseTime: now }
    },
  }
  const visit = {
    url: new URL(path, `${scheme}://www.site.example`),
    address: given.address ?? 'own',
    lines: Object.entries(headers).flat(),
    ip: '192.0.2.1',
    signal: new AbortController().signal,
  }
  const text = typeof settings === 'string' ? settings : settings && JSON.stringify({ defaultActions: settings })
  const explanation = await explain({ ...row, state, settings: text ?? null }, visit, origins)
  return { ...explanation, said: explanationInWords(explanation), asked }
}

const on = (name: string, options: object = {}) => ({ [name]: [{ _id: name, enabled: true, filters: [], ...options }] })
const off = (name: string) => ({ [name]: [{ _id: name, enabled: false, filters: [] }] })
const leavingOut = (condition: string) => [{ direction: 0, match: [{ name: 'URI', operator: 'CONTAIN', condition }] }]
const cookies = { resourceActions: on('htmlCache', { sessionCookies: ['session*'] }) }

const lastYear = 'Thu, 27 Nov 2025 08:00:00 GMT'
const redirected = { documentActions: on('httpsRedirect') }

const tooCostly = {
  filters: Array.from({ length: 20 }, (_, i) => ({
    direction: 0,
    match: [{ name: 'URI', operator: 'REGEX', condition: `.*a.{${95 - i}}c0$` }],
  })),
}
const manyLetters = Array.from({ length: 2000 }, (_, i) => ((i * i) % 7 < 3 ? 'a' : 'b')).join('')

test.each<[given: Given, sentence: string]>([
  [
    { answer: { 'Cache-Control': 'max-age=600' }, settings: tooCostly, path: `/${manyLetters}` },
    'This page isn’t kept, because testing the exceptions takes too long for this request: use simpler regular expressions, or fewer.',
  ],
  [
    { answer: { 'Cache-Control': 'max-age=600' }, scheme: 'http', settings: redirected },
    'Visitors are sent to https, as soon as there is a certificate for the host. Until then: this page is kept for 10 minutes, because its Cache-Control header is “max-age=600”.',
  ],
  [
    { answer: { 'Cache-Control': 'max-age=600' }, scheme: 'https', settings: redirected },
    'This page is kept for 10 minutes, because its Cache-Control header is “max-age=600”.',
  ],
  [
    { answer: { 'Cache-Control': 'max-age=600' } },
    'This page is kept for 10 minutes, because its Cache-Control header is “max-age=600”.',
  ],
  [
    { answer: { 'Cache-Control': 'no-store', 'CDN-Cache-Control': 'max-age=60' } },
    'This page is kept for 1 minute, because its CDN-Cache-Control header is “max-age=60”.',
  ],
  [
    { answer: { 'Cache-Control': 'max-age=60, stale-while-revalidate=300' } },
    'This page is kept for 1 minute, because its Cache-Control header is “max-age=60, stale-while-revalidate=300”. For 5 minutes after that, visitors still get it while a new one is fetched.',
  ],
  [
    { answer: { 'Content-Type': 'text/css', 'Cache-Control': 'max-age=31536000' } },
    'This file is kept for 1 day, because its Cache-Control header is “max-age=31536000” and the edge keeps nothing longer than 1 day.',
  ],
  [
    { answer: { 'Cache-Control': 'no-cache', ETag: '"1"' } },
    'This page is kept, but your server is asked each time whether it has changed, because its Cache-Control header is “no-cache”.',
  ],
  [
    { answer: { 'Cache-Control': 'private' } },
    'This page isn’t kept, because its headers say “private”: it’s for one visitor only.',
  ],
  [{}, 'This page isn’t kept, because its headers don’t say for how long.'],
  [
    { answer: { 'Cache-Control': 'max-age=60', 'Set-Cookie': 'a=b' } },
    'This page isn’t kept, because it sets a cookie, and its headers don’t say “public” or “s-maxage”.',
  ],
  [
    { answer: { 'Cache-Control': 'public max-age' } },
    'This page isn’t kept, because its headers don’t say for how long, and what they say can’t be read.',
  ],
  [
    { answer: { ETag: '"1"' }, headers: { Cookie: 'a=b' } },
    'This page isn’t kept, because its headers don’t say for how long, and a page for a visitor with cookies may be for that visitor only.',
  ],
  [
    { answer: { 'Content-Type': 'text/css', 'Last-Modified': lastYear }, headers: { Cookie: 'a=b' } },
    'This file is kept, but your server is asked each time whether it has changed, because its headers don’t say for how long it may be used.',
  ],
  [
    { answer: { 'Cache-Control': 'max-age=60' }, headers: { 'X-Requested-With': 'XMLHttpRequest' } },
    'This page is kept for 1 minute, because its Cache-Control header is “max-age=60”. Only requests that have the header “x-requested-with” as well get the kept answer.',
  ],
  [
    { settings: cookies },
    'This page is kept for 10 minutes, because it gives no time itself and the settings keep pages for anonymous visitors; a visitor with a “session” cookie, or any other that isn’t known to be harmless, is sent to your server.',
  ],
  [
    { settings: cookies, headers: { Cookie: 'a=1; session_id=2' } },
    'This page comes from your server, because the cookie “session_id” shows a session; for visitors without one, it’s kept for 10 minutes if your server answers them alike.',
  ],
  [
    { settings: cookies, answer: { 'Cache-Control': 'max-age=60' }, headers: { Cookie: 'session=2' } },
    'This page is kept for 1 minute, because its Cache-Control header is “max-age=60”.',
  ],
  [{ settings: { resourceActions: off('cache') } }, 'This page isn’t kept, because the action “Cache” is off.'],
  [
    { settings: { filters: leavingOut('/shop') }, path: '/shop/cart' },
    'This page isn’t kept, because an exception applies: not if the address contains “/shop”.',
  ],
  [{ settings: '{' }, 'This page isn’t kept, because the settings can’t be read.'],
  [{ status: 206 }, 'This page isn’t kept, because its status is 206.'],
  [
    { status: 404, answer: { 'Cache-Control': 'max-age=60' } },
    'This error page (404) is kept for 1 minute, because its Cache-Control header is “max-age=60”.',
  ],
  [
    { answer: { 'Cache-Control': 'max-age=60', 'Content-Length': '9000000' } },
    'This page isn’t kept, because it’s larger than 8 MiB.',
  ],
  [
    { failure: 'connection_refused' },
    'Your server can’t be reached: it refused the connection. Visitors get an error page, unless a kept answer can stand in.',
  ],
  [{ state: 'maintenance' }, 'Visitors get the maintenance page, because the site is in maintenance.'],
  [{ state: 'off' }, 'Visitors get an error page, because the optimizer is off.'],
  [
    { state: 'bypass', answer: { 'Cache-Control': 'max-age=60' } },
    'Visitors go straight to your server now, because the optimizer is bypassed. Once it’s resumed, this page is kept for 1 minute, because its Cache-Control header is “max-age=60”.',
  ],
  [
    { state: 'preview', answer: { 'Cache-Control': 'no-store' } },
    'Visitors still go to your server, because the site is in preview. At its preview address, and once the site is live, this page isn’t kept, because its headers say “no-store”.',
  ],
  [
    { state: 'preview', address: 'preview', answer: { 'Cache-Control': 'no-store' } },
    'This page isn’t kept, because its headers say “no-store”.',
  ],
])('%j', async (given, sentence) => {
  expect((await explained(given)).said).toBe(sentence)
})

test('the origin is asked once, as a visitor’s request would ask it', async () => {
  const { asked } = await explained({ path: '/a?b=1', headers: { Cookie: 'a=1', 'Accept-Language': 'de' } })
  expect(asked).toHaveLength(1)
  expect(asked[0]?.target).toBe('/a?b=1')
  expect(fieldsOf(asked[0]?.lines ?? [])).toMatchObject({
    host: 'www.site.example',
    cookie: 'a=1',
    'accept-language': 'de',
    'accept-encoding': 'br, zstd, gzip',
    'x-forwarded-for': '192.0.2.1',
    'x-forwarded-proto': 'https',
    'cdn-loop': 'site-performance',
  })
  expect(fieldsOf((await explained({})).asked[0]?.lines ?? [])['cookie']).toBeUndefined()
})

test.each(['maintenance', 'off'] as const)(
  'the origin isn’t asked where no visitor would reach it: %s',
  async (state) => {
    expect(await explained({ state })).toMatchObject({ asked: [], outcome: 'not asked', status: null })
  },
)

test('the rule behind a reason is named', async () => {
  expect(await explained({ answer: { 'Cache-Control': 'private' } })).toMatchObject({
    outcome: 'not kept',
    reason: 'private',
    rule: 'RFC 9111, section 5.2.2.7',
  })
})

test('what is kept under another address names the parameters that make no difference', async () => {
  const settings = { documentActions: on('ignoredParameters') }
  const answer = { 'Cache-Control': 'max-age=60' }
  expect(await explained({ path: '/a?utm_source=x&b=1&gclid=2', settings, answer })).toMatchObject({
    kept_as: '/a?b=1',
    ignored_parameters: ['utm_source', 'gclid'],
  })
  expect(await explained({ path: '/a?b=1', settings, answer })).toMatchObject({
    kept_as: '/a?b=1',
    ignored_parameters: [],
  })
})

test('compression is the edge’s, the origin’s, or none, which says why', async () => {
  const answer = { 'Cache-Control': 'max-age=60' }
  const compressed = async (given: Given) => {
    const { compression, uncompressed_because: because } = await explained(given)
    return compression ?? because
  }
  expect(await compressed({ answer })).toEqual({ coding: 'br', by: 'edge' })
  expect(await compressed({ answer, headers: { 'Accept-Encoding': 'gzip' } })).toEqual({ coding: 'gzip', by: 'edge' })
  // what isn't kept is compressed as it comes
  expect(await compressed({ answer: { 'Cache-Control': 'no-store' } })).toEqual({ coding: 'br', by: 'edge' })
  expect(await compressed({ answer: { ...answer, 'Content-Encoding': 'gzip' } })).toEqual({
    coding: 'gzip',
    by: 'origin',
  })
  expect(await compressed({ answer: { ...answer, 'Content-Type': 'image/png' } })).toBe('type')
  expect(await compressed({ answer, status: 404 })).toEqual({ coding: 'br', by: 'edge' })
  expect(await compressed({ answer, status: 204 })).toBe('status')
  expect(await compressed({ answer: { 'Cache-Control': 'max-age=60, no-transform' } })).toBe('no-transform')
  expect(await compressed({ answer: { ...answer, 'Content-Length': '1023' } })).toBe('too small')
  expect(await compressed({ answer, headers: { 'Accept-Encoding': 'identity' } })).toBe('not accepted')
  expect(await compressed({ answer, settings: { documentActions: off('compression') } })).toBeNull()
})

test('each action says whether it acts, and why not', async () => {
  const { actions } = await explained({ settings: { documentActions: off('compression') } })
  expect(actions).toContainEqual({
    action: 'cache',
    acts: true,
    because: null,
    exception: null,
    ruled_by: null,
    rule_name: null,
  })
  expect(actions).toContainEqual({
    action: 'compression',
    acts: false,
    because: 'off',
    exception: null,
    ruled_by: null,
    rule_name: null,
  })
})

test('an action that is limited to other requests says to which', async () => {
  const only = (condition: string) => ({ direction: 1, match: [{ name: 'URI', operator: 'CONTAIN', condition }] })
  const entry = { _id: 'cache', enabled: true, filters: [only('/shop'), only('/bikes')] }
  const answer = await explained({ settings: { resourceActions: { cache: [entry] } } })
  const exception = 'only if the address contains “/shop”, or only if the address contains “/bikes”'
  expect(answer.actions).toContainEqual(
    expect.objectContaining({ action: 'cache', acts: false, because: 'not included', exception }),
  )
  expect(explanationInWords(answer)).toContain(`because an exception limits caching to other requests (${exception}).`)
})

test('an action that a rule decides names the rule', async () => {
  const rule = {
    _id: 'checkout',
    enabled: true,
    filters: [{ direction: 1, match: [{ name: 'URI', operator: 'CONTAIN', condition: '/checkout' }] }],
    actions: { cache: false, speculation: true },
  }
  const settings = JSON.stringify({ resourceRules: [rule] })
  const there = await explained({ path: '/checkout', settings })
  expect(there.actions).toContainEqual(
    expect.objectContaining({ action: 'speculation', acts: true, ruled_by: 'checkout' }),
  )
  expect(there.said).toBe('This page isn’t kept, because the rule “checkout” switches the action “Cache” off.')
  const named = JSON.stringify({ resourceRules: [{ ...rule, name: 'Never kept' }] })
  expect((await explained({ path: '/checkout', settings: named })).said).toContain('the rule “Never kept” switches')
  const elsewhere = await explained({ path: '/', settings })
  expect(elsewhere.actions.filter(({ ruled_by }) => ruled_by !== null)).toEqual([])
})

test('of long header fields, only the beginning is shown', async () => {
  const long = `max-age=60, ${'x'.repeat(60_000)}`
  const names = Array.from({ length: 1000 }, (_, i) => `X-${i}`).join(', ')
  const explanation = await explained({ answer: { 'Cache-Control': long, 'Content-Type': long, Vary: names } })
  expect(JSON.stringify({ ...explanation, asked: [] }).length).toBeLessThan(4000)
})

test('an answer that has aged on its way is kept for the rest', async () => {
  expect(await explained({ answer: { 'Cache-Control': 'max-age=600', Age: '500' } })).toMatchObject({
    seconds: 100,
    allowed_seconds: 600,
  })
})
