import { expect, test } from 'vitest'
import { settingsBody } from '../../../contract/index.ts'
import { unknownOfFilter, unknownSettings } from './unknown-fields.ts'

const entry = { _id: 'a', enabled: true, filters: [] }

test('what no form shows is said in words', () => {
  const settings = settingsBody.parse({
    defaultActions: {
      filters: [],
      documentActions: {
        compression: [{ ...entry, level: 5 }],
        minify: [
          { ...entry, special_type: 'html' },
          { ...entry, _id: 'b', enabled: false },
        ],
      },
      special_type: 'shop',
    },
    resourceRules: [],
    documentRules: [],
    experiments: { earlyHints: true, speculation: null },
    notes: Array.from({ length: 500 }, () => 'long'),
    revision: 3,
  })
  const said = unknownSettings(settings)
  expect(said.slice(0, -1)).toEqual([
    { text: 'Compress: level 5.', enabled: true },
    { text: 'Minifies everything, special type html (a).', enabled: true },
    { text: 'Minifies everything (b).', enabled: false },
    { text: 'Special type shop.', enabled: true },
    { text: 'Experiments early hints on.', enabled: true },
  ])
  expect(said.at(-1)?.text).toMatch(/^Notes long, .{280,300}…$/)
  expect(unknownSettings(settingsBody.parse({ defaultActions: { filters: [] } }))).toEqual([])
})

test('what a filter has beside its sentence is said', () => {
  const match = { name: 'URI', operator: 'CONTAIN', condition: '/a' } as const
  expect(unknownOfFilter({ direction: 0, match: [match] })).toBe('')
  expect(unknownOfFilter({ direction: 0, match: [{ ...match, ignoreCase: true }, match], comment: 'by Ada' })).toBe(
    'ignore case on, comment by Ada',
  )
})
