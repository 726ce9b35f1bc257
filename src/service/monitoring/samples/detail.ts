import { promisify } from 'node:util'
import { gunzip, gzip, gzipSync } from 'node:zlib'
import type { Measurement } from '../../checks/index.ts'

/** What is stored of a measurement in addition to its sample. */
export type Detail = Pick<Measurement, 'requests' | 'headers' | 'applied' | 'device'>

/** Characters up to which it takes longer to hand the text to another thread than to compress it. */
const maxShort = 8 * 1024
/** A window and tables of a size to match: setting up the default ones would take most of the time. */
const forShort = { windowBits: 11, memLevel: 4 }

// not the synchronous ones, which would hold up every request
const compress = promisify<string, Buffer>(gzip)
const decompress = promisify<Uint8Array, Buffer>(gunzip)

export async function packDetail({ requests, headers, applied, device }: Detail): Promise<Uint8Array> {
  const text = JSON.stringify({ requests, headers, applied, device })
  return text.length <= maxShort ? gzipSync(text, forShort) : compress(text)
}

export async function unpackDetail(packed: Uint8Array): Promise<Detail> {
  return JSON.parse((await decompress(packed)).toString()) as Detail
}
