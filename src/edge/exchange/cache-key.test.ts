import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { storedTargets } from '../optimize/ignored-parameters.ts'
import { addressesOf, addressOf, equivalentTarget } from './cache-key.ts'

test('an address is kept under its site, scheme, path and query', () => {
  expect(addressOf('s', '/a?b', 'http')).toEqual({ siteId: 's', path: '/a', key: 's /a?b' })
  expect(addressOf('s', '/a?b', 'https')).toEqual({ siteId: 's', path: '/a', key: 's https /a?b' })
  expect(addressesOf('s', '/a').map(({ key }) => key)).toEqual(['s /a', 's https /a'])
})

test('the longest address takes no more memory than a short one, and stays apart from others', () => {
  const long = '/a'.repeat(8000)
  const targets = [long, `${long}b`, `${long}?b`, `/a?${long}`, `/b?${long}`]
  const addresses = targets.map((target) => addressOf('s', target, 'http'))
  for (const { path, key } of addresses) expect(path.length + key.length).toBeLessThan(500)
  expect(new Set(addresses.map(({ key }) => key)).size).toBe(targets.length)
  // every query of a path is purged with it
  expect(addresses[2]?.path).toBe(addresses[0]?.path)
  expect(addresses[3]?.path).toBe('/a')
})

test.each([
  ['/p/%e6%b0%b4/', '/p/%E6%B0%B4/'],
  ['/%61?%7e=%2d', '/a?~=-'],
  // what servers may tell apart stays
  ['/a%2fb', '/a%2Fb'],
  ['/a%3f', '/a%3F'],
  ['/../a/./b//c?', '/../a/./b//c?'],
  ['/%2561', '/%2561'],
  ['/%%412', '/%%412'],
  ['/%zz%61', '/%zz%61'],
  ['/%6', '/%6'],
])('%s is kept as %s', (target, kept) => {
  expect(equivalentTarget(target)).toBe(kept)
})

test('one key for all spellings, and different ones for what servers may tell apart', () => {
  const bytes = fc.array(fc.integer({ min: 0x21, max: 0xff }), { minLength: 1, maxLength: 12 })
  const spelled = (codes: readonly number[], isEncoded: readonly boolean[], isUpper: readonly boolean[]) =>
    `/${codes
      .map((code, i) => {
        const character = String.fromCharCode(code)
        if (!isEncoded[i] && /[\w.~-]/.test(character)) return character
        const digits = code.toString(16)
        return `%${isUpper[i] ? digits.toUpperCase() : digits}`
      })
      .join('')}`
  const flags = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 })
  fc.assert(
    fc.property(bytes, flags, flags, flags, (codes, encoded, upper, others) => {
      const key = equivalentTarget(spelled(codes, encoded, upper))
      expect(equivalentTarget(spelled(codes, others, encoded))).toBe(key)
      expect(equivalentTarget(key)).toBe(key)
      // nothing that an encoding can tell apart is lost
      expect(unescape(key)).toBe(`/${String.fromCharCode(...codes)}`)
    }),
  )
})

test('a purge covers whatever is kept of an address, whichever spelling it names', () => {
  const parameter = fc.constantFrom('utm_source=a', '%75tm_source=a', 'x=1', 'gclid', 'utm_id;y', 'q=%e6', 'q=%E6', '')
  const lists = [['utm_*'], ['gclid', 'utm_*'], []]
  fc.assert(
    fc.property(fc.array(parameter, { maxLength: 4 }), fc.constantFrom('/%61', '/a'), (parameters, path) => {
      const target = parameters.length === 0 ? path : `${path}?${parameters.join('&')}`
      const named = equivalentTarget(target)
      const keys = (targets: readonly string[]) => targets.flatMap((one) => addressesOf('s', one).map(({ key }) => key))
      // what any visitor's answer may be kept under is among what is kept for it
      expect(new Set(keys(storedTargets(named, lists)))).toEqual(new Set(keys(storedTargets(target, lists))))
    }),
  )
})
