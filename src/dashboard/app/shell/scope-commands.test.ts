import { expect, test } from 'vitest'
import type { Site } from '../../features/sites/reads.ts'
import { siteCommands } from './scope-commands.ts'

const site = (optimizer: string | null): Site => ({
  id: 's',
  host: 'www.fjordbikes.example',
  portal_url: '',
  preview_url: null,
  optimizer,
})
const holder = { kind: 'user', user: 'u' } as const
const partner = { kind: 'account', partner: 'p', account: 'a' } as const
const ids = (...asked: Parameters<typeof siteCommands>) => siteCommands(...asked).map(({ id }) => id)

test.each([
  ['active', ['transparent', 'bypass', 'maintenance', 'change-server', 'flush', 'purge']],
  ['maintenance', ['transparent', 'bypass', 'resume', 'change-server', 'flush', 'purge']],
  ['off', ['change-server', 'flush', 'purge']],
  [null, ['change-server', 'flush', 'purge']],
])('an account holder is offered what a site in the state %s allows', (state, offered) => {
  expect(ids(holder, site(state))).toEqual(offered)
})

test('a partner is offered neither maintenance nor the cache', () => {
  expect(ids(partner, site('active'))).toEqual(['transparent', 'bypass', 'change-host', 'change-server', 'delete-site'])
  expect(ids(partner, site('off'))).toEqual(['change-host', 'change-server', 'delete-site'])
})

test('moves that ask first open their dialog', () => {
  expect(siteCommands(holder, site('active')).find(({ id }) => id === 'bypass')).toMatchObject({
    to: '/sites/s/optimizer?confirm=bypass',
  })
})

test('without an open site there is nothing to offer', () => {
  expect(siteCommands(holder, undefined)).toEqual([])
  expect(siteCommands(null, site('active'))).toEqual([])
})
