import { expect, test } from 'vitest'
import { isGoodBy } from './good-again.ts'

const limits = { time_to_display: 2000 }
const issue = (severity: number, code: string) => ({ issues: [{ severity, code, message: code }] })
const lcp = (value: number | null) => ({ metrics: { time_to_display: value } })

test.each([
  ['slow', 'at the limit', lcp(2000), true],
  ['slow', 'over it, though without an issue', lcp(2001), false],
  ['slow', 'with an issue of another kind', { ...lcp(900), ...issue(2, 'asset-failed') }, true],
  ['slow', 'of a page that failed', issue(3, 'http-5xx'), false],
  ['slow', 'of a busy runner', { ...lcp(900), judged: false }, false],
  ['down', 'of a page that answers, however slowly', { ...lcp(9000), ...issue(2, 'low-score') }, true],
  ['down', 'of a page that answers with an error', issue(2, 'http-4xx'), false],
  ['down', 'of a busy runner', { judged: false }, true],
  ['down', 'that timed out on a busy runner', { ...issue(0, 'timeout'), judged: false }, false],
  ['resources', 'with all of its own', issue(1, 'third-party-failed'), true],
  ['resources', 'that still waits for one', issue(2, 'timeout'), false],
  ['resources', 'without one', issue(2, 'asset-failed'), false],
  ['certificate', 'of any page that answers', lcp(9000), true],
] as const)('of an incident that is %s, a sample %s: %o is good: %s', (kind, _, sample, isGood) =>
  expect(isGoodBy(kind, sample, limits)).toBe(isGood),
)

test('without limits, nothing is over one', () => expect(isGoodBy('slow', lcp(9000), null)).toBe(true))
