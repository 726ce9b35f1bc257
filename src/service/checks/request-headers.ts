import { isSecretHeader, type RequestRecord } from '../../contract/index.ts'
import { pageLimits } from './page/limits.ts'

type Header = NonNullable<RequestRecord['headers']>[number]

/** A request with the headers of its response; undefined without a response. */
interface Answered {
  readonly record: RequestRecord
  readonly headers: readonly Header[] | undefined
}

/** The requests of a view, with as many of their response headers as are kept. */
export function withHeaders(requests: readonly Answered[]): RequestRecord[] {
  let left: number = pageLimits.viewHeaderBytes
  return requests.map(({ record, headers }) => {
    if (!headers) return record
    const kept = keptHeaders(headers)
    left -= sizeOf(kept)
    return left < 0 ? record : { ...record, headers: kept }
  })
}

/** The first headers that aren't secret, up to the limits of one request. */
export function keptHeaders(headers: readonly Header[]): Header[] {
  const open = headers.filter(({ name }) => !isSecret(name)).slice(0, pageLimits.requestHeaders)
  let size = 0
  return open.filter((header) => (size += sizeOf([header])) <= pageLimits.requestHeaderBytes)
}

/** Cookies sign somebody in, as the secrets of requests do. */
function isSecret(name: string): boolean {
  return /^set-cookie2?$/i.test(name) || isSecretHeader(name)
}

function sizeOf(headers: readonly Header[]): number {
  return headers.reduce((sum, { name, value }) => sum + Buffer.byteLength(name) + Buffer.byteLength(value), 0)
}
