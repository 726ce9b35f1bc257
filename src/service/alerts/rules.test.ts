import { describe, expect, test } from 'vitest'
import {
  type IncidentNow,
  isAbout,
  type Pending,
  retryAfter,
  waitsUntil,
  type Situation,
  type Step,
  stepsFor,
  type Reported,
} from './rules.ts'

const minute = 60_000
const hour = 60 * minute
const now = 1000 * hour

describe('a rule is about', () => {
  const any = { kinds: null, min_severity: 1, slow_by: null, site_ids: null, monitor_ids: null }
  const incident = {
    kind: 'down',
    severity: 3,
    site_id: 'site',
    monitorIds: ['monitor', 'other'],
    slowBy: [null],
  } as const
  const slow = (...slowBy: ('limits' | 'unusual' | 'both' | null)[]) => ({ kind: 'slow' as const, slowBy })
  test.each([
    ['every incident', {}, {}, true],
    ['its kinds', { kinds: '["slow","down"]' }, {}, true],
    ['no other kind', { kinds: '["slow"]' }, {}, false],
    ['what is as severe', { min_severity: 3 }, {}, true],
    ['nothing less severe', { min_severity: 2 }, { severity: 1 }, false],
    ['its sites', { site_ids: '["site"]' }, {}, true],
    ['no other site', { site_ids: '["another"]' }, {}, false],
    ['nothing without a site, if it names sites', { site_ids: '["site"]' }, { site_id: null }, false],
    ['its monitors', { monitor_ids: '["other"]' }, {}, true],
    ['no other monitor', { monitor_ids: '["third"]' }, {}, false],
    ['what is slow over a limit', { slow_by: 'limits' }, slow('unusual', 'limits'), true],
    ['what is over a limit and unusual', { slow_by: 'limits' }, slow('both'), true],
    ['nothing that is only unusual', { slow_by: 'limits' }, slow('unusual'), false],
    ['what is unusual', { slow_by: 'unusual' }, slow('unusual'), true],
    ['nothing that is only over a limit', { slow_by: 'unusual' }, slow('limits'), false],
    ['what is slow in a way that isn’t known', { slow_by: 'unusual' }, slow(null), true],
    ['either', {}, slow('limits'), true],
    ['what isn’t slow, however it picks among that', { slow_by: 'limits' }, {}, true],
    ['its monitors beside its sites', { site_ids: '["another"]', monitor_ids: '["other"]' }, {}, true],
  ] as const)('%s', (_, rule, change, expected) => {
    expect(isAbout({ ...any, ...rule }, { ...incident, ...change })).toBe(expected)
  })
})

test.each([
  ['soon after the first attempt', 1, 0, 0.5, 30_000],
  ['after twice as long each time', 4, 5 * minute, 0.5, 4 * minute],
  ['at least hourly', 20, 10 * hour, 0.5, hour],
  ['a fifth sooner', 1, 0, 0, 24_000],
  ['or later', 1, 0, 1, 36_000],
  ['no more after a day', 30, 24 * hour, 0, undefined],
] as const)('a failed attempt is followed by another %s', (_, attempts, elapsed, random, expected) => {
  expect(retryAfter(attempts, elapsed, random)).toBe(expected)
})

test.each([
  ['as asked', 0, hour, hour],
  ['no sooner than usual', 0, 1000, 30_000],
  ['a last time after a day', hour, 48 * hour, 23 * hour],
  ['no more after a day', 24 * hour, hour, undefined],
])('a receiver that asks to wait is asked again %s', (_, elapsed, asked, expected) => {
  expect(retryAfter(1, elapsed, 0.5, asked)).toBe(expected)
})

test('a wait that is longer than any receiver gets is the mark of a wrong clock', () => {
  expect(waitsUntil({ wait_until: null }, now)).toBeUndefined()
  expect(waitsUntil({ wait_until: now }, now)).toBeUndefined()
  expect(waitsUntil({ wait_until: now + hour }, now)).toBe(now + hour)
  expect(waitsUntil({ wait_until: now + 25 * hour }, now)).toBeUndefined()
})

