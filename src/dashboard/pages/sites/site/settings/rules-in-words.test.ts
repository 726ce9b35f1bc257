import { expect, test } from 'vitest'
import { rulesInWords } from './rules-in-words.ts'

const texts = (settings: Record<string, unknown>) =>
  rulesInWords(settings).flatMap(({ rules }) => rules.map(({ text, enabled }) => (enabled ? text : `off: ${text}`)))

test('the service’s own defaults', () => {
  const groups = rulesInWords({
    defaultActions: {
      documentActions: {
        cache: [{ _id: 'cache-as-headers-allow', enabled: true, filters: [] }],
        compress: [{ _id: 'compress-text', enabled: false, filters: [] }],
      },
    },
    resourceRules: [],
    documentRules: [],
  })
  expect(groups.map(({ title, rules }) => [title, rules])).toEqual([
    [
      'By default',
      [
        { text: 'Keeps everything (cache-as-headers-allow).', enabled: true },
        { text: 'Compresses everything (compress-text).', enabled: false },
      ],
    ],
    ['Rules for resources', []],
    ['Rules for pages', []],
  ])
})

test('conditions and fields of any name are told', () => {
  expect(
    texts({
      defaultActions: { documentActions: { inlineCss: [{ _id: 'i', enabled: true, filters: ['html'], limitKb: 4 }] } },
      resourceRules: [
        {
          _id: 'r1',
          name: 'Shop',
          enabled: false,
          filters: [{ field: 'path', operator: 'begins_with', value: '/shop' }, { country: ['DE', 'NO'] }],
          actions: { cache: false, maxAge: 300 },
        },
        'odd',
      ],
      documentRules: [{ filters: [], note: '' }],
    }),
  ).toEqual([
    '“inline css” holds for everything with html, with limit kb 4 (i).',
    'off: Shop: for everything whose path begins with /shop and with country DE, NO, cache off, max age 300.',
    'It is odd.',
    'For everything, note empty.',
  ])
})

test('what nobody knows is still there', () => {
  const groups = rulesInWords({ defaultActions: 3, version: 12, image_quality: { webp: true, level: null } })
  expect(groups.at(-1)).toMatchObject({
    title: 'Also reported by the service',
    rules: [{ text: 'Version is 12.' }, { text: 'Image quality has webp on, level null.' }],
  })
  expect(groups[0]?.rules).toEqual([])
})
