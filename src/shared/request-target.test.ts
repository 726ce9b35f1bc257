import { expect, test } from 'vitest'
import { requestTarget } from './request-target.ts'

test.each([
  ['http://a.test', '/'],
  ['http://a.test/b?c=d#e', '/b?c=d'],
  ['http://a.test/?', '/?'],
  ['http://a.test/b?#e', '/b?'],
  ['http://a.test/b#e?f', '/b'],
  ['http://u%3F:p@a.test/b', '/b'],
])('a request for %s is for %s', (url, target) => {
  expect(requestTarget(new URL(url))).toBe(target)
})