const opened: Pending = {
  id: 'opened',
  incident_id: 'one',
  what: 'opened',
  reason: null,
  held_at: null,
  next_at: now,
  attempts: 0,
  digest_id: null,
  created_at: now - minute,
}
const closed: Pending = { ...opened, id: 'closed', what: 'closed', created_at: now }
const open: IncidentNow = { open: true, acknowledged: false, maintenance: false, failedAt: null }
const over: IncidentNow = { ...open, open: false }
const reportedStart: Reported = { started: true, startedAt: now - 2 * hour }

const steps = (
  pending: readonly Pending[],
  incident: IncidentNow | undefined,
  { reported, ...more }: Partial<Omit<Situation, 'reported'>> & { reported?: Reported } = {},
) =>
  stepsFor({
    rule: { enabled: 1, muted_until: null },
    pending,
    incidents: new Map(incident ? [['one', incident]] : []),
    reported: new Map(reported ? [['one', reported]] : []),
    recent: [],
    now,
    ...more,
  })

const send = (id: string): Step => ({ do: 'send', id })
const drop = (id: string, reason: string) => ({ do: 'drop', id, reason })
const hold = (id: string, reason: string, until: number, at = now) => ({ do: 'hold', id, reason, until, at })
const muted = { rule: { enabled: 1, muted_until: now + hour } }

describe('a start', () => {
  test.each([
    ['is sent', opened, open, {}, [send('opened')]],
    ['is sent even if it is over by now', opened, over, {}, [send('opened')]],
    ['isn’t sent before its time', { ...opened, next_at: now + 1 }, open, {}, []],
    ['waits until the mute ends', opened, open, muted, [hold('opened', 'muted', now + hour)]],
    ['is sent after the mute, if still wrong', { ...opened, reason: 'muted' }, open, {}, [send('opened')]],
    ['is dropped after the mute otherwise', { ...opened, reason: 'muted' }, over, {}, [drop('opened', 'over')]],
    [
      'is dropped at once if it’s over during the mute',
      { ...opened, reason: 'muted' },
      over,
      muted,
      [drop('opened', 'over')],
    ],
    [
      'waits for the end of maintenance',
      opened,
      { ...open, maintenance: true },
      {},
      [hold('opened', 'maintenance', now + minute)],
    ],
    [
      'waits for a sample after maintenance',
      { ...opened, reason: 'maintenance', held_at: now - 5 * minute },
      { ...open, failedAt: now - 6 * minute },
      {},
      [hold('opened', 'maintenance', now + minute, now - 5 * minute)],
    ],
    [
      'is sent if a sample fails after maintenance',
      { ...opened, reason: 'maintenance', held_at: now - 5 * minute },
      { ...open, failedAt: now - minute },
      {},
      [send('opened')],
    ],
    ['isn’t sent once acknowledged', opened, { ...open, acknowledged: true }, {}, [drop('opened', 'acknowledged')]],
    [
      'isn’t sent by a rule that is off',
      opened,
      open,
      { rule: { enabled: 0, muted_until: null } },
      [drop('opened', 'off')],
    ],
    ['isn’t sent for an incident that is gone', opened, undefined, {}, [drop('opened', 'gone')]],
    ['isn’t sent for a deleted incident', { ...opened, incident_id: null }, open, {}, [drop('opened', 'gone')]],
    [
      'isn’t sent again within an hour',
      { ...opened, what: 'reopened' },
      open,
      { reported: { started: false, startedAt: now - 20 * minute } },
      [hold('opened', 'recent', now + 40 * minute)],
    ],
    [
      'is sent again after an hour',
      { ...opened, what: 'reopened', reason: 'recent' },
      open,
      { reported: { started: false, startedAt: now - hour } },
      [send('opened')],
    ],
  ] as const)('%s', (_, alert, incident, more, expected) => {
    expect(steps([alert], incident, more)).toEqual(expected)
  })
})

