import { isUtf8 } from 'node:buffer'
import { fieldValue } from '../../../shared/field-value.ts'

/**
 * How a check reads the head of a response: as a browser does (Chromium's `HttpStreamParser` and `HttpResponseHeaders`). It is
 * the only response on its connection, so nothing can be smuggled past anyone by reading it leniently.
 */

export interface Field {
  readonly name: string
  /** Each character is a byte. */
  readonly value: string
}

export interface Head {
  /** As the status line has it, which may be any number. */
  readonly status: number
  readonly version: '0.9' | '1.0' | '1.1'
  readonly fields: readonly Field[]
}

/** Why a response can't be read: a phrase that follows "the response". */
export class MalformedResponse extends Error {}

export const invalid = (why: string) => new MalformedResponse(`is not valid HTTP: ${why}`)

/** How many bytes may precede "HTTP". */
const slop = 4
const lineFeed = 10
const carriageReturn = 13

/**
 * Where "HTTP" begins.
 * @param isComplete whether nothing more comes
 * @returns undefined if that isn't clear yet, -1 if the response has no status line
 */
export function startOfStatusLine(bytes: Buffer, isComplete: boolean): number | undefined {
  const at = bytes.toString('latin1', 0, slop + 4).search(/http/i)
  return at === -1 && !isComplete && bytes.length < slop + 4 ? undefined : at
}

/**
 * Where the head ends: behind an empty line, whatever its line breaks are.
 * @param from where to look; everything before is known not to end it
 * @returns the end, or where to look once there is more
 */
export function endOfHead(bytes: Buffer, from: number): { readonly end?: number; readonly from: number } {
  for (let at = bytes.indexOf(lineFeed, from); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) {
    const next = bytes[at + 1] === carriageReturn ? at + 2 : at + 1
    if (next >= bytes.length) return { from: at }
    if (bytes[next] === lineFeed) return { end: next + 1, from: at }
  }
  return { from: bytes.length }
}

/**
 * Reads a head that begins with its status line.
 * @throws {MalformedResponse}
 */
export function parseHead(text: string): Head {
  if (text.includes('\0')) throw invalid('a NUL character is in its headers (RFC 9110, section 5.5)')
  const [statusLine = '', ...lines] = text.split(/[\r\n]+/)
  const head = { ...parseStatusLine(statusLine), fields: unfolded(lines).flatMap(parseField) }
  refuseContradictions(head)
  return head
}

/** Without a status, it's 200. */
function parseStatusLine(line: string): Pick<Head, 'status' | 'version'> {
  const [, major = '1', minor = '0'] = /^http\/(\d)[^.]*\.(\d)/i.exec(line) ?? []
  const [, status = '200'] = /^[^ ]* +(\d+)/.exec(line) ?? []
  return { status: Math.min(Number(status), 2 ** 31 - 1), version: Number(major + minor) >= 11 ? '1.1' : '1.0' }
}

/** A line that begins with white space continues the one before (RFC 9112, section 5.2), if that is a field. */
function unfolded(lines: readonly string[]): string[] {
  const whole: string[] = []
  let isContinuable = false
  for (const line of lines) {
    if (isContinuable && /^[ \t]/.test(line)) whole.push(`${whole.pop()} ${trimmed(line)}`)
    else {
      whole.push(line)
      isContinuable = /^[^ \t:][^:]*:/.test(line)
    }
  }
  return whole
}

/** RFC 9110, section 5.6.2. */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** White space before the colon is left out (RFC 9112, section 5.1), and so is a line that is no field. */
function parseField(line: string): Field[] {
  const colon = line.indexOf(':')
  if (colon < 1 || /^[ \t]/.test(line)) return []
  const name = trimmed(line.slice(0, colon))
  return token.test(name) ? [{ name, value: trimmed(line.slice(colon + 1)) }] : []
}

const trimmed = (text: string) => fieldValue(text, 0, text.length)

/** The values of a field, line by line. */
export function valuesOf({ fields }: Pick<Head, 'fields'>, name: string): string[] {
  return fields.filter((field) => field.name.toLowerCase() === name).map(({ value }) => value)
}

/** The members of a list (RFC 9110, section 5.6.1), also empty ones. Commas in quotes don't count. */
export function membersOf(head: Pick<Head, 'fields'>, name: string): string[] {
  return valuesOf(head, name)
    .flatMap((value) => value.match(/(?:^|,)(?:"(?:[^"\\]|\\.)*(?:"|$)|[^",])*/gs) ?? [])
    .map((member) => trimmed(member.replace(/^,/, '')))
}

/** Browsers refuse a response that says two things where one counts: who believes which could be an attack. */
function refuseContradictions(head: Head): void {
  const refuse = (name: string, values: readonly string[], section: string) => {
    if (new Set(values).size > 1) throw invalid(`it gives ${name} different values (${section})`)
  }
  if (!isChunked(head)) refuse('Content-Length', membersOf(head, 'content-length'), 'RFC 9112, section 6.3')
  refuse('Content-Disposition', membersOf(head, 'content-disposition'), 'RFC 6266, section 4.1')
  refuse('Location', valuesOf(head, 'location'), 'RFC 9110, section 10.2.2')
}

/** Whether the body is chunked. A length next to it doesn't count (RFC 9112, section 6.3). */
export function isChunked(head: Head): boolean {
  return (
    head.version === '1.1' && membersOf(head, 'transfer-encoding').some((member) => member.toLowerCase() === 'chunked')
  )
}

/** The length of a body that isn't chunked; undefined if it goes on until the connection is closed. */
export function lengthOf(head: Head): number | undefined {
  const [length = ''] = membersOf(head, 'content-length')
  return /^0*\d{1,19}$/.test(length) && BigInt(length) < 2n ** 63n ? Number(length) : undefined
}

/**
 * Where a redirect leads: the first `Location` that isn't empty. Bytes that are no UTF-8 are percent-encoded as they are.
 * @returns undefined where it isn't one
 */
export function redirectOf(head: Head): string | undefined {
  if (!redirectStatuses.has(head.status)) return undefined
  const value = valuesOf(head, 'location').find((location) => location !== '')
  if (value === undefined) return undefined
  const bytes = Buffer.from(value, 'latin1')
  if (isUtf8(bytes)) return bytes.toString()
  return value.replace(/[\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`)
}

const redirectStatuses = new Set([301, 302, 303, 307, 308])
