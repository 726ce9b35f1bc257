import { expect, test } from 'vitest'
import { addressOf } from '../exchange/cache-key.ts'
import { cacheLimits } from '../limits.ts'
import { patternOf } from './purge-pattern.ts'

const longest = cacheLimits.address - 1

test.each([
  ['as long as an address', 'a'.repeat(longest), `/${'a'.repeat(longest)}`],
  ['that is encoded in an address', 'ö'.repeat(33), `/${'%C3%B6'.repeat(33)}`],
  ['that is encoded without need', '%61'.repeat(longest), `/${'a'.repeat(longest)}`],
  ['longer than any address that is remembered', 'a'.repeat(longest + 2), `/${'a'.repeat(longest + 2)}`],
])('text %s is found', (_, text, target) => {
  const address = (asked: string) => addressOf('site', asked, 'http')
  for (const pattern of [
    patternOf({ operator: 'CONTAIN', text, type: null }),
    patternOf({ operator: 'PREFIX', text: `/${text}`, type: null }),
  ]) {
    expect(pattern.names(address(target), undefined, () => undefined)).toBe(true)
    expect(pattern.names(address('/another'), undefined, () => undefined)).toBe(false)
  }
})
