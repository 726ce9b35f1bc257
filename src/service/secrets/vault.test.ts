import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hashOf, newKey, Vault } from './vault.ts'

describe('the vault', () => {
  const vault = new Vault(randomBytes(32))

  test.each(['', 'key', 'ключ 🔑', 'x'.repeat(100_000)])('decrypts what it encrypted: %.20s', (text) => {
    expect(vault.open(vault.seal(text))).toBe(text)
  })

  test('encrypts the same text differently each time', () => {
    const sealed = [vault.seal('the same'), vault.seal('the same')]
    expect(sealed[0]).not.toBe(sealed[1])
    for (const each of sealed) expect(Buffer.from(each, 'base64').toString('latin1')).not.toContain('same')
  })

  test('refuses ciphertext with any byte changed', () => {
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

  test('refuses ciphertext from another master key', () => {
    expect(() => new Vault(randomBytes(32)).open(vault.seal('secret'))).toThrow()
  })
})

test('keys are long, alphanumeric and unique', () => {
  const keys = Array.from({ length: 2000 }, newKey)
  for (const key of keys) expect(key).toMatch(/^[0-9A-Za-z]{36}$/)
  expect(new Set(keys).size).toBe(keys.length)
})

test('keys are hashed with SHA-256', () => {
  // FIPS 180-2, appendix B.1
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
