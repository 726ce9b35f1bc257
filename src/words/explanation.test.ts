import { expect, test } from 'vitest'
import { explanation } from '../contract/explanation.ts'
import { compressedInWords, ruleInWords } from './explanation.ts'

const nothing = explanation.parse({
  url: 'https://www.example/',
  address: 'own',
  state: 'active',
  handling: 'optimize',
  outcome: 'kept',
  reason: null,
  rule: null,
  status: 200,
  content_type: null,
  kept_as: '/',
  ignored_parameters: [],
  seconds: null,
  allowed_seconds: null,
  governed_by: null,
  stale_while_revalidate: null,
  stale_if_error: null,
  vary: [],
  compression: null,
  session: null,
  actions: [],
})

test.each([
  [{ compression: { coding: 'br', by: 'edge' } }, 'By the edge, with Brotli'],
  [{ compression: { coding: 'deflate', by: 'origin' } }, 'By your server, with deflate'],
  [{ uncompressed_because: 'too small' }, 'No: the answer is too small'],
  [{ uncompressed_because: null }, 'No'],
  [{}, 'No'],
] as const)('%j is said as %j', (fields, words) => {
  expect(compressedInWords({ ...nothing, ...fields })).toBe(words)
})

test('a rule is named, or has its ID', () => {
  const decision = { action: 'images', acts: true, because: null, exception: null, ruled_by: 'images' }
  expect(ruleInWords({ ...decision, rule_name: 'Product images' })).toBe('the rule “Product images”')
  expect(ruleInWords({ ...decision, rule_name: null })).toBe('the rule “images”')
  expect(ruleInWords(decision)).toBe('the rule “images”')
})
