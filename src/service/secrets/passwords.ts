import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { HttpError } from '../api/errors.ts'
import { passwordWork } from './limits.ts'
import { passwordCost } from './password-cost.ts'

const scryptAsync = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt)
const hashBytes = 32

/** The cost of hashes that don't name theirs. */
const firstCost = '16384'

let running = 0
const waiting: (() => void)[] = []

/** @throws {HttpError} 503 while too many wait for their turn */
async function hashed(password: string, salt: Uint8Array, N: number): Promise<Buffer> {
  if (waiting.length >= passwordWork.waiting)
    throw new HttpError(503, 'Too many people are signing in at the moment. Try again soon.', {
      headers: { 'Retry-After': '5' },
    })
  if (running < passwordWork.hashes) running++
  // whoever ends passes on its place
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await scryptAsync(password.normalize('NFC'), salt, hashBytes, { N, maxmem: 2 * 128 * 8 * N })
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** `scrypt$N$salt$hash` */
export async function passwordHash(password: string): Promise<string> {
  const { N } = passwordCost
  const salt = randomBytes(16)
  return encoded(N, salt, await hashed(password, salt, N))
}

const encoded = (N: number, salt: Buffer, hash: Buffer) =>
  `scrypt$${N}$${salt.toString('base64')}$${hash.toString('base64')}`

/** Compared where nobody has the address, so that this takes as long. */
const nobodysHash = () => encoded(passwordCost.N, randomBytes(16), randomBytes(hashBytes))

/** Whether a password is the one of a hash. Without a hash, the same work says no. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [scheme, ...parts] = (hash ?? nobodysHash()).split('$')
  const [cost, salt = '', expected = ''] = parts.length < 3 ? [firstCost, ...parts] : parts
  const known = Buffer.from(expected, 'base64')
  const actual = await hashed(password, Buffer.from(salt, 'base64'), Number(cost))
  return hash != null && scheme === 'scrypt' && known.length === hashBytes && timingSafeEqual(actual, known)
}

/** A password to be mailed: 96 bits. */
export function newPassword(): string {
  return randomBytes(12).toString('base64url')
}
