import { describe, expect, test } from 'vitest'
import { optimizerStates } from '../../contract/index.ts'
import { rootDnsVerdicts } from '../../contract/root-dns.ts'
import { authorityLimits } from './limits.ts'
import {
  failuresAfter,
  freeOrders,
  incidentOf,
  nextAttemptAfter,
  noPause,
  type Pause,
  pauseAfter,
  renewalOf,
  wantsCertificate,
} from './rules.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const now = Date.UTC(2026, 10, 21)

describe('which sites get a certificate', () => {
  const live = {
    account_id: 'a',
    deferred: 0,
    state: 'active',
    cname_seen: 's-1.edge.example',
    service_cname: 's-1.edge.example',
    root_dns: null,
  } as const

  test('those whose host points at the service', () => {
    expect(wantsCertificate(live)).toBe(true)
    expect(wantsCertificate({ ...live, cname_seen: null })).toBe(false)
    expect(wantsCertificate({ ...live, cname_seen: 's-2.edge.example' })).toBe(false)
    expect(wantsCertificate({ ...live, cname_seen: null, root_dns: 'here' })).toBe(true)
    for (const root_dns of rootDnsVerdicts.filter((verdict) => verdict !== 'here'))
      expect(wantsCertificate({ ...live, cname_seen: null, root_dns })).toBe(false)
  })

  test('in every state in which visitors are served', () => {
    const served = optimizerStates.filter((state) => wantsCertificate({ ...live, state }))
    expect(served).toEqual(optimizerStates.filter((state) => state !== 'off'))
    expect(wantsCertificate({ ...live, state: 'deleted' })).toBe(false)
  })

  test('with an owner and a real host', () => {
    expect(wantsCertificate({ ...live, account_id: null })).toBe(false)
    expect(wantsCertificate({ ...live, deferred: 1 })).toBe(false)
  })
})

describe('when a certificate is renewed', () => {
  test.each([
    [90 * day, 0, 59.1 * day],
    [90 * day, 0.5, 60 * day],
    [90 * day, 1, 60.9 * day],
    [6 * day, 0.5, 4 * day],
    [minute, 0.5, 40_000],
  ])('a life of %d ms with %d: after %d ms', (life, random, after) => {
    expect(renewalOf({ from: now, until: now + life }, random)).toBeCloseTo(now + after, -1)
  })
})

describe('when to try again', () => {
  const refused = { problem: 'refused', waitMs: 0 } as const
  test.each([
    [1, refused, 5 * minute],
    [2, refused, 30 * minute],
    [3, refused, 2 * hour],
    [4, refused, 6 * hour],
    [5, refused, day],
    [50, refused, day],
    [1, { problem: 'limited', waitMs: 3 * hour }, 3 * hour],
    [4, { problem: 'limited', waitMs: minute }, 6 * hour],
    [0, { problem: 'limited', waitMs: 0 }, 5 * minute],
    // no authority has the service wait for ever
    [1, { problem: 'limited', waitMs: 400 * day }, authorityLimits.wait],
    [1, { problem: 'away', waitMs: 0 }, 5 * minute],
    [20, { problem: 'away', waitMs: 0 }, 30 * minute],
  ] as const)('after %d failures with %j: in %d ms', (failures, error, wait) => {
    expect(nextAttemptAfter(failures, error, now, 0) - now).toBe(wait)
    const latest = nextAttemptAfter(failures, error, now, 1) - now
    expect(latest).toBeGreaterThanOrEqual(wait)
    expect(latest).toBeLessThanOrEqual(wait * 1.2)
  })
})

test('a limit of the authority counts against no host', () => {
  expect(failuresAfter(2, { problem: 'limited', waitMs: 0 })).toBe(2)
  expect(failuresAfter(2, { problem: 'refused', waitMs: 0 })).toBe(3)
  expect(failuresAfter(2, { problem: 'away', waitMs: 0 })).toBe(3)
})

