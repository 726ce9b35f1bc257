import { beforeEach, expect, test } from 'vitest'
import { PendingAddress } from './pending-address.ts'

let pending: PendingAddress
beforeEach(() => {
  pending = new PendingAddress()
})

const params = (search: string) => new URLSearchParams(search)
const latest = (shown: string, pathname = '/a') => pending.latest(pathname, params(shown)).toString()
const request = (search: string, shown = '') => pending.request('/a', params(shown), params(search))
const show = (search: string, pathname = '/a') => pending.show(pathname, params(search))

test('a change builds on what is shown', () => {
  expect(latest('x=1')).toBe('x=1')
})

test('a change builds on the one before, although that isn’t shown yet', () => {
  request('x=1')
  expect(latest('')).toBe('x=1')
})

test('a change builds on the latest, although only an earlier one is shown', () => {
  request('x=1')
  request('x=1&y=2')
  // a part of the page that comes late still sees the old address
  show('')
  // each part of the page that uses the address says so
  for (let part = 0; part < 3; part++) show('x=1')
  expect(latest('x=1')).toBe('x=1&y=2')
  request('x=1&y=2&z=3', 'x=1')
  show('x=1&y=2&z=3')
  expect(latest('x=1&y=2&z=3')).toBe('x=1&y=2&z=3')
})

test('once the latest is shown, what is shown later counts', () => {
  request('x=1')
  show('x=1')
  show('')
  expect(latest('')).toBe('')
})

test('another navigation overtakes the changes', () => {
  request('x=1')
  show('other=1')
  expect(latest('other=1')).toBe('other=1')
})

test('another page has its own changes', () => {
  request('x=1')
  expect(latest('', '/b')).toBe('')
  show('', '/b')
  expect(latest('')).toBe('')
})
