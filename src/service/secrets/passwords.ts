import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { HttpError } from '../api/errors.ts'
import { passwordWork } from './limits.ts'

const scryptAsync = promisify<string, Uint8Array, number, Buffer>(scrypt)
const hashBytes = 32

let running = 0
const waiting: (() => void)[] = []

/** Node's default cost: N 16384, r 8, p 1. @throws {HttpError} 503 while too many wait for their turn */
async function hashed(password: string, salt: Uint8Array): Promise<Buffer> {
  if (waiting.length >= passwordWork.waiting)
    throw new HttpError(503, 'Too many people are signing in at the moment. Try again soon.', {
      headers: { 'Retry-After': '5' },
    })
  if (running < passwordWork.hashes) running++
  // whoever ends passes on its place
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await scryptAsync(password.normalize('NFC'), salt, hashBytes)
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

/** `scrypt$salt$hash` */
export async function passwordHash(password: string): Promise<string> {
  const salt = randomBytes(16)
  const hash = await hashed(password, salt)
  return `scrypt$${salt.toString('base64')}$${hash.toString('base64')}`
}

/** Compared where nobody has the address, so that this takes as long. */
const nobodysHash = `scrypt$${randomBytes(16).toString('base64')}$${randomBytes(hashBytes).toString('base64')}`

/** Whether a password is the one of a hash. Without a hash, the same work says no. */
export async function isPassword(password: string, hash: string | null | undefined): Promise<boolean> {
  const [scheme, salt = '', expected = ''] = (hash ?? nobodysHash).split('$')
  const known = Buffer.from(expected, 'base64')
  const actual = await hashed(password, Buffer.from(salt, 'base64'))
  return hash != null && scheme === 'scrypt' && known.length === hashBytes && timingSafeEqual(actual, known)
}

/** A password to be mailed: 96 bits. */
export function newPassword(): string {
  return randomBytes(12).toString('base64url')
}
