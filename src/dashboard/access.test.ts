import { expect, test } from 'vitest'
import { withinAccount } from './access.ts'

const scope = { kind: 'account', partner: 'p', account: 'a' } as const

test.each([
  ['http://d.test/sites/s', '/accounts/a/sites/s'],
  ['http://d.test/sites/s/results', '/accounts/a/sites/s/results'],
  ['http://d.test/sites/s/optimizer?confirm=bypass', '/accounts/a/sites/s/optimizer?confirm=bypass'],
])('%s is %s under the account', (address, own) => expect(withinAccount(address, scope, 's')).toBe(own))
