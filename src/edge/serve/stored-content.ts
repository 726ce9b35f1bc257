import { subtle } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib'
import type { StoredContent } from '../../contract/cache-lookup.ts'
import { type Entry, membersOf } from '../cache/index.ts'
import { lookLimits } from './limits.ts'

type Hashed = Pick<StoredContent, 'size' | 'sha256' | 'not_hashed'>
type Reason = 'too large' | 'undecodable'
type Stored = Pick<Entry, 'body' | 'fields'>

/** Of each stored body, once: a proof looks the same one up many times. */
const known = new WeakMap<Buffer, Promise<Hashed>>()

/** What a stored response contains. Other threads decode and hash it, so visitors don't wait for that. */
export async function contentOf(entry: Stored): Promise<StoredContent> {
  let hashed = known.get(entry.body)
  if (!hashed) known.set(entry.body, (hashed = hash(entry)))
  const etag = entry.fields['etag']?.slice(0, lookLimits.value) ?? null
  return { etag, ...(await hashed) }
}

async function hash({ body, fields }: Stored): Promise<Hashed> {
  const decoded = await decode(body, fields['content-encoding'])
  if (typeof decoded === 'string') return { size: null, sha256: null, not_hashed: decoded }
  const digest = await subtle.digest('SHA-256', new Uint8Array(decoded))
  return { size: decoded.length, sha256: Buffer.from(digest).toString('hex'), not_hashed: null }
}

const options = { maxOutputLength: lookLimits.content }
const decoders: ReadonlyMap<string, (body: Buffer) => Promise<Buffer>> = new Map([
  ['identity', async (body) => body],
  ['br', (body) => promisify(brotliDecompress)(body, options)],
  ['gzip', (body) => promisify(gunzip)(body, options)],
  ['x-gzip', (body) => promisify(gunzip)(body, options)],
  ['zstd', (body) => promisify(zstdDecompress)(body, options)],
])

/** Undoes the codings of a body, the last one first (RFC 9110, section 8.4). */
async function decode(body: Buffer, codings = ''): Promise<Buffer | Reason> {
  const undone = membersOf(codings.toLowerCase()).toReversed()
  if (undone.length > lookLimits.codings) return 'undecodable'
  let decoded = body
  for (const coding of undone) {
    const decoder = decoders.get(coding)
    if (!decoder) return 'undecodable'
    try {
      decoded = await decoder(decoded)
    } catch (error) {
      return error instanceof RangeError ? 'too large' : 'undecodable'
    }
  }
  return decoded
}
