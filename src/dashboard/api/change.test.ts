import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { deleteMonitors, listAccounts, listEvents, listMonitors, listUserSites } from '../../contract/index.ts'
import { change, changeScoped, markStale } from './change.ts'
import { q, queryClient } from './queries.ts'
import { scopedQuery, type Scope } from './scope.ts'

const user: Scope = { kind: 'user', user: 'u' }
const account: Scope = { kind: 'account', partner: 'p', account: 'a' }

afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

test.each([
  ['monitors.start', ['account’s monitors', 'events', 'monitors']],
  ['sites.create', ['account’s monitors', 'events', 'monitors', 'sites']],
  ['accounts.create', ['accounts', 'events']],
  ['cache.flush', ['events']],
] as const)('%s makes only stale what it changes, in both APIs', async (operation, stale) => {
  const queries = {
    accounts: q(listAccounts, { path: { partner_id: 'p' } }),
    'account’s monitors': scopedQuery(listMonitors, account, {}),
    events: scopedQuery(listEvents, user, {}),
    monitors: scopedQuery(listMonitors, user, {}),
    sites: q(listUserSites, { query: {} }),
  }
  for (const { queryKey } of Object.values(queries)) queryClient.setQueryData(queryKey, {})
  await markStale(operation)
  const found = Object.entries(queries).filter(([, { queryKey }]) => queryClient.getQueryState(queryKey)?.isInvalidated)
  expect(found.map(([name]) => name)).toEqual(stale)
})

test('a change is done once what is shown has been read again, unless it was refused', async () => {
  const statuses = [200, 422]
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json([], { status: statuses.shift() ?? 500 })))
  let reads = 0
  const observer = new QueryObserver(queryClient, {
    queryKey: scopedQuery(listMonitors, user, {}).queryKey,
    queryFn: () => Promise.resolve(++reads),
    initialData: 0,
    staleTime: Infinity,
  })
  const stop = observer.subscribe(() => undefined)
  await changeScoped(deleteMonitors, user, { body: { ids: ['m'] } })
  expect(observer.getCurrentResult().data).toBe(1)
  await expect(change(deleteMonitors.user, { body: { ids: ['m'] } })).rejects.toThrow()
  expect(reads).toBe(1)
  await markStale('monitors.delete', 'none')
  expect(observer.getCurrentResult().isStale).toBe(true)
  expect(reads).toBe(1)
  stop()
})
