import { expect, test } from 'vitest'
import type { RequestRecord } from '../../../../contract/index.ts'
import { changeInWords } from './cause.ts'
import { changesOf, groupsOf } from './request-changes.ts'

const page = 'https://www.shop.example/'

function request(url: string, wait: number, more: Partial<RequestRecord> = {}): RequestRecord {
  const receive = 20
  const phases = { dns: null, connect: null, tls: null, wait, receive }
  const answer = { status: 200, protocol: 'h2', bytes: 10_000, error: null }
  return { url, method: 'GET', type: 'js', start: 100, end: 100 + wait + receive, ...phases, ...answer, ...more }
}

const words = (before: readonly RequestRecord[], after: readonly RequestRecord[]) =>
  changeInWords(changesOf(before, after), ['A', 'B'])?.replaceAll('\u00a0', ' ')

const before = [request(page, 100), request(`${page}a.js`, 50), request('https://cdn.example/b.js', 60)]

test.each([
  [
    'all waited longer',
    before.map(({ url, wait }) => request(url, (wait ?? 0) + 80)),
    'All 3 requests took longer at both hosts. The total size is about the same.',
  ],
  [
    'one stands out',
    before.map(({ url, wait }, i) => request(url, (wait ?? 0) + (i === 1 ? 900 : 60))),
    '/a.js changed most: it took 900 ms longer. The total size is about the same.',
  ],
  [
    'no more than two good samples differ',
    before.map(({ url, wait }, i) => request(url, (wait ?? 0) + 17 + 10 * i)),
    'The requests took about as long. The total size is about the same.',
  ],
  ['nothing', before, 'The requests took about as long. The total size is about the same.'],
  [
    'sizes, failures and new ones',
    [
      ...before.map((one, i) => (i === 1 ? { ...one, status: 503 } : { ...one, bytes: 30_000 })),
      request(`${page}new.js`, 10),
    ],
    '1 request failed in B. The other requests took about as long. The total size rose from 30.0 kB to 80.0 kB. 1 request is new.',
  ],
  [
    'only the page’s own host',
    before.map(({ url, wait }, i) => request(url, (wait ?? 0) + (i < 2 ? 80 : 0))),
    '2 of 3 requests took longer, mostly because the server answered later: only those to the page’s own host. The total size is about the same.',
  ],
])('%s', (_, after, expected) => {
  expect(words(before, after)).toBe(expected)
})

test('the network or the location is named only where requests to several hosts took longer', () => {
  const others = ['cdn', 'cdn', 'fonts'].map((host, i) => request(`https://${host}.example/${i}.js`, 60))
  const all = [...before, ...others]
  const slow = (of: readonly RequestRecord[]) => of.map(({ url, wait }) => request(url, (wait ?? 0) + 80))
  expect(words(all, slow(all))).toContain(
    'All 6 requests took longer. That points to the network or the location, not to one server.',
  )
  // nearly all are the page’s own
  const mostly = [...before.slice(0, 2), ...others.slice(1)]
  expect(words(mostly, slow(mostly))).toContain('All 4 requests took longer at all 3 hosts.')
})

test('requests that all changed in the same direction didn’t take about as long, even if each is within what is usual', () => {
  const all = [...before, ...[1, 2, 3].map((i) => request(`${page}${i}.js`, 180))]
  const by = (ms: (i: number) => number) => all.map(({ url, wait }, i) => request(url, (wait ?? 0) + ms(i)))
  const usual = new Map(all.map((one) => [`GET ${one.url}`, { low: 20, high: 400 }]))
  const told = (after: readonly RequestRecord[]) => changeInWords(changesOf(all, after, usual), ['A', 'B'])
  expect(told(by(() => -25))).toContain('All 6 requests took less time.')
  expect(told(by(() => 25))).toContain('All 6 requests took longer')
  const same = 'The requests took about as long.'
  expect(told(by((i) => (i === 0 ? 5 : -25)))).toContain(same)
  expect(told(by(() => -5))).toContain(same)
  const groups = groupsOf(
    changesOf(
      all,
      by(() => -25),
      usual,
    ),
    'host',
  )
  expect(groups.map(({ longer }) => longer)).toEqual([-25, -25])
})

test('a size within what is usual is about the same, as the metrics beside it say', () => {
  const larger = before.map((one) => ({ ...one, bytes: 11_000 }))
  const changes = changesOf(before, larger)
  expect(changeInWords(changes, ['A', 'B'])).toContain('The total size rose')
  const usualSize = { low: 29_000, high: 34_000 }
  expect(changeInWords(changes, ['A', 'B'], { usualSize })).toContain('The total size is about the same.')
})

test('without requests there is nothing to say', () => {
  expect(words([], [])).toBeUndefined()
})

test('a request that works again is told before what changed in time', () => {
  const failing = before.map((one, i) => (i === 1 ? { ...one, status: 404 } : one))
  expect(words(failing, before)).toBe(
    '1 request that failed in A succeeded in B. The other requests took about as long. The total size is about the same.',
  )
})