describe('how a process spares the authority', () => {
  const limited = { problem: 'limited', waitMs: 100 * day } as const
  const away = { problem: 'away', waitMs: 0 } as const
  /** The pauses after outcomes, each at the end of the one before. */
  const lengths = (outcomes: readonly Parameters<typeof pauseAfter>[1][]) => {
    let [pause, at]: [Pause, number] = [noPause, now]
    return outcomes.map((outcome) => {
      pause = pauseAfter(pause, outcome, at)
      const length = Math.max(0, pause.until - at)
      at = Math.max(at, pause.until)
      return length
    })
  }

  test('a limit or a failure of the authority makes longer and longer pauses, until it answers', () => {
    const many = Array.from({ length: 6 }, () => limited)
    expect(lengths(many)).toEqual([1, 2, 4, 8, 15, 15].map((minutes) => minutes * minute))
    expect(lengths([away, away, 'issued', away])).toEqual([minute, 2 * minute, 0, 2 * minute])
    expect(lengths([away, { problem: 'refused', waitMs: 0 }, away])).toEqual([minute, 0, minute])
  })

  test('after pauses, orders go one at a time for a while', () => {
    let [pause, issued]: [Pause, number] = [{ until: now, lengthMs: 15 * minute }, 0]
    for (; freeOrders(pause, 0, now) === 1; issued++) pause = pauseAfter(pause, 'issued', now)
    expect(issued).toBe(7)
    expect(freeOrders(pause, 0, now)).toBe(authorityLimits.atOnce)
  })

  test('an authority that is away says when it’s back', () => {
    expect(lengths([{ problem: 'away', waitMs: 20 * minute }])).toEqual([20 * minute])
    expect(lengths([{ problem: 'away', waitMs: 20 * day }])).toEqual([hour])
  })

  test('orders that fail during a pause don’t lengthen it', () => {
    const pause = pauseAfter(noPause, away, now)
    expect(pauseAfter(pause, away, now + 1000)).toEqual(pause)
  })

  test('a few orders at a time, none during a pause, and one after it', () => {
    const { atOnce } = authorityLimits
    expect(freeOrders(noPause, 0, now)).toBe(atOnce)
    expect(freeOrders(noPause, atOnce, now)).toBe(0)
    const pause = pauseAfter(noPause, limited, now)
    expect(freeOrders(pause, 0, now + 1)).toBe(0)
    expect(freeOrders(pause, 0, pause.until)).toBe(1)
    expect(freeOrders(pause, 1, pause.until)).toBe(0)
  })
})

describe('when failing is an incident', () => {
  const why = 'The certificate authority refused: no answer.'
  const valid = (left: number, life = 90 * day) => ({
    failures: 4,
    from: now + left - life,
    until: now + left,
    https: true,
  })
  const because = 'can’t be renewed: The certificate authority refused: no answer'

  test.each([
    ['plenty of time', valid(20 * day), undefined],
    ['two weeks', valid(13.5 * day), { severity: 1, cause: `Certificate expires on 2026-12-04 and ${because}` }],
    ['two days', valid(2 * day), { severity: 2, cause: `Certificate expires on 2026-11-23 and ${because}` }],
    ['none left', valid(-1), { severity: 2, cause: `Certificate expired on 2026-11-20 and ${because}` }],
    ['a short life, soon after it was due', valid(1.5 * day, 6 * day), undefined],
    ['a short life, later', valid(0.9 * day, 6 * day), { severity: 1 }],
    ['a short life, at its end', valid(0.1 * day, 6 * day), { severity: 2 }],
  ])('%s', (_, certificate, incident) => {
    if (incident) expect(incidentOf(certificate, why, now)).toMatchObject(incident)
    else expect(incidentOf(certificate, why, now)).toBeUndefined()
  })

  test('a site without one, once it has failed a few times, where visitors use https', () => {
    const none = { failures: 3, from: null, until: null, https: true }
    expect(incidentOf(none, why, now)).toEqual({
      severity: 2,
      cause: 'Certificate is missing: The certificate authority refused: no answer',
    })
    expect(incidentOf({ ...none, failures: 2 }, why, now)).toBeUndefined()
    expect(incidentOf({ ...none, https: false }, why, now)).toBeUndefined()
  })
})
