import { describe, expect, test } from 'vitest'
import { problemsOf } from './messages.ts'
import { actionNames, isActionName, settingsActions } from './settings-actions.ts'
import { settingsLimits } from './settings-limits.ts'
import { defaultSettings, regexesOf, settingsBody, settingsRecord } from './settings.ts'

const problems = (value: unknown) => {
  const { error } = settingsBody.safeParse(value)
  return error ? problemsOf(error) : {}
}
const withDefaults = (defaultActions: object) => ({ ...defaultSettings(), defaultActions })
const entry = { _id: 'a', enabled: true, filters: [] }
const uri = (condition: string, operator = 'CONTAIN') => ({
  direction: 0,
  match: [{ name: 'URI', operator, condition }],
})

describe('the default settings', () => {
  test('have every action once, on or off as its default says', () => {
    const { resourceActions, documentActions } = defaultSettings().defaultActions
    const entries = Object.entries({ ...resourceActions, ...documentActions })
    expect(entries.map(([name, list]) => [name, list?.length, list?.[0]?.enabled])).toEqual(
      Object.entries(settingsActions).map(([name, { enabled }]) => [name, 1, enabled]),
    )
  })

  test('can be sent back and read', () => {
    expect(settingsBody.parse(defaultSettings())).toEqual(defaultSettings())
    expect(settingsRecord.parse(defaultSettings())).toEqual(defaultSettings())
  })

  test('are made anew each time', () => {
    defaultSettings().defaultActions.documentActions?.ignoredParameters?.pop()
    expect(defaultSettings().defaultActions.documentActions?.ignoredParameters).toHaveLength(1)
  })
})

test('the schema knows every action, in its group', () => {
  for (const [name, { group }] of Object.entries(settingsActions)) {
    expect(problems(withDefaults({ [group]: { [name]: 3 } }))).toEqual({
      [`defaultActions.${group}.${name}`]: 'must be a list',
    })
  }
  expect(actionNames.every(isActionName)).toBe(true)
  expect(isActionName('constructor')).toBe(false)
})

test('unknown keys are kept, at every level', () => {
  const settings = {
    defaultActions: {
      filters: [{ ...uri('/a'), note: 'x' }],
      documentActions: { minify: [{ ...entry, level: 9 }], images: [{ ...entry, quality: 80 }] },
      more: [1],
    },
    resourceRules: [{ any: { thing: [] } }],
    documentRules: [],
    schemaVersion: 12,
  }
  expect(settingsBody.parse(settings)).toEqual(settings)
})

test.each<[string, unknown, Record<string, string>]>([
  ['no object', [], { '': 'must be an object' }],
  ['nothing', {}, { defaultActions: 'is required' }],
  ['a rule that is text', { ...defaultSettings(), resourceRules: ['x'] }, { 'resourceRules.0': 'must be an object' }],
  [
    'a last day that doesn’t exist',
    { ...defaultSettings(), documentRules: [{ until: '2026-02-30' }] },
    { 'documentRules.0.until': 'must be a day, such as 2026-10-31' },
  ],
  [
    'no direction',
    withDefaults({ filters: [{ match: uri('/').match }] }),
    { 'defaultActions.filters.0.direction': 'is required' },
  ],
  [
    'an unknown direction',
    withDefaults({ filters: [{ ...uri('/'), direction: 2 }] }),
    { 'defaultActions.filters.0.direction': 'must be 0 or 1' },
  ],
  [
    'a filter without a match',
    withDefaults({ filters: [{ direction: 0, match: [] }] }),
    { 'defaultActions.filters.0.match': 'must have at least 1' },
  ],
  [
    'an unknown operator and an empty condition',
    withDefaults({ documentActions: { images: [{ ...entry, filters: [uri('', 'IS')] }] } }),
    {
      'defaultActions.documentActions.images.0.filters.0.match.0.operator': 'must be CONTAIN, NOT-CONTAIN or REGEX',
      'defaultActions.documentActions.images.0.filters.0.match.0.condition': 'must not be empty',
    },
  ],
  [
    'an unknown name',
    withDefaults({ filters: [{ direction: 0, match: [{ name: 'Host', operator: 'REGEX', condition: 'x' }] }] }),
    { 'defaultActions.filters.0.match.0.name': 'must be URI, Cookie or Request-Header' },
  ],
  [
    'a header without a name',
    withDefaults({
      filters: [{ direction: 0, match: [{ name: 'Request-Header', operator: 'REGEX', condition: 'x' }] }],
    }),
    { 'defaultActions.filters.0.match.0.header_name': 'is required' },
  ],
  [
    'an entry of an unknown action',
    withDefaults({ documentActions: { minify: [{ _id: 'a b', enabled: 'yes' }] } }),
    {
      'defaultActions.documentActions.minify.0._id': 'must be 1 to 64 letters, digits or . : / @ _ -',
      'defaultActions.documentActions.minify.0.enabled': 'must be true or false',
      'defaultActions.documentActions.minify.0.filters': 'is required',
    },
  ],
  [
    'options out of range',
    withDefaults({ resourceActions: { htmlCache: [{ ...entry, maxAge: 90_000, sessionCookies: ['a b'] }] } }),
    {
      'defaultActions.resourceActions.htmlCache.0.maxAge': 'must be at most 86400',
      'defaultActions.resourceActions.htmlCache.0.sessionCookies.0':
        'must be a name without spaces; a * at its end stands for any ending',
    },
  ],
  [
    'too many filters',
    withDefaults({ filters: Array.from({ length: settingsLimits.filters + 1 }, () => uri('/')) }),
    { 'defaultActions.filters': 'must have at most 50' },
  ],
  [
    'too many regular expressions',
    withDefaults({ filters: Array.from({ length: settingsLimits.regexes + 1 }, () => uri('/', 'REGEX')) }),
    {
      'defaultActions.filters.20.match.0.condition': 'is one regular expression too many: at most 20 are allowed',
    },
  ],
  ['too much', { ...defaultSettings(), notes: 'x'.repeat(64 * 1024) }, { '': 'must be at most 64 KiB as JSON' }],
])('%s is refused by the field’s path', (_, value, expected) => {
  expect(problems(value)).toEqual(expected)
})

test('nesting of any depth is refused without running out of stack', () => {
  let deep: unknown = 0
  for (let i = 0; i < 50_000; i++) deep = [deep]
  expect(problems({ ...defaultSettings(), deep })).toEqual({ '': 'must not be nested deeper than 20 levels' })
})

test.each(['{"constructor": 1}', '{"prototype": 1}', '{"a\\u0000": 1}', '{"\\ud800": 1}'])(
  'the key of %s is refused at any depth',
  (text) => {
    const problem = problems({ ...defaultSettings(), extra: [JSON.parse(text)] })['']
    expect(problem).toMatch(/^must not have a key "/)
  },
)

test('regular expressions are listed with their paths', () => {
  const settings = settingsBody.parse(
    withDefaults({
      filters: [uri('/a'), uri('^/b', 'REGEX')],
      resourceActions: { cache: [entry, { ...entry, filters: [uri('c$', 'REGEX')] }] },
    }),
  )
  expect(regexesOf(settings)).toEqual([
    { path: 'defaultActions.filters.1.match.0.condition', pattern: '^/b' },
    { path: 'defaultActions.resourceActions.cache.1.filters.0.match.0.condition', pattern: 'c$' },
  ])
})
