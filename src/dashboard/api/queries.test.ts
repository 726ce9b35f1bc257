import { describe, expect, test } from 'vitest'
import { listAccounts, listMonitors } from '../../contract/index.ts'
import { ApiError, type ErrorKind } from '../../client/errors.ts'
import { load, q, queryClient, type Query, shouldRetry } from './queries.ts'
import { scopedQuery } from './scope.ts'
import { session } from './session.ts'

const failed = (kind: ErrorKind, status: number) => new ApiError({ kind, status, sentence: 'No.' })

describe('a failed read', () => {
  test.each([
    [failed('unreachable', 0), true],
    [failed('failed', 503), true],
    [failed('failed', 500), false],
    [failed('not-found', 404), false],
    [failed('refused-key', 401), false],
    [failed('invalid', 422), false],
    [failed('too-many', 429), false],
    [failed('malformed', 200), false],
    [new Error('a fault of ours'), false],
  ])('%o is tried again: %s', (error, again) => {
    expect(shouldRetry(0, error)).toBe(again)
    expect(shouldRetry(2, error)).toBe(false)
  })
})

test('a query is keyed by its endpoint and input, never by the API key', () => {
  session.start({ role: 'partner', id: 'p', key: 'secret-key', baseUrl: '/api' }, false)
  const query = q(listAccounts, { path: { partner_id: 'p' }, query: { page: 2 } })
  expect(query.queryKey).toEqual(['partner.accounts.list', { path: { partner_id: 'p' }, query: { page: 2 } }])
  expect(JSON.stringify(query.queryKey)).not.toContain('secret-key')
  session.end()
})

test('a scoped query calls its scope’s API', () => {
  const input = { query: { page: 3 } }
  expect(scopedQuery(listMonitors, { kind: 'user', user: 'u' }, input).queryKey).toEqual(['user.monitors.list', input])
  expect(scopedQuery(listMonitors, { kind: 'account', partner: 'p', account: 'a' }, input).queryKey).toEqual([
    'partner.monitors.list',
    { query: { page: 3 }, path: { partner_id: 'p', account_id: 'a' } },
  ])
})

test('a page loads only missing and invalidated data', async () => {
  const asked: string[] = []
  const query = (name: string): Query<string> => ({
    queryKey: [name, {}],
    queryFn: () => {
      asked.push(name)
      return Promise.resolve(name)
    },
  })
  const [there, changed, missing] = [query('there'), query('changed'), query('missing')]
  queryClient.setQueryData(there.queryKey, 'there')
  queryClient.setQueryData(changed.queryKey, 'before')
  await queryClient.invalidateQueries({ queryKey: changed.queryKey })
  await load(there, changed, missing)
  expect(asked).toEqual(['changed', 'missing'])
  queryClient.clear()
})
