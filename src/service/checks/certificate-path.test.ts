import { X509Certificate } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Authority, issuedBy } from '../test/certificate.ts'
import { firstToEnd } from './certificate-path.ts'

const day = 24 * 3_600_000
const days = (count: number) => Math.floor(Date.now() / 1000) * 1000 + count * day

const root = issuedBy(null, 'Root', days(3000))
const other = issuedBy(null, 'Other Root', days(2000))
const r3 = issuedBy(root, 'R3', days(300))
const short = issuedBy(root, 'Short', days(5))
/** The same authority, as two roots vouch for it. */
const crossed = issuedBy(other, 'Short', days(50), short.key)
const host = issuedBy(r3, 'www.shop.test', days(90))
const shop = issuedBy(short, 'shop.test', days(90))
const expired = issuedBy(null, 'Old Root', days(-10))

test.each<[string, [Authority, ...Authority[]], Authority[], Authority]>([
  ['its own', [host, r3], [root], host],
  ['its own, with the root', [host, r3, root], [root], host],
  ['an intermediate', [shop, short], [root], short],
  ['an intermediate, wherever it is sent', [shop, r3, expired, short], [root], short],
  ['its own, as another path lasts longer', [shop, short, crossed], [root, other], crossed],
  ['an intermediate, as the other path isn’t trusted', [shop, short, crossed], [root], short],
  ['its own, beside an expired one that no path needs', [host, r3, expired], [root], host],
  [
    'its own, beside an expired copy of its issuer',
    [host, issuedBy(other, 'R3', days(-1), r3.key), r3],
    [root, other],
    host,
  ],
  ['a root', [issuedBy(expired, 'a.test', days(9))], [expired], expired],
  ['its own, which is trusted itself', [expired], [expired], expired],
  ['its own, where no path is known', [host], [], host],
])('what ends first is %s', (_, sent, roots, expected) => {
  const read = ({ cert }: Authority) => new X509Certificate(cert)
  const [own, ...rest] = sent
  const end = firstToEnd([read(own), ...rest.map(read)], () => roots.map(read))
  expect([end.subject, end.validTo]).toEqual([read(expected).subject, read(expected).validTo])
})

test('many certificates of one name cost little', () => {
  const own = new X509Certificate(host.cert)
  const copies = Array.from({ length: 15 }, () => new X509Certificate(issuedBy(null, 'R3', days(1), r3.key).cert))
  expect(firstToEnd([own, ...copies], () => [])).toBe(own)
})
