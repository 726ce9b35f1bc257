import { describe, expect, test } from 'vitest'
import { scripted } from '../../service/test/scripted-resolver.ts'
import { Failure } from './failure.ts'
import { privateRange, resolveTarget } from './target-guard.ts'

const never = new AbortController().signal

describe('privateRange', () => {
  test.each([
    ['127.0.0.1', 'loopback'],
    ['127.255.255.254', 'loopback'],
    ['10.0.0.1', 'private'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['169.254.169.254', 'linkLocal'],
    ['100.64.0.1', 'carrierGradeNat'],
    ['0.0.0.0', 'unspecified'],
    ['0.1.2.3', 'unspecified'],
    ['224.0.0.1', 'multicast'],
    ['255.255.255.255', 'broadcast'],
    ['240.0.0.1', 'reserved'],
    ['192.0.2.1', 'reserved'],
    ['198.18.0.1', 'reserved'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::127.0.0.1', 'ipv4Mapped'],
    ['::ffff:127.0.0.1', 'ipv4Mapped'],
    ['::ffff:8.8.8.8', 'ipv4Mapped'],
    ['::ffff:0:127.0.0.1', 'rfc6145'],
    ['64:ff9b::7f00:1', 'rfc6052'],
    ['64:ff9b:1::7f00:1', 'rfc6052'],
    ['2002:7f00:1::', '6to4'],
    ['2001:0:7f00:1::', 'teredo'],
    ['fe80::1', 'linkLocal'],
    ['fec0::1', 'deprecatedSiteLocal'],
    ['fc00::1', 'uniqueLocal'],
    ['fd12:3456::1', 'uniqueLocal'],
    ['ff02::1', 'multicast'],
    ['2001:db8::1', 'reserved'],
    ['4000::1', 'reserved'],
    ['example.com', 'invalid'],
    ['0x7f000001', 'invalid'],
  ])('%s is refused as %s', (address, range) => {
    expect(privateRange(address)).toBe(range)
  })

  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
  ])('%s is allowed', (address) => {
    expect(privateRange(address)).toBeUndefined()
  })
})

describe('resolveTarget', () => {
  const guard = (table: Record<string, string[]>, allowPrivateTargets = false) => ({
    resolver: scripted(table),
    allowPrivateTargets,
  })

  test.each([
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1/',
    'http://127.1/',
    'http://127.0.0.1./',
    'http://[::ffff:7f00:1]/',
    'http://[::1]/',
  ])('%s, a private address in an unusual notation, is refused without a lookup', async (url) => {
    const closed = guard({})
    await expect(resolveTarget(new URL(url).hostname, closed, never)).rejects.toMatchObject({ code: 'refused-target' })
    expect(closed.resolver.asked).toEqual([])
  })

  test('a name that resolves to any private address is refused', async () => {
    const mixed = guard({ 'a.test': ['1.1.1.1', '10.0.0.7'] })
    await expect(resolveTarget('a.test', mixed, never)).rejects.toThrow(
      'a.test resolves to 10.0.0.7, which is not a public address (private), so no request was sent.',
    )
  })

  test('a name that leads to the metadata of a cloud’s machines is refused', async () => {
    const cloud = guard({ 'a.test': ['168.63.129.16'] })
    await expect(resolveTarget('a.test', cloud, never)).rejects.toMatchObject({ code: 'refused-target' })
  })

  test('a public name is resolved once', async () => {
    const open = guard({ 'a.test': ['1.1.1.1'] })
    const target = await resolveTarget('a.test', open, never)
    expect(target.addresses).toEqual([{ address: '1.1.1.1', family: 4 }])
    expect(target.dns).toBeGreaterThanOrEqual(0)
    expect(open.resolver.asked).toEqual(['a.test'])
  })

  test('an address that comes later is checked too', async () => {
    const lookup = async () => ({
      addresses: [{ address: '1.1.1.1', family: 4 }],
      later: Promise.resolve({ addresses: [{ address: 'fd12::1', family: 6 }] }),
    })
    const target = await resolveTarget('a.test', { resolver: { lookup }, allowPrivateTargets: false }, never)
    expect(target.addresses).toEqual([{ address: '1.1.1.1', family: 4 }])
    await expect(target.later).rejects.toMatchObject({ code: 'refused-target' })
  })

  test('private targets can be allowed, and an IP address needs no lookup', async () => {
    expect(await resolveTarget('127.0.0.1', guard({}, true), never)).toEqual({
      addresses: [{ address: '127.0.0.1', family: 4 }],
      dns: null,
    })
  })

  test('an unknown name fails with a reason', async () => {
    const failure = await resolveTarget('a.test', guard({}), never).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(Failure)
    expect(failure).toMatchObject({ code: 'dns-failed', message: 'a.test could not be resolved: no such name.' })
  })

  test('a resolver that hangs is abandoned when the check is cancelled', async () => {
    const hanging = { resolver: { lookup: () => new Promise<never>(() => undefined) }, allowPrivateTargets: false }
    await expect(resolveTarget('a.test', hanging, AbortSignal.timeout(20))).rejects.toMatchObject({
      name: 'TimeoutError',
    })
  })
})
