import { expect, test } from 'vitest'
import { uncheckedOf } from './verdict.ts'

const live = { state: 'active', stateSince: 5, isMonitored: true, checkedAt: 6 }

test.each([
  ['was checked since it went live', {}, undefined],
  ['was only checked before it went live', { checkedAt: 4 }, 'not since live'],
  ['the same on the free plan', { state: 'trial', checkedAt: 4 }, 'not since live'],
  ['was only checked before visitors were sent past the service', { state: 'bypass', checkedAt: 4 }, undefined],
  ['was checked, where the service doesn’t say since when it is live', { stateSince: undefined }, undefined],
  ['was never checked', { checkedAt: undefined }, 'never'],
  ['has no running monitor', { isMonitored: false }, 'not monitored'],
  ['was never checked, and has no running monitor', { isMonitored: false, checkedAt: undefined }, 'not monitored'],
] as const)('a site that %s', (_, change, expected) => expect(uncheckedOf({ ...live, ...change })).toBe(expected))
