import { expect, test } from 'vitest'
import { addressOnSite } from './site-address.ts'

const site = { host: 'www.shop.example:8080', preview_host: 'p-1.edge.example', https: 1 }

test.each([
  ['/', 'https://www.shop.example:8080/'],
  ['/a b?x=ä#top', 'https://www.shop.example:8080/a%20b?x=%C3%A4'],
  ['http://www.shop.example:8080/a?b', 'http://www.shop.example:8080/a?b'],
  ['https://WWW.shop.example', 'https://www.shop.example/'],
  ['https://www.shop.example.:8080/a', 'https://www.shop.example:8080/a'],
  ['https://www.shop.example./', 'https://www.shop.example/'],
  ['/a/../b', 'https://www.shop.example:8080/b'],
])('%s is %s', (text, href) => {
  expect(addressOnSite(text, site)).toMatchObject({ url: { href }, address: 'own' })
})

test('the preview address counts on any port', () => {
  const found = addressOnSite('http://p-1.edge.example:4080/a', site)
  expect(found).toMatchObject({ url: { pathname: '/a' }, address: 'preview' })
})

test.each([
  ['https://other.example/', 'must be on the site’s host'],
  ['https://www.shop.example:9090/', 'must be on the site’s host'],
  ['/\\other.example/', 'must be on the site’s host'],
  ['https://www.shop.example.other.example/', 'must be on the site’s host'],
  ['javascript:alert(1)', 'must be an http or https address, or a path'],
  ['//other.example/a', 'must be an http or https address, or a path'],
  ['www.shop.example/a', 'must be an http or https address, or a path'],
  ['ftp://www.shop.example/', 'must be an http or https address, or a path'],
  ['http://a:b@www.shop.example/', 'must not contain a user name or password'],
  [`/${'a'.repeat(2048)}`, 'must be at most 2048 characters after the host'],
])('%s is refused', (url, problem) => {
  expect(addressOnSite(url, site)).toEqual({ problem: expect.stringContaining(problem.replace('’', "'")) })
})
