import { expect, test } from 'vitest'
import type { ActionName } from '../../contract/settings-actions.ts'
import type { FilteredRequest } from '../../contract/settings-filters.ts'
import { FilterBudget } from '../../contract/filter-budget.ts'
import { actionsOf } from './site-actions.ts'

const request = (uri: string, cookie?: string): FilteredRequest => ({
  uri,
  header: (name) => (name === 'cookie' ? cookie : undefined),
  budget: new FilterBudget(),
})
const excluding = (name: 'URI' | 'Cookie', operator: 'CONTAIN' | 'REGEX', condition: string) => ({
  defaultActions: { filters: [{ direction: 0, match: [{ name, operator, condition }] }] },
})
const acts = (settings: unknown, asked: FilteredRequest, action: ActionName = 'cache') =>
  actionsOf(typeof settings === 'string' ? settings : JSON.stringify(settings))(action, asked).acts

test('a site without settings is cached and compressed', () => {
  const actions = actionsOf(null)
  for (const action of ['cache', 'compression'] as const) expect(actions(action, request('/')).acts).toBe(true)
  for (const action of ['htmlCache', 'images'] as const) expect(actions(action, request('/')).acts).toBe(false)
})

test('exceptions look at the address and the cookies', () => {
  expect(acts(excluding('URI', 'CONTAIN', '/cart'), request('/shop/cart'))).toBe(false)
  expect(acts(excluding('URI', 'CONTAIN', '/cart'), request('/shop'))).toBe(true)
  expect(acts(excluding('URI', 'REGEX', '^/p/\\d+$'), request('/p/12'))).toBe(false)
  expect(acts(excluding('Cookie', 'CONTAIN', 'session='), request('/', 'a=b; session=1'))).toBe(false)
  expect(acts(excluding('Cookie', 'CONTAIN', 'session='), request('/'))).toBe(true)
})

test('settings that can’t be read switch everything off', () => {
  for (const settings of ['{', excluding('URI', 'REGEX', '(?=x)'), { defaultActions: { filters: 1 } }])
    expect([acts(settings, request('/')), acts(settings, request('/'), 'compression')]).toEqual([false, false])
})
