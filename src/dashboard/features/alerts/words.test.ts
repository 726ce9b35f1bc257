import { expect, test } from 'vitest'
import { anAlertRule } from '../../test/records.ts'
import { aboutUnlessNamed } from './words.ts'

test.each([
  ['Down', { kinds: ['down'] }, undefined],
  ['What is down', { kinds: ['down'] }, undefined],
  ['Down', { kinds: ['down', 'slow'] }, 'Down, Slow'],
  ['Down', { kinds: ['down'], min_severity: 3 }, 'Down · critical only'],
  ['Everything', { kinds: null }, 'Every kind of incident'],
])('of the rule “%s” with %j, a list says “%s”', (name, more, words) => {
  expect(aboutUnlessNamed({ ...anAlertRule({ name, ...more }), slow_by: null }, 'partner')).toBe(words)
})
