import { expect, test } from 'vitest'
import { settingsBody } from '../../../contract/index.ts'
import { unknownInRecord, unknownOfEntry, unknownOfFilter, unknownSettings } from './unknown-fields.ts'

const entry = { _id: 'a', enabled: true, filters: [] }
const match = { name: 'URI', operator: 'CONTAIN', condition: '/a' } as const
const header = { ...match, name: 'Request-Header', header_name: 'Accept' } as const

test('what no form shows is named by its place, with its value as it is', () => {
  const settings = settingsBody.parse({
    defaultActions: {
      filters: [{ direction: 0, match: [match, { ...match, type: '0' }], comment: 'by Ada' }],
      resourceActions: { htmlCache: [{ ...entry, maxAge: 60, filters: [{ direction: 1, match: [header] }] }] },
      documentActions: {
        compression: [entry, { ...entry, _id: 'b', level: 5 }],
        minify: [{ ...entry, special_type: 'html' }],
        // known in the other list only
        cache: [entry],
      },
      special_type: 'shop',
    },
    resourceRules: [
      {
        _id: 'r',
        name: 'R',
        filters: [{ direction: 1, match: [{ ...match, header_name: 'no header' }] }],
        actions: {},
      },
    ],
    documentRules: [
      {
        enabled: false,
        until: null,
        actions: { htmlCache: { maxAge: 60, grace: 5 }, cache: false, inlineCss: { special_type: 'critical' } },
        priority: 5,
      },
    ],
    experiments: { earlyHints: true, speculation: null },
    nothing: null,
    schemaVersion: 12,
    revision: 3,
  })
  expect(unknownSettings(settings).map(({ name, value }) => [name, value])).toEqual([
    ['defaultActions.filters[0].match[1].type', '0'],
    ['defaultActions.filters[0].comment', 'by Ada'],
    ['defaultActions.documentActions.compression[1].level', 5],
    ['defaultActions.documentActions.minify', [{ ...entry, special_type: 'html' }]],
    ['defaultActions.documentActions.cache', [entry]],
    ['defaultActions.special_type', 'shop'],
    ['resourceRules[0].filters[0].match[0].header_name', 'no header'],
    ['documentRules[0].actions.htmlCache.grace', 5],
    ['documentRules[0].actions.inlineCss', { special_type: 'critical' }],
    ['documentRules[0].priority', 5],
    ['experiments', { earlyHints: true, speculation: null }],
    ['nothing', null],
  ])
  expect(unknownSettings(settingsBody.parse({ defaultActions: { filters: [] } }))).toEqual([])
})

test('settings in a shape of their own have the fields that are not the known ones', () => {
  const record = { defaultActions: { filters: 'all' }, zones: [1], revision: 3 }
  expect(unknownInRecord(record)).toEqual([{ name: 'zones', value: [1] }])
  expect(unknownInRecord({ defaultActions: { filters: [], mode: 'b' } })).toHaveLength(1)
})

test('what a filter or an entry has beside what is said of it', () => {
  expect(unknownOfFilter({ direction: 0, match: [match, header] })).toBe('')
  expect(unknownOfFilter({ direction: 0, match: [{ ...match, ignoreCase: true }, match], comment: 'by Ada' })).toBe(
    'ignore case on, comment by Ada',
  )
  expect(unknownOfEntry('htmlCache', { ...entry, maxAge: 5 })).toBe('')
  expect(unknownOfEntry('compression', { ...entry, level: 5 })).toBe('level 5')
})
