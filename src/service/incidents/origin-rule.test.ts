import { expect, test } from 'vitest'
import { judgeOrigin, type Minute } from './origin-rule.ts'

const minute = 60_000
/** In the middle of a minute, so that the window has five whole minutes and two halves. */
const now = Date.UTC(2026, 10, 21, 8, 0, 30)

/** What was asked and failed so many minutes ago; 0 is the current minute. */
const ago = (minutes: number, asked: number, failed: number, problem = 'HTTP 503'): Minute => ({
  minute: Math.floor(now / minute) * minute - minutes * minute,
  asked,
  failed,
  problem: failed > 0 ? problem : null,
})

const at = (minutes: number) => ago(minutes, 0, 0).minute
const failing = (minutes: number, cause = 'HTTP 503') => ({ is: 'failing', since: at(minutes), cause })
const good = (minutes: number) => ({ is: 'good', since: at(minutes) })

test.each<[what: string, minutes: readonly Minute[], expected: ReturnType<typeof judgeOrigin> | object]>([
  ['nothing was asked', [], undefined],
  ['too few were asked', [ago(1, 4, 4)], undefined],
  ['all of the fewest failed', [ago(1, 5, 5)], failing(1)],
  ['they failed in several minutes', [ago(4, 1, 1), ago(2, 2, 2), ago(0, 2, 2)], failing(4)],
  ['half failed', [ago(1, 10, 5)], failing(1)],
  ['almost half failed', [ago(1, 11, 5)], undefined],
  ['some failed', [ago(1, 10, 1)], undefined],
  ['less than a tenth failed', [ago(1, 11, 1)], good(1)],
  ['nothing failed', [ago(3, 1, 0)], good(3)],
  ['it began to fail', [ago(3, 40, 1), ago(2, 40, 40), ago(1, 40, 40)], failing(2)],
  ['the problem changed', [ago(2, 5, 5, 'Connection refused'), ago(1, 5, 5)], failing(2)],
  ['the last minute was good', [ago(2, 9, 9, 'Connection refused'), ago(1, 9, 0)], failing(2, 'Connection refused')],
  ['it has recovered, but not for long enough', [ago(3, 20, 20), ago(1, 100, 0)], undefined],
  ['it has recovered', [ago(6, 20, 20), ago(5, 20, 2), ago(4, 20, 0), ago(2, 20, 1)], good(4)],
  ['it may be failing again', [ago(4, 1000, 0), ago(0, 2, 1)], undefined],
  ['a clock that is ahead has counted it', [ago(-2, 20, 20)], undefined],
  ['it failed too long ago', [ago(6, 20, 20)], undefined],
  ['it failed at the edge of the window', [ago(5, 20, 20)], failing(5)],
])('%s', (_, minutes, expected) => expect(judgeOrigin(minutes, now)).toEqual(expected))

test.each<[what: string, minutes: readonly Minute[], after: number, expected: object | undefined]>([
  ['all of it', [ago(3, 20, 20), ago(2, 20, 20)], at(3), failing(3)],
  ['the minutes after the end', [ago(3, 20, 20), ago(2, 20, 20)], at(3) + 1, failing(2)],
  ['nothing, if it ended within the last of them', [ago(3, 20, 20), ago(2, 20, 20)], at(2) + 30_000, undefined],
  ['too few of them', [ago(3, 20, 20), ago(2, 4, 4)], at(2), undefined],
  ['the good ones', [ago(3, 20, 20), ago(2, 20, 0)], at(2), good(2)],
])('after the end of an incident, %s may count', (_, minutes, after, expected) =>
  expect(judgeOrigin(minutes, now, after)).toEqual(expected),
)
