import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { failingSince, healthAfter, healthy, toldAbout } from './channel-health.ts'
import { deliveryLimits } from './limits.ts'

const webhook = { channel: 'webhook', recipient: null } as const
const email = { channel: 'email' } as const
const addresses = { account_email: 'holder@a.example', partner_email: 'ops@p.example' }

test.each([
  ['an account’s webhook', { ...webhook, partner_id: null }, addresses, 'holder@a.example'],
  ['a partner’s webhook', { ...webhook, partner_id: 'p' }, { ...addresses, account_email: null }, 'ops@p.example'],
  ['email to the holder', { ...email, recipient: 'holder', partner_id: null }, addresses, 'ops@p.example'],
  ['email to the partner', { ...email, recipient: 'partner', partner_id: null }, addresses, 'holder@a.example'],
  ['email about all accounts', { ...email, recipient: 'partner', partner_id: 'p' }, addresses, undefined],
  [
    'email to the only address of both',
    { ...email, recipient: 'holder', partner_id: null },
    { account_email: 'one@a.example', partner_email: 'one@a.example' },
    undefined,
  ],
] as const)('that %s fails is mailed where it can arrive', (_, rule, to, expected) => {
  expect(toldAbout(rule, to)?.to).toBe(expected)
})

test('a channel fails from its first failure on, once so many in a row have failed', () => {
  const outcome = fc.constantFrom('sent' as const, 'refused' as const, 'unknown' as const, 'gone' as const)
  fc.assert(
    fc.property(fc.array(outcome), (outcomes) => {
      const health = outcomes.reduce((before, one, i) => healthAfter(before, one, i), healthy)
      const row = outcomes.slice(outcomes.lastIndexOf('sent') + 1)
      const fails = row.length >= deliveryLimits.failing || row.includes('gone')
      expect(failingSince(health)).toBe(fails ? outcomes.length - row.length : null)
    }),
  )
})
