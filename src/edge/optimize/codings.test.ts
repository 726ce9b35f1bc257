import { expect, test } from 'vitest'
import { acceptedCodings, normalizedCodings } from './codings.ts'

test.each<[string | undefined, readonly string[]]>([
  [undefined, []],
  ['', []],
  ['gzip, deflate, br, zstd', ['br', 'zstd', 'gzip']],
  ['GZIP', ['gzip']],
  ['x-gzip', ['gzip']],
  ['*', ['br', 'zstd', 'gzip']],
  ['*;q=0', []],
  ['br;q=0, *', ['zstd', 'gzip']],
  ['br;q=0.5, gzip;q=0.8', ['gzip', 'br']],
  ['br;q=1.0, gzip;q=0.8', ['br', 'gzip']],
  ['br;q=0.1, zstd;q=0.2, gzip;q=0.3', ['gzip', 'zstd', 'br']],
  ['br;q=0.5, gzip;q=0.5', ['br', 'gzip']],
  ['gzip; q=0', []],
  ['gzip;q=oops', []],
  ['identity', []],
  ['identity, gzip', ['gzip']],
  ['identity, gzip;q=0.5', []],
  ['identity;q=0.5, gzip;q=0.5', ['gzip']],
  ['identity;q=0, gzip;q=0.1', ['gzip']],
  ['deflate, compress', []],
])('%o accepts %o', (field, expected) => {
  expect(acceptedCodings(field)).toEqual(expected)
  // for the origin and for what is stored, it's as good
  if (field !== undefined) expect(acceptedCodings(normalizedCodings(field))).toEqual(expected)
})
