import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** Encrypts secrets that the service must be able to show again. AES-256-GCM: 12-byte nonce, 16-byte tag, ciphertext. */
export class Vault {
  readonly #key: Uint8Array

  constructor(masterKey: Uint8Array) {
    this.#key = masterKey
  }

  seal(text: string): string {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64')
  }

  /** @throws if it was sealed with another master key, or altered */
  open(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64')
    // a shorter tag would be easier to forge
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, 12), { authTagLength: 16 })
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  }
}

/** 36 letters and digits, which need no quoting anywhere: more than 190 bits. */
export function newKey(): string {
  const letters = randomBytes(64)
    .toString('base64')
    .replace(/[^0-9A-Za-z]/g, '')
  return letters.slice(0, 36)
}

/** What a key is looked up by. */
export function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
