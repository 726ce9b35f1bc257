import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { selfSigned, testAuthority } from '../test/certificate.ts'
import { newPrivateKey, readCertificate } from './certificate.ts'

const now = Date.UTC(2026, 10, 21)
const day = 86_400_000
const name = 'www.shop.example'
const issue = testAuthority('Example Authority', 'E1')
const key = newPrivateKey()
const good = issue({ name, key, from: now - day, until: now + 89 * day })

test('a certificate says who issued it and how long it’s valid', () => {
  expect(readCertificate(good, key, [name], now)).toEqual({
    issuer: 'Example Authority E1',
    from: now - day,
    until: now + 89 * day,
  })
  expect(readCertificate(`# a comment\r\n${good}\n`, key, [name], now).until).toBe(now + 89 * day)
})

test('keys are on P-256', () => {
  const { publicKey } = new X509Certificate(good)
  expect(publicKey.asymmetricKeyDetails).toEqual({ namedCurve: 'prime256v1' })
})

test.each([
  ['for another host', issue({ name: 'shop.example', key, from: now, until: now + day }), 'is for another host'],
  ['for another key', issue({ name, key: newPrivateKey(), from: now, until: now + day }), 'is for another key'],
  ['that has expired', issue({ name, key, from: now - 2 * day, until: now }), 'has expired'],
  ['with something else behind it', good + selfSigned(name).cert, 'doesn’t lead to a root'],
  ['that is none', 'certificate', 'can’t be read'],
  ['that is broken', good.replace(/[A-Za-z]{20}/, 'x'), 'can’t be read'],
  ['with far too much', good.repeat(200), 'can’t be read'],
])('a certificate %s isn’t taken', (_, chain, why) => {
  expect(() => readCertificate(chain, key, [name], now)).toThrow(
    `The certificate authority gave a certificate that ${why}.`,
  )
})
