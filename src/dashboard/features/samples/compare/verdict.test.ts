import { expect, test } from 'vitest'
import { deviceOf, type RequestRecord } from '../../../../contract/index.ts'
import type { Compared } from './compared.ts'
import { changesOf } from './request-changes.ts'
import { verdictOf } from './verdict.ts'

const request = (time: number, status = 200): RequestRecord => {
  const phases = { dns: null, connect: null, tls: null, wait: time, receive: 0 }
  const answer = { status, protocol: 'h2', bytes: 1000, error: null }
  return {
    url: 'https://www.shop.example/',
    method: 'GET',
    type: 'document',
    start: 0,
    end: time,
    ...phases,
    ...answer,
  }
}

const console = (message: string) => ({ severity: 1, code: 'console-error', message })
const low = (score: number) => ({ severity: 1, code: 'low-score', message: `The page score is ${score} out of 100.` })

const down = { severity: 3, code: 'http-5xx', message: 'The page answered with status 503 (server error).' }

interface Measured {
  readonly lcp?: number
  readonly time?: number
  readonly status?: number
  readonly isDown?: boolean
  readonly issues?: Compared['sample']['issues']
  /** Its `sample_type`. */
  readonly type?: number
}

function sample(
  letter: string,
  { lcp, time = 100, status = 200, isDown = false, issues = [], type }: Measured,
): Compared {
  const metrics = { time_to_display: lcp ?? null, first_byte: time }
  const requests = [request(time, status)]
  const severity = type === undefined ? {} : { sample_type: type }
  const read = { raw: {}, metrics, requests, issues: isDown ? [down] : issues }
  return { id: letter, letter, name: 'n', sample: { ...read, ...severity } }
}

const usual = {
  samples: 18,
  detailed: 12,
  metrics: { time_to_display: { low: 900, high: 1300 } },
  requests: new Map(),
}

test.each<[string, Measured, Measured, string, string]>([
  ['within the usual spread', { lcp: 920 }, { lcp: 1290 }, 'healthy', 'About the same'],
  ['slower', { lcp: 1060 }, { lcp: 3000 }, 'warning', 'B is 1.94 s slower: LCP 1.06 s, then 3.00 s'],
  ['by the shown values', { lcp: 1204 }, { lcp: 5566 }, 'warning', 'B is 4.37 s slower: LCP 1.20 s, then 5.57 s'],
  ['faster', { lcp: 3000 }, { lcp: 1060 }, 'healthy', 'B is 1.94 s faster: LCP 3.00 s, then 1.06 s'],
  ['without paint', { time: 100 }, { time: 400 }, 'warning', 'B is 300 ms slower: First byte 100 ms, then 400 ms'],
  ['failed requests', { lcp: 1000 }, { lcp: 1000, status: 404 }, 'warning', '1 request failed in B'],
  ['faster, and failed requests', { lcp: 3000 }, { lcp: 1000, status: 404 }, 'warning', '1 request failed in B'],
  ['down', { lcp: 1000 }, { isDown: true }, 'error', `B failed: ${down.message}`],
  ['down, and critical', { lcp: 1000 }, { isDown: true, type: 3 }, 'critical', `B failed: ${down.message}`],
  [
    'slower, and an error',
    { time: 100 },
    { time: 400, type: 2 },
    'error',
    'B is 300 ms slower: First byte 100 ms, then 400 ms',
  ],
  ['the same, and a warning', { lcp: 1000, type: 1 }, { lcp: 1000, type: 1 }, 'warning', 'About the same'],
  [
    'as fast, with a new issue',
    { lcp: 1000, issues: [low(66)] },
    { lcp: 1000, issues: [console('x is undefined'), low(62)] },
    'warning',
    'As fast; 1 new console error',
  ],
  [
    'faster, with new issues',
    { lcp: 3000 },
    { lcp: 1060, issues: [console('x'), { severity: 2, code: 'uncaught-exception', message: 'y' }] },
    'error',
    'B is 1.94 s faster: LCP 3.00 s, then 1.06 s; 2 new issues',
  ],
  [
    'only a low score',
    { lcp: 1000 },
    { lcp: 1000, issues: [low(66)] },
    'warning',
    'As fast; 1 new issue (low page score)',
  ],
  [
    'without an issue',
    { lcp: 1000, issues: [console('x'), console('y')] },
    { lcp: 1000, issues: [console('y')] },
    'healthy',
    'As fast; 1 console error is gone',
  ],
  [
    'issues that differ in numbers',
    { lcp: 1000, issues: [console('took 12 ms')] },
    { lcp: 1000, issues: [console('took 17 ms')] },
    'healthy',
    'About the same',
  ],
  ['up again', { isDown: true }, { lcp: 1000 }, 'healthy', `B works again: ${down.message}`],
])('%s', (_, before, after, tone, title) => {
  const pair = [sample('A', before), sample('B', after)] as const
  const changes = changesOf(pair[0].sample.requests ?? [], pair[1].sample.requests ?? [])
  const verdict = verdictOf(pair, changes, usual)
  expect([verdict.tone, verdict.title.replaceAll('\u00a0', ' ')]).toEqual([tone, title])
})

test('failures are told once', () => {
  const pair = [sample('A', { lcp: 1000 }), sample('B', { lcp: 1000, status: 404 })] as const
  const { detail } = verdictOf(pair, changesOf([request(100), request(100)], [request(100), request(100, 404)]), usual)
  expect(detail).toBe('The other requests took about as long. The total size is about the same.')
})

test('samples of different conditions say so', () => {
  const [a, b] = [sample('A', { lcp: 1000 }), sample('B', { lcp: 1000 })]
  const elsewhere = { ...b, sample: { ...b.sample, location: 'Tokyo', view: 'FULL' } }
  expect(verdictOf([a, elsewhere], [], usual).detail).toBe('They differ in location and view.')
  const on = (one: Compared, device: 'DESKTOP' | 'PHONE') => {
    return { ...one, sample: { ...one.sample, device: deviceOf(device) } }
  }
  expect(verdictOf([on(a, 'DESKTOP'), on(b, 'PHONE')], [], usual).detail).toBe('They differ in device.')
  expect(verdictOf([a, on(b, 'PHONE')], [], usual).detail).toBeUndefined()
  // that alone can be why all takes longer
  const all = (time: number) => [
    request(time),
    ...['cdn', 'fonts', 'images'].map((host) => ({ ...request(time), url: `https://${host}.example/` })),
  ]
  const changes = changesOf(all(100), all(300))
  expect(verdictOf([a, b], changes, usual).detail).toContain('That points to the network or the location')
  expect(verdictOf([a, elsewhere], changes, usual).detail).toBe(
    'They differ in location and view. All 4 requests took longer. The total size is about the same.',
  )
})

test('without requests, the metrics tell it alone', () => {
  const { title, detail } = verdictOf([sample('A', { lcp: 1000 }), sample('B', { lcp: 1010 })], [], undefined)
  expect([title, detail]).toEqual(['About the same', undefined])
})
