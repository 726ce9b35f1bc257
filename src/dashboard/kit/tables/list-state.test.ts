import { expect, test } from 'vitest'
import { listAccounts } from '../../../contract/index.ts'
import { readListQuery, writeListQuery } from './list-state.ts'

const defaults = { per_page: 25, direction: 'asc' } as const
const read = (search: string) => readListQuery(listAccounts, new URLSearchParams(search), defaults)

test('an address without parameters gives the default list', () => {
  expect(read('')).toEqual({ page: 1, per_page: 25, sort_by: 'name', direction: 'asc' })
})

test('the parameters are the endpoint’s', () => {
  expect(read('page=3&per_page=50&sort_by=email&direction=desc&search_term=a')).toEqual({
    page: 3,
    per_page: 50,
    sort_by: 'email',
    direction: 'desc',
    search_term: 'a',
  })
})

test('invalid values fall back to their defaults, valid ones are kept', () => {
  expect(read('page=0&per_page=5000&sort_by=size&search_term=a&other=1')).toEqual({
    page: 1,
    per_page: 25,
    sort_by: 'name',
    direction: 'asc',
    search_term: 'a',
  })
})

test('a change keeps other parameters and leaves out defaults', () => {
  const write = (search: string, change: object) =>
    String(writeListQuery(new URLSearchParams(search), change, defaults))
  expect(write('page=3&search_term=a', { per_page: 50, page: 1 })).toBe('search_term=a&per_page=50')
  expect(write('per_page=50&search_term=a', { per_page: 25, search_term: '' })).toBe('')
  expect(write('range=7d', { direction: 'desc' })).toBe('range=7d&direction=desc')
})
