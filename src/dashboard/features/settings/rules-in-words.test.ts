import { expect, test } from 'vitest'
import { rulesInWords } from './rules-in-words.ts'

const texts = (settings: Record<string, unknown>) =>
  rulesInWords(settings).flatMap(({ rules }) => rules.map(({ text, enabled }) => (enabled ? text : `off: ${text}`)))

test('describes the service’s own defaults', () => {
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
      'Default actions',
      [
        { text: 'Caches everything (cache-as-headers-allow).', enabled: true },
        { text: 'Compresses everything (compress-text).', enabled: false },
      ],
    ],
    ['Rules for resources', []],
    ['Rules for pages', []],
  ])
})

test('describes conditions and fields of any name', () => {
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
    '“inline css” applies to everything with html, up to 4\u00a0kB (i).',
    'off: Where path begins with /shop and with country DE, NO: not cached, max age 5 minutes (“Shop”).',
    'It is odd.',
    'For everything: note empty.',
  ])
})

test('what is no list of actions has none', () => {
  expect(texts({ defaultActions: 3, version: 12 })).toEqual([])
})

test.each([
  [{ maxAge: 86_400 }, 'cached for 1 day'],
  [{ maxAge: 7200, stale: true }, 'cached for 2 hours, stale on'],
  [{ maxAge: 90 }, 'cached for 90 seconds'],
  [{ maxAge: 'long' }, 'cache (max age long)'],
  [true, 'cached'],
  [null, 'cache null'],
])('describes caching of %j', (cache, words) => {
  expect(texts({ resourceRules: [{ actions: { cache } }] })).toEqual([`For everything: ${words}.`])
})
