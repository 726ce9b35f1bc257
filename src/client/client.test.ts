import { expect, expectTypeOf, test, vi } from 'vitest'
import { headers } from '../contract/index.ts'
import { ApiError, createClient, type Operation, type PagedOperation } from './index.ts'

/** A service that gives these answers one after the other, and what it was asked. */
function serviceOf(...answers: readonly (readonly [status: number, body: unknown])[]) {
  const left = [...answers]
  const asked: { method: string; url: string; key: string | null; once: string | null; body: unknown }[] = []
  const fetch: typeof globalThis.fetch = (url, { method = '', headers: sent, body } = {}) => {
    const fields = new Headers(sent)
    asked.push({
      method,
      url: new Request(url).url,
      key: fields.get(headers.key),
      once: fields.get(headers.idempotencyKey),
      body,
    })
    const [status, reply] = left.shift() ?? [500, {}]
    return Promise.resolve(Response.json(reply, { status, headers: { 'Retry-After': '0' } }))
  }
  return { asked, fetch }
}

const baseUrl = 'https://perf.example/api/'
const ofUser = (fetch: typeof globalThis.fetch) => createClient({ scope: 'user', baseUrl, key: 'the key', fetch })
const ofPartner = (fetch: typeof globalThis.fetch) =>
  createClient({ scope: 'partner', partnerId: 'p1', baseUrl, key: 'the key', fetch })

test('an operation is called by its name, with its scope filled in', async () => {
  const { asked, fetch } = serviceOf([200, { sites: [] }], [200, { id: 'p1', name: 'Nordhost', email: 'a@b.cd' }])
  await ofPartner(fetch).call('sites.list', { path: { account_id: 'a1' } })
  const partner = await ofPartner(fetch).call('read')
  expectTypeOf(partner.name).toEqualTypeOf<string>()
  expect(partner.name).toBe('Nordhost')
  expect(asked).toMatchObject([
    { method: 'GET', url: 'https://perf.example/api/partners/p1/accounts/a1/sites', key: 'the key', once: null },
    { url: 'https://perf.example/api/partners/p1' },
  ])
})

test('a request that failed in passing is sent again, a POST with the same Idempotency-Key', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(-1)
  const { asked, fetch } = serviceOf([503, {}], [409, {}], [200, { success: true }], [200, { success: true }])
  const client = ofUser(fetch)
  const input = { path: { site_id: 's1' }, body: [{ tag: 'shoes' }] }
  expect(await client.call('cache.purge', input)).toEqual({ success: true })
  await client.call('cache.purge', input, { idempotencyKey: 'release-7' })
  const [first, second, third, own] = asked
  expect(first?.once).toMatch(/^"[0-9a-f]{32}"$/)
  expect([second?.once, third?.once]).toEqual([first?.once, first?.once])
  expect(own?.once).toBe('"release-7"')
})

test('a refusal is an error that names the fields', async () => {
  const { fetch } = serviceOf([422, { error: 'a field is wrong', fields: { email: 'must be an email address' } }])
  const refused = ofPartner(fetch).call('accounts.create', { body: { email: 'x', site: 'www.example.com' } })
  const error: unknown = await refused.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ kind: 'invalid', status: 422, fields: { email: 'must be an email address' } })
})

test('a list is read page by page, as far as it’s asked for', async () => {
  const page = (n: number) => [200, { accounts: [account(2 * n - 1), account(2 * n)], ...totals(n) }] as const
  const { asked, fetch } = serviceOf(page(1), page(2), page(3))
  const names: string[] = []
  for await (const row of ofPartner(fetch).rows('accounts.list', { query: { search_term: 'shop' } })) {
    expectTypeOf(row.name).toEqualTypeOf<string>()
    names.push(row.name)
    if (names.length === 3) break
  }
  expect(names).toEqual(['n1', 'n2', 'n3'])
  expect(asked.map(({ url }) => new URL(url).search)).toEqual([
    '?per_page=100&search_term=shop&page=1',
    '?per_page=100&search_term=shop&page=2',
  ])
})

test('the pages of a list begin where they are to', async () => {
  const { asked, fetch } = serviceOf([200, { rows: [{ id: 'm1' }], ...totals(3) }])
  for await (const { rows } of ofUser(fetch).pages('monitors.list', { query: { page: 3, per_page: 20 } }))
    expect(rows).toMatchObject([{ id: 'm1' }])
  expect(asked.map(({ url }) => new URL(url).search)).toEqual(['?per_page=20&page=3'])
})

test('a call can be cancelled', async () => {
  const fetch: typeof globalThis.fetch = (_, init) =>
    new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)))
  const stop = new AbortController()
  const call = ofUser(fetch).call('email', {}, { signal: stop.signal })
  stop.abort(new Error('enough'))
  await expect(call).rejects.toThrow('enough')
})

test('types know each scope’s operations', () => {
  expectTypeOf<'accounts.create'>().toExtend<Operation<'partner'>>()
  expectTypeOf<'accounts.create'>().not.toExtend<Operation<'user'>>()
  expectTypeOf<'samples.list'>().toExtend<PagedOperation<'user'>>()
  expectTypeOf<'quotas'>().not.toExtend<PagedOperation<'user'>>()
  expectTypeOf<'figures.read'>().not.toExtend<PagedOperation<'user'>>()
})

const account = (n: number) => ({ id: `a${n}`, name: `n${n}`, email: 'a@b.cd', api_url: 'https://perf.example' })
const totals = (page: number) => ({ current_page: page, total_pages: 3, per_page: 2, total_entries: 6 })
