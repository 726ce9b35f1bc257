import { expect, test } from 'vitest'
import type { RequestRecord } from '../../contract/index.ts'
import { keptHeaders, withHeaders } from './request-headers.ts'

const header = (name: string, value = 'x') => ({ name, value })

const record: RequestRecord = {
  url: 'https://shop.example/',
  method: 'GET',
  type: 'document',
  status: 200,
  protocol: 'h2',
  start: 0,
  dns: null,
  connect: null,
  tls: null,
  wait: null,
  receive: null,
  end: 10,
  bytes: 100,
  error: null,
}

test('headers that hold secrets are left out', () => {
  const names = ['Cache-Control', 'Set-Cookie', 'Authorization', 'X-Auth-Token', 'Age']
  expect(keptHeaders(names.map((name) => header(name)))).toEqual([header('Cache-Control'), header('Age')])
})

test('30 headers are kept, of at most 8 kB together', () => {
  const many = Array.from({ length: 40 }, (_, i) => header(`x-${i}`))
  expect(keptHeaders(many)).toEqual(many.slice(0, 30))
  expect(keptHeaders([header('a', 'x'.repeat(8000)), header('b', 'x'.repeat(500))])).toEqual([
    header('a', 'x'.repeat(8000)),
  ])
})

test('the headers of a view are kept as long as there is room', () => {
  const large = [header('a', 'x'.repeat(8000))]
  const kept = withHeaders(Array.from({ length: 20 }, () => ({ record, headers: large })))
  expect(kept.map(({ headers }) => headers?.length ?? 0)).toEqual(kept.map((_, i) => (i < 8 ? 1 : 0)))
  expect(withHeaders([{ record, headers: undefined }])).toEqual([record])
})