describe('an end', () => {
  test.each([
    ['is sent if the start was', [closed], over, { reported: reportedStart }, [send('closed')]],
    [
      'is sent for an acknowledged incident',
      [closed],
      { ...over, acknowledged: true },
      { reported: reportedStart },
      [send('closed')],
    ],
    ['isn’t sent otherwise', [closed], over, {}, [drop('closed', 'untold')]],
    ['isn’t sent if it began again', [closed], open, { reported: reportedStart }, [drop('closed', 'again')]],
    [
      'waits until the mute ends',
      [closed],
      over,
      { ...muted, reported: reportedStart },
      [hold('closed', 'muted', now + hour)],
    ],
    ['waits until the start has been sent', [{ ...opened, next_at: now + minute }, closed], over, {}, []],
    ['waits while the start is in a digest', [{ ...opened, digest_id: 'digest' }, closed], over, {}, []],
    ['comes after the start', [opened, closed], over, {}, [send('opened')]],
    [
      'goes with a start that isn’t sent',
      [{ ...opened, reason: 'muted' }, closed],
      over,
      {},
      [drop('opened', 'over'), drop('closed', 'untold')],
    ],
  ] as const)('%s', (_, alerts, incident, more, expected) => {
    expect(steps(alerts, incident, more)).toEqual(expected)
  })
})

describe('with many incidents', () => {
  const many = (count: number, more: Partial<Pending> = {}): Pending[] =>
    Array.from({ length: count }, (_, i) => ({
      ...opened,
      id: `a${i}`,
      incident_id: `i${i}`,
      created_at: now + i,
      ...more,
    }))
  const stepsOf = (pending: readonly Pending[], recent: readonly number[]) =>
    stepsFor({
      rule: { enabled: 1, muted_until: null },
      pending,
      incidents: new Map(pending.map(({ incident_id }) => [incident_id ?? '', over])),
      reported: new Map(),
      recent,
      now,
    })
  const recent = (count: number) => Array.from({ length: count }, (_, i) => now - 8 * minute + i)
  const kinds = (found: readonly Step[]) => found.map((step) => step.do)

  test('ten are sent one by one', () => {
    expect(kinds(stepsOf(many(10), []))).toEqual(Array.from({ length: 10 }, () => 'send'))
  })

  test('further ones wait until ten minutes after the first', () => {
    const found = stepsOf(many(12), [])
    expect(kinds(found)).toEqual([...Array.from({ length: 10 }, () => 'send'), 'hold', 'hold'])
    expect(found.at(-1)).toEqual(hold('a11', 'digest', now + 10 * minute))
    expect(stepsOf(many(1), recent(10))).toEqual([hold('a0', 'digest', now + 2 * minute)])
  })

  test('and go out as one digest', () => {
    const collected = many(30, { reason: 'digest' })
    expect(stepsOf(collected, [])).toEqual([{ do: 'digest', ids: collected.map(({ id }) => id) }])
    expect(kinds(stepsOf(collected, recent(10)))).toEqual(collected.map(() => 'hold'))
    expect(stepsOf(collected.slice(0, 1), [])).toEqual([send('a0')])
  })

  test('which tells the start and the end of one that is over', () => {
    const start = { ...opened, reason: 'digest' }
    const other = many(1, { reason: 'digest' })
    expect(stepsOf([start, closed, ...other], [])).toEqual([{ do: 'digest', ids: ['opened', 'closed', 'a0'] }])
  })

  test('and takes what no longer fits beside it', () => {
    const found = stepsOf([...many(4), { ...opened, id: 'z', incident_id: 'z', reason: 'digest' }], recent(7))
    expect(found).toEqual([send('a0'), send('a1'), { do: 'digest', ids: ['z', 'a2', 'a3'] }])
  })

  test('a digest that failed is tried again as it is, before others', () => {
    const digest = { ...opened, id: 'd', incident_id: null, what: 'digest' as const }
    expect(stepsOf([...many(2), digest], recent(9))).toEqual([
      send('d'),
      hold('a0', 'digest', now + 2 * minute),
      hold('a1', 'digest', now + 2 * minute),
    ])
  })
})
