import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rawAnswers } from '../testing-answers.ts'
import { MalformedResponse, redirectOf } from './response-head.ts'
import { ResponseReader } from './response-reader.ts'

const request = { method: 'GET', url: new URL('http://a.test:8080/') }

/** What a reader says of an answer that comes in these pieces, before the connection is closed. */
function outcome(pieces: readonly Buffer[], of = request) {
  const reader = new ResponseReader(of)
  try {
    // a client closes the connection once it has what it wants
    if (!pieces.some((piece) => reader.push(piece))) reader.end()
    return reader.head?.status
  } catch (error) {
    return error instanceof MalformedResponse || error instanceof Error ? error.message : error
  }
}

const bytes = (text: string) => Buffer.from(text, 'latin1')

describe('a response with', () => {
  test.each(rawAnswers)('$name', ({ raw, expected }) => {
    const found = outcome([bytes(raw)])
    if (typeof expected === 'number') expect(found).toBe(expected)
    else expect(found).toMatch(expected)
  })

  test('any of that reads the same in any pieces', () => {
    const short = rawAnswers.filter(({ raw }) => raw.length < 1000)
    fc.assert(
      fc.property(fc.constantFrom(...short), fc.array(fc.nat(1000)), ({ raw }, cuts) => {
        const whole = bytes(raw)
        const ends = [...cuts.filter((cut) => cut < whole.length), whole.length].toSorted((a, b) => a - b)
        const pieces = ends.map((end, i) => whole.subarray(ends[i - 1] ?? 0, end))
        expect(outcome(pieces)).toEqual(outcome([whole]))
      }),
    )
  })
})

test('whatever comes, a reader ends with a status or says why not', () => {
  const part = fc.constantFrom(
    ...'HTTP/1.1 |200|\r\n|\n|\0|: |, |"|chunked|Transfer-Encoding|Content-Length|4|;| '.split('|'),
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string({ unit: 'binary', maxLength: 3 })), { maxLength: 60 }), (parts) => {
      const found = outcome(parts.map(bytes))
      expect(['number', 'string']).toContain(typeof found)
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['HEAD', 200],
  ['GET', 204],
  ['GET', 205],
  ['GET', 304],
])('the answer to %s with status %i has no body', (method, status) => {
  const reader = new ResponseReader({ ...request, method })
  expect(reader.push(bytes(`HTTP/1.1 ${status} OK\r\nContent-Length: 4\r\n\r\n`))).toBe(true)
})

test.each([
  ['http://a.test/', 'banner', 200],
  ['https://a.test/', 'banner of a server', 200],
  ['http://a.test:8080/', 'banner', "it doesn't begin with a status line"],
  ['http://a.test:8080/', 'HTTP/1.1 200 OK\r\nX-A: a', 200],
  ['https://a.test/', 'HTTP/1.1 200 OK\r\nX-A: a', 'the server closed the connection'],
])('%s answers %j', (url, raw, expected) => {
  const found = outcome([bytes(raw)], { method: 'GET', url: new URL(url) })
  if (typeof expected === 'number') expect(found).toBe(expected)
  else expect(found).toContain(expected)
})

test('headers are bytes, without the space around them', () => {
  const reader = new ResponseReader(request)
  reader.push(bytes('HTTP/1.1 200\r\nX-A :\t caf\xe9 \r\n  folded\t\r\nServer:\r\n\r\n'))
  expect(reader.head).toEqual({
    status: 200,
    version: '1.1',
    fields: [
      { name: 'X-A', value: 'caf\xe9  folded' },
      { name: 'Server', value: '' },
    ],
  })
})

test('many small pieces of a large head take no longer than one', () => {
  const reader = new ResponseReader(request)
  const piece = bytes('a')
  reader.push(bytes('HTTP/1.1 200 OK\r\nX-A: '))
  for (let i = 0; i < 200_000; i++) reader.push(piece)
  expect(reader.push(bytes('\r\nContent-Length: 0\r\n\r\n'))).toBe(true)
})

test('interim responses count as headers', () => {
  const reader = new ResponseReader(request)
  const interim = bytes('HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000))
  const flood = () => {
    for (let i = 0; i < 100; i++) reader.push(interim)
  }
  expect(flood).toThrow('has headers larger than 256 KiB')
})

test.each([
  ['/caf\xe9?q=\xe9', '/caf%E9?q=%E9'],
  ['/caf\xc3\xa9', '/café'],
  ['/caf\xc3\xa9\xe9', '/caf%C3%A9%E9'],
  ['/a b', '/a b'],
  ['', undefined],
])('a redirect to %j', (location, expected) => {
  const fields = [{ name: 'Location', value: location }]
  expect(redirectOf({ status: 302, version: '1.1', fields })).toBe(expected)
  expect(redirectOf({ status: 201, version: '1.1', fields })).toBeUndefined()
})
