import { expect, test } from 'vitest'
import { requestOf } from './curl.ts'

test('sends fields as a query with --get, and as a form without it', async () => {
  const query = requestOf(['--fail-with-body', 'http://a.test/x', '--get', '--data-urlencode', 'name=a b&c'])
  expect([query.method, query.url, query.body]).toEqual(['GET', 'http://a.test/x?name=a%20b%26c', null])
  const form = requestOf(['-X', 'PUT', 'http://a.test/x', '--data-urlencode', 'a=1', '--data-urlencode', 'b=é'])
  expect([form.method, form.headers.get('content-type')]).toEqual(['PUT', 'application/x-www-form-urlencoded'])
  expect(await form.text()).toBe('a=1&b=%C3%A9')
})

test('sends headers and JSON unchanged', async () => {
  const request = requestOf(['http://a.test/', '-H', 'Content-Type: application/json', '--data', '{"a":"b:c"}'])
  expect([request.method, request.headers.get('content-type')]).toEqual(['POST', 'application/json'])
  expect(await request.text()).toBe('{"a":"b:c"}')
})

test('refuses unknown arguments', () => {
  expect(() => requestOf(['http://a.test/', '--insecure'])).toThrow('--insecure')
  expect(() => requestOf(['http://a.test/', 'http://b.test/'])).toThrow('http://b.test/')
})
