import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Measurement } from '../checks/index.ts'

/** What is stored of a measurement beside its sample. */
type Detail = Pick<Measurement, 'requests' | 'headers' | 'applied'>

// not the synchronous ones, which would hold up every request
const compress = promisify<string, Buffer>(gzip)
const decompress = promisify<Uint8Array, Buffer>(gunzip)

export function packDetail({ requests, headers, applied }: Detail): Promise<Uint8Array> {
  return compress(JSON.stringify({ requests, headers, applied }))
}

export async function unpackDetail(packed: Uint8Array): Promise<Detail> {
  return JSON.parse((await decompress(packed)).toString()) as Detail
}
