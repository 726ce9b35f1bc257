import { expect, test } from 'vitest'
import { plainAnswer } from './plain-answer.ts'

const head = (first: string, ...lines: string[]) => `${[first, ...lines].join('\r\n')}\r\n\r\n`
const ok = 'HTTP/1.1 200 OK'

test('a plain head is read as Node’s parser reads it', () => {
  const answer = plainAnswer(
    head(
      ok,
      'ETag:"a"',
      'constructor:  x ',
      'Bytes: \t\xa0x\xa0\t',
      'Content-Length: 5',
      'Vary: A',
      'Vary: B',
      'Empty:',
    ),
  )
  expect(answer).toMatchObject({ status: 200, message: 'OK', length: 5, staysOpen: true })
  expect(answer?.lines).toEqual([
    'ETag',
    '"a"',
    'constructor',
    'x',
    'Bytes',
    '\xa0x\xa0',
    'Content-Length',
    '5',
    'Vary',
    'A',
    'Vary',
    'B',
    'Empty',
    '',
  ])
  expect({ ...answer?.fields }).toMatchObject({ constructor: 'x', vary: 'A, B' })
})

test.each([
  [head('HTTP/1.1 204 No Content', 'Content-Length: 5'), 0],
  [head('HTTP/1.1 304 Not Modified', 'Content-Length: 5'), 0],
  [head('HTTP/1.1 304 ', 'ETag: "a"'), 0],
  [head('HTTP/1.1 500 \xe4', 'Content-Length: 0'), 0],
])('%j has a body of %d bytes', (text, length) => {
  expect(plainAnswer(text)?.length).toBe(length)
})

test('the server says whether the connection stays open', () => {
  const staysOpen = (connection: string) => plainAnswer(head(ok, 'Content-Length: 1', connection))?.staysOpen
  expect(staysOpen('Connection: Keep-Alive')).toBe(true)
  expect(staysOpen('Connection: close')).toBe(false)
  expect(staysOpen('Connection: X-Own')).toBe(false)
})

test.each([
  ['no length', head(ok, 'ETag: "a"')],
  ['no fields', head(ok)],
  ['chunks', head(ok, 'Transfer-Encoding: chunked')],
  ['chunks and a length', head(ok, 'Transfer-Encoding: chunked', 'Content-Length: 5')],
  ['two lengths', head(ok, 'Content-Length: 5', 'Content-Length: 6')],
  ['two equal lengths', head(ok, 'Content-Length: 5', 'Content-Length: 5')],
  ['a list of lengths', head(ok, 'Content-Length: 5, 5')],
  ['a signed length', head(ok, 'Content-Length: +5')],
  ['a hexadecimal length', head(ok, 'Content-Length: 0x5')],
  ['an empty length', head(ok, 'Content-Length:')],
  ['a length beyond all numbers', head(ok, `Content-Length: ${'9'.repeat(16)}`)],
  ['an interim status', head('HTTP/1.1 103 Early Hints', 'Content-Length: 5')],
  ['an unknown status', head('HTTP/1.1 600 No', 'Content-Length: 5')],
  ['no reason and no space', head('HTTP/1.1 200', 'Content-Length: 5')],
  ['HTTP/1.0', head('HTTP/1.0 200 OK', 'Content-Length: 5')],
  ['a folded line', head(ok, 'X: a', ' b', 'Content-Length: 5')],
  ['a space before the colon', head(ok, 'Content-Length : 5')],
  ['a line without a colon', head(ok, 'Content-Length 5')],
  ['a bare line feed', head(ok, 'X: a\nContent-Length: 6', 'Content-Length: 5')],
  ['a bare carriage return', head(ok, 'X: a\rContent-Length: 6', 'Content-Length: 5')],
  ['a control character', head(ok, 'X: \0', 'Content-Length: 5')],
  ['an empty name', head(ok, ': a', 'Content-Length: 5')],
  ['something before it', `\r\n${head(ok, 'Content-Length: 5')}`],
  ['no end', `${ok}\r\nContent-Length: 5\r\n`],
])('%s: not plain', (_, text) => {
  expect(plainAnswer(text)).toBeUndefined()
})
