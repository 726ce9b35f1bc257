import { expect, test } from 'vitest'
import { targetOnSite } from './address.ts'

const site = { host: 'www.shop.example:8080', preview_host: 'p-1.edge.example' }

test.each([
  ['/', '/'],
  ['/a b?x=ä#top', '/a%20b?x=%C3%A4'],
  ['http://www.shop.example:8080/a?b', '/a?b'],
  ['https://WWW.shop.example', '/'],
  ['http://p-1.edge.example:4080/a', '/a'],
  ['/a/../b', '/b'],
])('%s is %s', (url, target) => {
  expect(targetOnSite(url, site)).toEqual({ target })
})

test.each([
  ['https://other.example/', 'must be on the site’s host'],
  ['https://www.shop.example:9090/', 'must be on the site’s host'],
  ['//other.example/a', 'must be an http or https address, or a path'],
  ['www.shop.example/a', 'must be an http or https address, or a path'],
  ['ftp://www.shop.example/', 'must be an http or https address, or a path'],
  ['http://a:b@www.shop.example/', 'must not contain a user name or password'],
  [`/${'a'.repeat(2048)}`, 'must be at most 2048 characters after the host'],
])('%s is refused', (url, problem) => {
  expect(targetOnSite(url, site)).toEqual({ problem: expect.stringContaining(problem.replace('’', "'")) })
})
