import { describe, expect, test } from 'vitest'
import { defaultSettings, type Filter, settingsActions } from '../../../contract/index.ts'
import { actionRows, exceptionsOf, isOfRows, problemOf, scopeOf, withEntry, withException } from './exceptions.ts'

const filter = (condition: string, direction: 0 | 1 = 0): Filter => ({
  direction,
  match: [{ name: 'URI', operator: 'CONTAIN', condition }],
})
const images = { group: 'documentActions', action: 'images', index: 0 } as const

describe('the actions', () => {
  test('are all there for settings that mention none, as their defaults say', () => {
    const rows = actionRows({ defaultActions: {} })
    expect(rows.map(({ action, entry }) => [action, entry.enabled])).toEqual(
      Object.entries(settingsActions).map(([name, { enabled }]) => [name, enabled]),
    )
  })

  test('include unknown ones, and each entry of an action', () => {
    const entry = { enabled: true, filters: [] }
    const rows = actionRows({
      defaultActions: {
        resourceActions: {
          cache: [
            { ...entry, _id: 'a' },
            { ...entry, _id: 'b' },
          ],
        },
        documentActions: { minify: [{ ...entry, _id: 'm' }], compression: [] },
      },
    })
    expect(rows.filter(({ action }) => action === 'cache').map(({ label, index }) => [label, index])).toEqual([
      ['Cache (a)', 0],
      ['Cache (b)', 1],
    ])
    expect(rows.at(-1)).toMatchObject({ group: 'documentActions', action: 'minify', label: 'minify' })
    // an empty list is off, whatever the default
    expect(rows.find(({ action }) => action === 'compression')?.entry.enabled).toBe(false)
  })

  test('are switched without losing anything else', () => {
    const settings = { ...defaultSettings(), extra: 1 }
    const changed = withEntry(settings, images, (entry) => ({ ...entry, enabled: true }))
    expect(changed.defaultActions.documentActions?.images).toEqual([{ _id: 'images', enabled: true, filters: [] }])
    expect(withEntry(changed, images, (entry) => ({ ...entry, enabled: false }))).toEqual(settings)
    expect(withEntry({ defaultActions: {} }, images, (entry) => ({ ...entry, enabled: true }))).toEqual({
      defaultActions: { documentActions: { images: [{ _id: 'images', enabled: true, filters: [] }] } },
    })
  })
})

test('exceptions are added, changed, moved and removed', () => {
  const added = withException(withException(defaultSettings(), null, { place: null, filter: filter('/a') }), null, {
    place: images,
    filter: filter('/b'),
  })
  expect(exceptionsOf(added)).toEqual([
    { place: null, filter: filter('/a') },
    { place: images, filter: filter('/b') },
  ])
  expect(exceptionsOf(added).map((one) => scopeOf(added, one))).toEqual(['All actions', 'Convert images'])
  const changed = withException(added, 1, { place: images, filter: filter('/c', 1) })
  expect(exceptionsOf(changed)[1]).toEqual({ place: images, filter: filter('/c', 1) })
  const moved = withException(changed, 0, { place: images, filter: filter('/a') })
  expect(exceptionsOf(moved).map(({ filter: { match } }) => match[0]?.condition)).toEqual(['/c', '/a'])
  expect(withException(withException(moved, 1, null), 0, null)).toEqual(defaultSettings())
})

test('what the service refused is said of the exception that it’s in', () => {
  const exceptions = [
    { place: null, filter: filter('/a') },
    { place: images, filter: filter('/b') },
    { place: images, filter: filter('(') },
  ]
  const problem = "isn't a regular expression in the syntax of RE2 (missing closing ): `(`)"
  const refused = { 'defaultActions.documentActions.images.0.filters.1.match.0.condition': problem }
  expect(exceptions.map((_, index) => problemOf(exceptions, index, refused))).toEqual([
    undefined,
    undefined,
    'The pattern isn’t a regular expression in the syntax of RE2 (missing closing ): `(`).',
  ])
  expect(problemOf(exceptions, 0, { 'defaultActions.filters.0.direction': 'must be 0 or 1' })).toBe(
    'This must be 0 or 1.',
  )
  expect(isOfRows(exceptions, refused)).toBe(true)
  expect(isOfRows(exceptions, { ...refused, 'resourceRules.0.filters.0.match.0.condition': problem })).toBe(true)
  expect(isOfRows(exceptions, { ...refused, 'defaultActions.documentActions': problem })).toBe(false)
  expect(isOfRows(exceptions, {})).toBe(false)
})
