import { expect, test } from 'vitest'
import { dnsLimits } from './limits.ts'
import { pinnedResolver } from './pinned-resolver.ts'

test('a check looks up only so many hosts', async () => {
  const pinned = pinnedResolver({ lookup: async () => ({ addresses: [{ address: '192.0.2.1', family: 4 }] }) })
  for (let i = 0; i < dnsLimits.hosts; i++) await pinned.lookup(`a${i}.test`)
  await expect(pinned.lookup('more.test')).rejects.toThrow('has looked up 256 hosts already')
  expect((await pinned.lookup('A0.TEST')).addresses).toHaveLength(1)
})
