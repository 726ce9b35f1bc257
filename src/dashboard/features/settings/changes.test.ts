import { expect, test } from 'vitest'
import { defaultSettings, type Filter, type SiteSettings } from '../../../contract/index.ts'
import { changesOf } from './changes.ts'
import { withEntry, withException } from './exceptions.ts'

const filter = (condition: string): Filter => ({
  direction: 0,
  match: [{ name: 'URI', operator: 'CONTAIN', condition }],
})
const images = { group: 'documentActions', action: 'images', index: 0 } as const
const htmlCache = { group: 'resourceActions', action: 'htmlCache', index: 0 } as const
const on = (settings: SiteSettings) => withEntry(settings, images, (entry) => ({ ...entry, enabled: true }))

test('nothing changes between equal settings', () => {
  expect(changesOf(defaultSettings(), defaultSettings())).toEqual([])
})

test('switches, options and exceptions change by name', () => {
  const before = { ...defaultSettings(), revision: 3 }
  const after = withException(
    withEntry(on(before), htmlCache, (entry) => ({ ...entry, maxAge: 3600, sessionCookies: [] })),
    null,
    { place: images, filter: filter('/raw') },
  )
  expect(changesOf(before, after)).toEqual([
    { what: 'Cache pages for anonymous visitors: time', before: '10 minutes', after: '1 hour' },
    {
      what: 'Cache pages for anonymous visitors: session cookies',
      before: expect.stringContaining('PHPSESSID'),
      after: 'none',
    },
    { what: 'Convert images', before: 'off', after: 'on' },
    {
      what: 'Exception for Convert images',
      before: undefined,
      after: 'not if the address contains “/raw”',
    },
  ])
  expect(changesOf(after, before).at(-1)).toMatchObject({ after: undefined })
})

test('an action that the settings didn’t mention changes only if its switch does', () => {
  expect(changesOf({ defaultActions: {} }, on({ defaultActions: {} }))).toEqual([
    { what: 'Convert images', before: 'off', after: 'on' },
  ])
})

test('everything else changes by its path', () => {
  const entry = { _id: 'm', enabled: true, filters: [] }
  const settings = (level: number) => ({
    defaultActions: { documentActions: { minify: [{ ...entry, maxAge: level }] } },
    schemaVersion: level,
  })
  expect(changesOf(settings(1), settings(2))).toEqual([
    { what: 'defaultActions.documentActions.minify.0.maxAge', before: '1', after: '2' },
    { what: 'schemaVersion', before: '1', after: '2' },
  ])
})

test('what sentences leave out of an exception changes by its path too', () => {
  const settings = (note: string) => ({ defaultActions: { filters: [{ ...filter('/a'), note }] } })
  expect(changesOf(settings('x'), settings('y'))).toEqual([
    { what: 'defaultActions.filters.0.note', before: 'x', after: 'y' },
  ])
})

test('rules change by name: switched, said otherwise, moved, added and removed', () => {
  const rule = (name: string, more: object = {}) => ({
    _id: name.toLowerCase(),
    name,
    actions: { cache: false },
    ...more,
  })
  const settings = (...documentRules: object[]) => ({ defaultActions: {}, documentRules })
  const [a, b] = [rule('A'), rule('B')]
  const changes: [object[], object[], object[]][] = [
    [[a], [rule('A', { enabled: false })], [{ what: 'Rule “A”', before: 'on', after: 'off' }]],
    [
      [a],
      [rule('A', { actions: { images: true } })],
      [{ what: 'Rule “A”', before: 'For everything: not cached.', after: 'For everything: convert images.' }],
    ],
    [[a, b], [b, a], [{ what: 'Order of the rules', before: 'A, B', after: 'B, A' }]],
    [[a], [a, b], [{ what: 'Rule “B”', before: undefined, after: 'For everything: not cached.' }]],
    [[a, b], [b], [{ what: 'Rule “A”', before: 'For everything: not cached.', after: undefined }]],
    [[a], [rule('A', { name: 'C' })], [{ what: 'Rule “C”: name', before: 'A', after: 'C' }]],
  ]
  for (const [before, after, expected] of changes)
    expect(changesOf(settings(...before), settings(...after))).toEqual(expected)
})

test('settings that aren’t valid are compared by path', () => {
  expect(changesOf({ mode: 'a' }, { mode: 'b' })).toEqual([{ what: 'mode', before: 'a', after: 'b' }])
})
