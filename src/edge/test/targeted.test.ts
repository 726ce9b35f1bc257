import { expect, test } from 'vitest'
import { testEdge, testOrigin } from './edge.ts'

type Head = Readonly<Record<string, string>>

const past = 'Thu, 01 Jan 2015 00:00:00 GMT'
const shared = 'CDN-Cache-Control'

/** The cases of the HTTP working group's tests for targeted cache control, which the package lacks (RFC 9213). */
const cases: readonly (readonly [name: string, head: Head, isStored: boolean])[] = [
  ['its max-age counts', { [shared]: 'max-age=3600' }, true],
  ['its max-age of 0 counts', { [shared]: 'max-age=0' }, false],
  ['its max-age counts against a longer one', { [shared]: 'max-age=3600', 'Cache-Control': 'max-age=1' }, true],
  ['its max-age of 0 counts against another', { [shared]: 'max-age=0', 'Cache-Control': 'max-age=3600' }, false],
  ['its max-age counts against Expires', { [shared]: 'max-age=3600', Expires: past }, true],
  ['its max-age counts against Expires that is 0', { [shared]: 'max-age=3600', Expires: '0' }, true],
  [
    'its max-age of 0 counts against Expires',
    { [shared]: 'max-age=0', Expires: 'Fri, 01 Jan 2999 00:00:00 GMT' },
    false,
  ],
  ['the age counts against its max-age', { [shared]: 'max-age=3600', Age: '7200' }, false],
  ['unknown directives do not matter', { [shared]: 'foobar, max-age=3600, x="y"' }, true],
  ['the largest number is one', { [shared]: 'max-age=2147483648' }, true],
  ['a larger one is, too', { [shared]: 'max-age=99999999999' }, true],
  ['names in upper case are no structured field', { [shared]: 'MaX-AgE=3600' }, false],
  ['nor is white space after the equals sign', { [shared]: 'max-age= 3600' }, false],
  ['nor before it', { [shared]: 'max-age =3600' }, false],
  [
    'where it is invalid, Cache-Control counts',
    { [shared]: 'max-age=3600, &&&', 'Cache-Control': 'max-age=3600' },
    true,
  ],
  ['where it is empty, too', { [shared]: '', 'Cache-Control': 'max-age=3600' }, true],
  ['a number in quotes is none', { [shared]: 'max-age="3600"' }, false],
  ['no-store counts against Cache-Control', { [shared]: 'no-store', 'Cache-Control': 'max-age=3600' }, false],
  ['no-cache counts against Cache-Control', { [shared]: 'no-cache', 'Cache-Control': 'max-age=3600' }, false],
  ['private counts against Cache-Control', { [shared]: 'private', 'Cache-Control': 'max-age=3600' }, false],
  ['its max-age counts against no-store', { [shared]: 'max-age=3600', 'Cache-Control': 'no-store' }, true],
  ['and against private', { [shared]: 'max-age=3600', 'Cache-Control': 'private' }, true],
  ['no field of another cache counts', { 'Other-Cache-Control': 'max-age=3600' }, false],
]

test.each(cases)('%s', async (_, head, isStored) => {
  let asked = 0
  const origin = await testOrigin((__, response) => response.writeHead(200, head).end(String(++asked)))
  const { visit } = await testEdge({ sites: [{ port: origin.port }] })
  const [first, second] = [await visit('/'), await visit('/')]
  expect(second.text).toBe(isStored ? '1' : '2')
  // other caches further on may follow it (RFC 9213, section 2.3), and browsers follow Cache-Control
  for (const name of [shared.toLowerCase(), 'cache-control'])
    expect(first.headers[name]).toBe(new Headers(head).get(name) ?? undefined)
})

test('a confirmed response is as fresh as its latest field says', async () => {
  let asked = 0
  const origin = await testOrigin((request, response) => {
    asked++
    const isSame = request.headers['if-none-match'] === '"a"'
    response.writeHead(isSame ? 304 : 200, { ETag: '"a"', [shared]: isSame ? 'max-age=3600' : 'max-age=0' })
    response.end(isSame ? undefined : 'x')
  })
  const { visit } = await testEdge({ sites: [{ port: origin.port }] })
  for (let i = 0; i < 4; i++) expect((await visit('/')).text).toBe('x')
  expect(asked).toBe(2)
})
