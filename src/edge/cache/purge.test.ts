import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Labels } from './labels.ts'
import { type Address, type Pattern, type PurgeBounds, Purges } from './purge.ts'

const bounds = { purges: 100_000, patternsOfSite: 200, patterns: 20_000, patternSteps: 1000 }
const plain: Labels = { tags: [], type: 'other' }

describe('a purge', () => {
  const address = { siteId: 's', path: '/a', key: 's /a?b' }

  test('makes outdated what was asked for before, and nothing else', () => {
    const purges = new Purges(bounds)
    const before = purges.now()
    purges.purgePath('s', '/other')
    purges.purgeSite('t')
    purges.purgeAddress('s /a?c')
    expect(purges.isCurrent(before, address, plain)).toBe(true)
    for (const purge of [
      () => purges.purgeSite('s'),
      () => purges.purgePath('s', '/a'),
      () => purges.purgeAddress('s /a?b'),
    ]) {
      const asked = purges.now()
      expect(purges.isCurrent(asked, address, plain)).toBe(true)
      purge()
      expect(purges.isCurrent(asked, address, plain)).toBe(false)
      expect(purges.isCurrent(purges.now(), address, plain)).toBe(true)
    }
  })

  test('is not forgotten, however many follow', () => {
    const purges = new Purges(bounds)
    const asked = purges.now()
    purges.purgeSite('s')
    const later = purges.now()
    for (let i = 0; i < 60_000; i++) purges.purgePath('t', `/${i}`)
    expect(purges.isCurrent(later, address, plain)).toBe(true)
    for (let i = 0; i < 60_000; i++) purges.purgePath('t', `/${i}`)
    expect(purges.isCurrent(asked, address, plain)).toBe(false)
    expect(purges.isCurrent(purges.now(), address, plain)).toBe(true)
  })
})

interface Kept {
  readonly address: Address
  readonly labels: Labels
  /** As the edge keeps it. */
  moment: number
  /** By the plain rule: whether no purge since has named it. */
  isGone: boolean
  readonly isOnItsWay: boolean
}

type Step = (kept: Kept[], purges: Purges) => void

const site = fc.constantFrom('a', 'b')
const query = fc.constantFrom('', '?1', '?2')
const path = fc.constantFrom('/', '/x', '/x/y', '/y')
const tag = fc.constantFrom('one', 'two')
const type = fc.constantFrom('css', 'other')
const isOnItsWay = fc.boolean()
const tags = fc.option(fc.uniqueArray(tag), { nil: undefined })

/** Purges, and marks what that names. */
function purging(purge: (purges: Purges) => void, names: (one: Kept) => boolean): Step {
  return (kept, purges) => {
    purge(purges)
    for (const one of kept) one.isGone ||= names(one)
  }
}

function patternStep(siteId: string, start: string, only: Labels['type'] | undefined): Step {
  const pattern: Pattern = {
    id: `${start} ${only}`,
    names: ({ path: of }, labels) => of.startsWith(start) && (only === undefined || !labels || labels.type === only),
  }
  return purging(
    (purges) => purges.purgePattern(siteId, pattern),
    ({ address, labels, isOnItsWay: unknown }) =>
      address.siteId === siteId && pattern.names(address, unknown ? undefined : labels, () => undefined),
  )
}

const step: fc.Arbitrary<Step> = fc.oneof(
  fc
    .record({ siteId: site, path, query, tags, type, isOnItsWay })
    .map(({ siteId, path: at, query: asked, isOnItsWay: unknown, ...labels }): Step => (kept, purges) => {
      const address = { siteId, path: at, key: `${siteId} ${at}${asked}` }
      kept.push({ address, labels, moment: purges.now(), isGone: false, isOnItsWay: unknown })
    }),
  site.map((siteId) =>
    purging(
      (purges) => purges.purgeSite(siteId),
      ({ address }) => address.siteId === siteId,
    ),
  ),
  fc.tuple(site, path).map(([siteId, at]) =>
    purging(
      (purges) => purges.purgePath(siteId, at),
      ({ address }) => address.siteId === siteId && address.path === at,
    ),
  ),
  fc.tuple(site, path, query).map(([siteId, at, asked]) => {
    const key = `${siteId} ${at}${asked}`
    return purging(
      (purges) => purges.purgeAddress(key),
      ({ address }) => address.key === key,
    )
  }),
  fc.tuple(site, tag).map(([siteId, named]) =>
    purging(
      (purges) => purges.purgeTag(siteId, named),
      ({ address, labels, isOnItsWay: unknown }) =>
        address.siteId === siteId && (unknown || (labels.tags?.includes(named) ?? true)),
    ),
  ),
  {
    weight: 3,
    arbitrary: fc.tuple(site, path, fc.option(type, { nil: undefined })).map((given) => patternStep(...given)),
  },
  // a node that was away too long forgets everything
  fc.constant(
    purging(
      (purges) => purges.purgeAll(),
      () => true,
    ),
  ),
)

/** Takes the steps, and after each looks up what is kept, as visitors do. */
function run(steps: readonly Step[], given: PurgeBounds, check: (isCurrent: boolean, isGone: boolean) => void): void {
  const purges = new Purges(given)
  const kept: Kept[] = []
  for (const [i, take] of steps.entries()) {
    take(kept, purges)
    for (const [j, one] of kept.entries()) {
      // not each after each step, so that several purges come between
      if ((i + j) % 3 === 0) continue
      const labels = one.isOnItsWay ? undefined : one.labels
      const isCurrent = purges.isCurrent(one.moment, one.address, labels)
      check(isCurrent, one.isGone)
      if (isCurrent && !one.isOnItsWay) one.moment = purges.now()
    }
  }
}

const steps = fc.array(step, { minLength: 5, maxLength: 30, size: 'max' })

test('whatever is stored and purged in whatever order, just what was named is gone', () => {
  const check = (isCurrent: boolean, isGone: boolean) => expect(isCurrent).toBe(!isGone)
  fc.assert(
    fc.property(steps, (taken) => run(taken, bounds, check)),
    { numRuns: 10_000 },
  )
})

test('nothing purged comes back when more is purged than is remembered', () => {
  const few = { purges: 4, patternsOfSite: 2, patterns: 3, patternSteps: 1000 }
  const check = (isCurrent: boolean, isGone: boolean) => expect(isCurrent && isGone).toBe(false)
  fc.assert(
    fc.property(steps, (taken) => run(taken, few, check)),
    { numRuns: 10_000 },
  )
})
