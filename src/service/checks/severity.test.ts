import { describe, expect, test } from 'vitest'
import { worstSeverity } from '../../contract/index.ts'
import { type ObservedFacts, isFirstParty, issuesOf } from './severity.ts'

const good: ObservedFacts = {
  url: 'https://www.shop.co.uk/',
  failure: null,
  status: 200,
  bodyLimit: null,
  failedAssets: [],
  exceptions: [],
  consoleErrors: [],
  score: 90,
}
const asset = (url: string, status: number | null = 404, error: string | null = null) => ({
  failedAssets: [{ url, status, error }],
})
const unfinished = (...urls: string[]) => ({
  unfinished: { timeoutMs: 30_000, open: urls.map((url) => ({ url, status: null })) },
})

describe('issuesOf', () => {
  test.each<[string, Partial<ObservedFacts>, number, string[]]>([
    ['no problems', {}, 0, []],
    ['no score', { score: null }, 0, []],
    ['a redirect without a target', { status: 304 }, 0, []],
    ['an unknown name', { failure: { code: 'dns-failed', message: 'm' }, status: null }, 3, ['dns-failed']],
    ['no connection', { failure: { code: 'connect-failed', message: 'm' }, status: null }, 3, ['connect-failed']],
    ['no secure connection', { failure: { code: 'tls-failed', message: 'm' }, status: null }, 3, ['tls-failed']],
    ['a timeout', { failure: { code: 'timeout', message: 'm' }, status: null }, 3, ['timeout']],
    ['a private target', { failure: { code: 'refused-target', message: 'm' }, status: null }, 3, ['refused-target']],
    ['no browser', { failure: { code: 'no-browser', message: 'm' }, status: null }, 3, ['no-browser']],
    ['500', { status: 500 }, 3, ['http-5xx']],
    ['599', { status: 599 }, 3, ['http-5xx']],
    ['400', { status: 400 }, 2, ['http-4xx']],
    ['499', { status: 499 }, 2, ['http-4xx']],
    ['a first-party asset', asset('https://static.shop.co.uk/a.js'), 2, ['asset-failed']],
    [
      'a first-party asset without a response',
      asset('https://www.shop.co.uk/a.js', null, 'refused'),
      2,
      ['asset-failed'],
    ],
    ['a third-party asset', asset('https://cdn.test/a.js', 500), 1, ['third-party-failed']],
    ['its own resource is open', unfinished('https://cdn.test/a.js', 'https://www.shop.co.uk/b.js'), 2, ['timeout']],
    ['another’s resource is open', unfinished('https://cdn.test/a.js'), 1, ['timeout']],
    ['nothing is open, and it isn’t loaded', unfinished(), 2, ['timeout']],
    ['an exception', { exceptions: ['Error: x'] }, 2, ['uncaught-exception']],
    ['a console error', { consoleErrors: ['x'] }, 1, ['console-error']],
    ['score 49', { score: 49 }, 2, ['low-score']],
    ['score 50', { score: 50 }, 1, ['low-score']],
    ['score 69', { score: 69 }, 1, ['low-score']],
    ['score 70', { score: 70 }, 0, []],
    ['a large body', { bodyLimit: 1 }, 0, ['body-too-large']],
    [
      'several, worst first',
      { status: 503, consoleErrors: ['x'], exceptions: ['y'] },
      3,
      ['http-5xx', 'uncaught-exception', 'console-error'],
    ],
  ])('%s', (_, given, worst, codes) => {
    const issues = issuesOf({ ...good, ...given })
    expect(issues.map(({ code }) => code)).toEqual(codes)
    expect(worstSeverity(issues)).toBe(worst)
  })

  test('a long list of similar issues is shortened', () => {
    const issues = issuesOf({ ...good, consoleErrors: Array.from({ length: 25 }, (_, i) => `error ${i}`) })
    expect(issues).toHaveLength(11)
    expect(issues.at(-1)).toEqual({ severity: 1, code: 'console-error', message: '15 more like this are not listed.' })
  })
})

describe('isFirstParty', () => {
  test.each([
    ['https://cdn.shop.co.uk/a', 'https://www.shop.co.uk/', true],
    ['https://other.co.uk/a', 'https://www.shop.co.uk/', false],
    ['https://a.github.io/x', 'https://b.github.io/', false],
    ['http://127.0.0.1:81/', 'http://127.0.0.1:80/', true],
    ['http://127.0.0.2/', 'http://127.0.0.1/', false],
    ['http://localhost:1/', 'http://localhost:2/', true],
    ['http://[::1]:1/', 'http://[::1]:2/', true],
    ['data:text/plain,x', 'https://www.shop.co.uk/', false],
    ['not an address', 'https://www.shop.co.uk/', false],
  ])('%s on %s: %s', (url, page, first) => {
    expect(isFirstParty(url, page)).toBe(first)
  })
})
