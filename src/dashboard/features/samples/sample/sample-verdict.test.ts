import { describe, expect, test } from 'vitest'
import { sampleVerdict } from './sample-verdict.ts'

const limits = { time_to_display: 4000 }
const issue = (severity: number, code: string, message: string) => ({ severity, code, message })
const slow = { first_byte: 3300, dns: 20, connect: 80, tls: 100, time_to_display: 4900 }

describe('a sample in a sentence', () => {
  test.each<[string, Parameters<typeof sampleVerdict>[0], string, string, (Readonly<Record<string, number>> | null)?]>([
    [
      'over a limit, with what took most of it',
      { metrics: slow, issues: [] },
      'error',
      'LCP 4.90 s is over its limit of 4 s: 3.10 s of it was spent waiting for the server',
    ],
    [
      'over a limit that isn’t poor',
      { metrics: { ...slow, first_byte: 300, time_to_display: 2100 }, issues: [] },
      'warning',
      'LCP 2.10 s is over its limit of 2 s: 1.80 s of it was spent after the first byte',
      { time_to_display: 2000, first_byte: 299 },
    ],
    ['poor without a limit', { metrics: { time_to_display: 6700 }, issues: [] }, 'error', 'LCP 6.70 s is poor', null],
    [
      'a page that failed, whatever else',
      { metrics: slow, issues: [issue(3, 'http-5xx', 'The page answered with status 503 (server error).')] },
      'critical',
      'The page answered with status 503 (server error)',
    ],
    [
      'issues that are worse than the speed',
      {
        metrics: { time_to_display: 3000 },
        issues: [
          issue(2, 'low-score', 'The page score is 42 out of 100.'),
          issue(2, 'asset-failed', '/a.js failed: status 404'),
          issue(2, 'asset-failed', '/b.js failed: status 404'),
          issue(1, 'console-error', 'Console error: x'),
        ],
      },
      'error',
      '/a.js failed: status 404, and 1 more',
    ],
    [
      'a low score alone',
      { metrics: { time_to_display: 900 }, issues: [issue(1, 'low-score', 'The page score is 62 out of 100.')] },
      'warning',
      'The page score is 62 out of 100',
    ],
    ['a good one', { metrics: { time_to_display: 1310 }, issues: [] }, 'healthy', 'No issues: LCP 1.31 s'],
    ['a good HTTP check', { metrics: { first_byte: 120 }, issues: [] }, 'healthy', 'No issues: First byte 120 ms'],
    [
      'one of a busy runner',
      { metrics: { time_to_display: 9000 }, judged: false, issues: [issue(0, 'busy-runner', 'Busy.')] },
      'unjudged',
      'Not judged: measured on a busy runner',
    ],
    ['a severity without a reason', { sample_type: 2, metrics: {}, issues: [] }, 'error', 'Error'],
  ])('%s', (_, sample, tone, title, own = limits) =>
    expect(spaced(sampleVerdict(sample, own))).toMatchObject({ tone, title }),
  )

  test.each([
    ['what follows', { time_to_display: 2400 }, [], '2 of 3 rounds over a limit open an incident.'],
    [
      'what else is over a limit',
      { time_to_display: 5000, load: 950 },
      [],
      'Load is over its limit of 900 ms, too. 2 of 3 rounds over a limit open an incident.',
    ],
    [
      'what is over a limit beside something worse',
      { load: 950 },
      [issue(3, 'timeout', 'Nothing was shown.')],
      'Load is over its limit of 900 ms. 2 of 3 rounds over a limit open an incident.',
    ],
  ])('with %s', (_, metrics, issues, detail) =>
    expect(
      sampleVerdict({ metrics, issues }, { time_to_display: 2000, load: 900 })?.detail?.replaceAll('\u00a0', ' '),
    ).toBe(detail),
  )

  test('of which every request succeeded', () =>
    expect(sampleVerdict({ metrics: { request_errors: 0 }, issues: [] }, null)?.detail).toBe(
      'Every request succeeded.',
    ))

  test('nothing is known of it', () => expect(sampleVerdict({}, null)).toBeUndefined())
})

const spaced = (verdict: ReturnType<typeof sampleVerdict>) =>
  verdict && { ...verdict, title: verdict.title.replaceAll('\u00a0', ' ') }
