import { randomBytes, scryptSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashOf, newKey, passwordHash, Vault } from './vault.ts'

describe('the vault', () => {
  const vault = new Vault(randomBytes(32))

  test.each(['', 'key', 'ключ 🔑', 'x'.repeat(100_000)])('opens what it sealed: %.20s', (text) => {
    expect(vault.open(vault.seal(text))).toBe(text)
  })

  test('never seals a text the same way twice, and hides it', () => {
    const sealed = [vault.seal('the same'), vault.seal('the same')]
    expect(sealed[0]).not.toBe(sealed[1])
    for (const each of sealed) expect(Buffer.from(each, 'base64').toString('latin1')).not.toContain('same')
  })

  test('opens nothing that was altered anywhere', () => {
    const sealed = Buffer.from(vault.seal('secret'), 'base64')
    for (let i = 0; i < sealed.length; i++) {
      const altered = Buffer.from(sealed)
      altered[i] = (altered[i] ?? 0) ^ 1
      expect(() => vault.open(altered.toString('base64')), `byte ${i}`).toThrow()
    }
    expect(() => vault.open(sealed.subarray(0, -1).toString('base64'))).toThrow()
    expect(() => vault.open(sealed.subarray(0, 20).toString('base64'))).toThrow()
    expect(() => vault.open('')).toThrow()
  })

  test('opens nothing sealed with another master key', () => {
    expect(() => new Vault(randomBytes(32)).open(vault.seal('secret'))).toThrow()
  })
})

test('keys are long, alphanumeric and unique', () => {
  const keys = Array.from({ length: 2000 }, newKey)
  for (const key of keys) expect(key).toMatch(/^[0-9A-Za-z]{36}$/)
  expect(new Set(keys).size).toBe(keys.length)
})

test('a key is found by its SHA-256', () => {
  // FIPS 180-2, appendix B.1
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

test('a password is stored as scrypt with its own salt', async () => {
  const [a, b] = [await passwordHash('secret'), await passwordHash('secret')]
  expect(a).not.toBe(b)
  const [scheme, salt = '', hash] = a.split('$')
  expect(scheme).toBe('scrypt')
  expect(scryptSync('secret', Buffer.from(salt, 'base64'), 32).toString('base64')).toBe(hash)
})
