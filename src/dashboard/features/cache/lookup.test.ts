import { expect, test } from 'vitest'
import {
  asAddress,
  formsInWords,
  isOnHost,
  lookupInWords,
  nginxCaveat,
  rowsOf,
  seconds,
  severityOfMissing,
  visitorsInWords,
  whyMissing,
  whyNothingStored,
  type Lookup,
  type LookupNode,
} from './lookup.ts'

const node = (answer: LookupNode['answer'], id = 'n'): LookupNode => ({
  id,
  location: 'here',
  addresses: ['192.0.2.7'],
  seen_at: '2026-11-22T06:00:00.000Z',
  answer,
})
const variant = {
  status: 200,
  state: 'fresh' as const,
  age: 1,
  time_left: 60,
  size: 10,
  stored_at: '2026-11-22T06:00:00.000Z',
  content_type: null,
  content_codings: ['identity'],
  vary: [],
  anonymous_only: false,
}
const held = { held: true, stored_as: '/', variants: [variant, variant], not_kept: null }
const missing = { held: false, stored_as: '/', variants: [], not_kept: null }
const lookup = (...nodes: LookupNode[]): Lookup => ({ site_id: 's', url: 'http://h/', optimizer: 'active', nodes })
const notKept = (reason: string, status: number | null = null) =>
  whyMissing(node({ ...missing, not_kept: { reason, status, at: null } }))

test.each([
  ['/a', '/a'],
  [' www.h.example/a ', 'https://www.h.example/a'],
  ['HTTP://h/', 'HTTP://h/'],
  ['', ''],
])('%j is looked up as %j', (typed, address) => {
  expect(asAddress(typed)).toBe(address)
})

test('each variant has a row, and so has each node without one', () => {
  const rows = rowsOf(lookup(node(held, 'a'), node(missing, 'b'), node(null, 'c')))
  expect(rows.map(({ key, variant: one }) => [key, one?.status])).toEqual([
    ['a 0', 200],
    ['a 1', 200],
    ['b', undefined],
    ['c', undefined],
  ])
})

test('a lookup in a sentence', () => {
  expect(lookupInWords(lookup(node(held), node(missing)))).toBe('Stored on 1 of 2 edge nodes.')
  expect(lookupInWords(lookup(node(missing), node(missing)))).toBe('Not stored on any of 2 edge nodes.')
  expect(lookupInWords(lookup(node(held)))).toBe('Stored on the edge node.')
  expect(lookupInWords(lookup(node(missing)))).toBe('Not stored on the edge node.')
  expect(lookupInWords(lookup(node(held), node(null)))).toBe(
    'Stored on the edge node that answered. 1 edge node didn’t answer.',
  )
  expect(lookupInWords(lookup(node(null)))).toBe('1 edge node didn’t answer.')
  expect(lookupInWords(lookup())).toMatch(/^No edge node is running/)
})

test.each([
  ['no answer', null, 'error'],
  ['nobody has asked for it', missing, undefined],
  ['left out by the settings', { ...missing, not_kept: { reason: 'settings', status: null, at: null } }, undefined],
  ['not kept', { ...missing, not_kept: { reason: 'no-store', status: 200, at: null } }, 'warning'],
  ['an unknown site', { ...missing, not_kept: { reason: 'unknown site', status: null, at: null } }, 'warning'],
] as const)('that nothing is stored is as bad as why: %s', (_, answer, severity) => {
  expect(severityOfMissing(node(answer && { ...answer, variants: [...answer.variants] }))).toBe(severity)
})

test('why nothing is stored', () => {
  expect(whyMissing(node(null))).toMatch(/^It didn’t answer/)
  expect(whyMissing(node(missing))).toBe(
    'Not stored: nobody has asked this node for it lately, or it was removed since.',
  )
  expect(notKept('settings')).toBe('Not stored, because the settings leave it out.')
  expect(notKept('no-store', 200)).toBe(
    'Not stored. The last answer (200) wasn’t kept, because its headers say “no-store”.',
  )
  expect(notKept('status 206', 206)).toContain('its status is 206')
})

test('states in which the edge stores nothing', () => {
  for (const state of ['preview', 'trial', 'active', 'unheard-of', undefined])
    expect(whyNothingStored(state)).toBeUndefined()
  expect(whyNothingStored('bypass')).toBe(
    'The edge stores nothing, because the optimizer is bypassed. Resume it first.',
  )
  expect(whyNothingStored(null)).toBe('The host is a placeholder, so nothing is stored.')
  expect(whyNothingStored('off')).toBe('The edge stores nothing, because the optimizer is off.')
})

test.each([
  [0, '0 s'],
  [59, '59 s'],
  [125, '2 min'],
  [7300, '2 h'],
])('%i seconds are %s', (count, text) => {
  expect(seconds(count).replaceAll('\u00a0', ' ')).toBe(text)
})

const vary = (name: string, value: string | null) => ({ vary: [{ name, value }] })

test.each([
  [{}, 'For every visitor'],
  [{ scheme: 'https' as const }, 'For every visitor over https'],
  [{ anonymous_only: true }, 'For visitors without a session'],
  [vary('accept-encoding', 'gzip, br'), 'For visitors who take gzip, br'],
  [vary('Accept-Encoding', null), 'For visitors who take nothing compressed'],
  [vary('accept-language', 'de'), 'For visitors with the language de'],
  [vary('accept', 'image/avif'), 'For visitors who take image/avif'],
  [vary('x-device', 'phone'), 'For visitors with X-Device phone'],
  [vary('x-api-key', null), 'For visitors told apart by X-Api-Key'],
])('whom %j is for: %s', (own, words) => expect(visitorsInWords({ ...variant, ...own })).toBe(words))

test('the forms of a response have names', () => {
  expect(formsInWords({ ...variant, content_codings: ['br', 'gzip', 'identity'] })).toBe('Brotli, gzip, uncompressed')
})

test.each([
  ['nginx', false, true],
  ['nginx', true, false],
  ['nginx', null, false],
  ['embedded', false, false],
  [null, false, false],
] as const)('a node (%s) that has it stored: %s; says what nginx may have: %s', (form, isHeld, says) => {
  const caveat = nginxCaveat([{ form, held: isHeld }])
  expect(caveat !== undefined).toBe(says)
})

test.each([
  ['/', true],
  ['/a?b=//c', true],
  ['https://www.example:8080/a', true],
  ['https://www.example/a', true],
  ['https://other.example/', false],
  ['//other.example/', false],
  ['https://not a host/', false],
])('whether %s is on the site’s host: %s', (address, expected) =>
  expect(isOnHost(address, 'www.example:8080')).toBe(expected),
)
