import { type Fields, membersOf } from './fields.ts'

/** Cache directives by lower-case name; true for one without a value. The first of several wins, but of what forbids all hold. */
export type Directives = ReadonlyMap<string, string | true>

const none: Directives = new Map()
/** A number of seconds that caches need not tell from longer ones (RFC 9111, section 1.2.2). */
export const maxSeconds = 2 ** 31

/** Reads a Cache-Control field (RFC 9111, section 5.2). Values may be tokens or quoted strings. */
export function parseDirectives(value: string | undefined): Directives {
  return readDirectives(value).directives
}

interface Reading {
  readonly directives: Directives
  /** Whether it has nothing but directives, and none that is misspelled. */
  readonly isReadable: boolean
}

/**
 * Where a member can't be read, those that forbid most are found in it as words: `no-store; private` means what it says
 * (RFC 9111, section 4.2.1, encourages to take invalid freshness information for none).
 */
function readDirectives(value: string | undefined): Reading {
  if (value === undefined) return { directives: none, isReadable: true }
  const directives = new Map<string, string | true>()
  let isReadable = true
  for (const member of membersOf(value)) {
    const [, written, argument] = /^([!#$%&'*+.^_`|~\w-]+)(?:=(.*))?$/s.exec(member) ?? []
    const name = written?.toLowerCase()
    if (name !== undefined) directives.set(name, withEarlier(directives.get(name), name, argumentOf(name, argument)))
    if (name !== undefined && misspelled.test(name)) isReadable = false
    if (name !== undefined && (argument === undefined || argumentSyntax.test(argument))) continue
    isReadable = false
    for (const word of forbiddingWordsIn(member)) directives.set(word, true)
  }
  return { directives, isReadable }
}

/** Directives that no cache knows, but that say what their author meant. */
const misspelled = /^no_?(?:store|cache)$/
const argumentSyntax = /^(?:[!#$%&'*+.^_`|~\w-]+|"(?:[^"\\]|\\.)*")$/s

function forbiddingWordsIn(text: string): string[] {
  return [...text.toLowerCase().matchAll(/(?<![\w-])(?:no-store|no-cache|private)(?![\w-])/g)].map(([word]) => word)
}

/** Only in quotes, the value of these two is a list of fields (RFC 9111, sections 5.2.2.4 and 5.2.2.7). */
const limited: ReadonlySet<string> = new Set(['no-cache', 'private'])

function argumentOf(name: string, argument: string | undefined): string | true {
  const [, inner] = /^"((?:[^"\\]|\\.)*)"$/s.exec(argument ?? '') ?? []
  if (inner !== undefined) return inner.replaceAll(/\\(.)/gs, '$1')
  return argument === undefined || limited.has(name) ? true : argument
}

/** What several directives of a name mean together: of lists of fields all count, and one without a list is for all fields. */
function withEarlier(earlier: string | true | undefined, name: string, value: string | true): string | true {
  if (earlier === undefined) return value
  if (!limited.has(name)) return earlier
  return earlier === true || value === true ? true : `${earlier}, ${value}`
}

/** Fields without which a stored response would be another one. */
const needed =
  /^(?:content-(?:type|encoding|length|range|location)|transfer-encoding|connection|vary|etag|last-modified|location|date|age|expires|(?:cdn-)?cache-control)$/

/**
 * The fields, in lower case, that `no-cache` or `private` concern in place of the whole response. Undefined where it
 * concerns the whole response, or isn't there.
 */
export function fieldsOnly(directives: Directives, name: 'no-cache' | 'private'): readonly string[] | undefined {
  const value = directives.get(name)
  if (typeof value !== 'string') return undefined
  const names = membersOf(value.toLowerCase())
  const areFields = names.length > 0 && names.every((one) => /^[\w!#$%&'*+.^`|~-]+$/.test(one) && !needed.test(one))
  return areFields ? names : undefined
}

/** Whether `no-cache` or `private` concerns the whole response. */
export function concernsAll(directives: Directives, name: 'no-cache' | 'private'): boolean {
  return directives.has(name) && fieldsOnly(directives, name) === undefined
}

/**
 * Whether a message must reach its recipient as it is (no-transform, RFC 9111, sections 5.2.1.6 and 5.2.2.6; RFC 9213,
 * section 2). Found as a word, however it's spelled: leaving a body alone harms nobody.
 */
export function forbidsTransforming(fields: Fields): boolean {
  return [fields['cache-control'], fields['cdn-cache-control']].some(
    (value) => value !== undefined && /(?<![\w-])no-transform(?![\w-])/i.test(value),
  )
}

/** Fields that set cookies: they are for the one who asked (RFC 9111, section 7.3). */
const cookieFields = ['set-cookie', 'set-cookie2'] as const
const onlyCookies: ReadonlySet<string> = new Set(cookieFields)

export function isCookieField(name: string): boolean {
  return onlyCookies.has(name)
}

export function setsCookie(fields: Fields): boolean {
  return cookieFields.some((name) => fields[name] !== undefined)
}

/** The fields of a response, in lower case, that aren't stored: only the one who asked gets them. */
export function withheldFields(directives: Directives): ReadonlySet<string> {
  const limitedTo = (['no-cache', 'private'] as const).flatMap((name) => fieldsOnly(directives, name) ?? [])
  return limitedTo.length === 0 ? onlyCookies : new Set([...cookieFields, ...limitedTo])
}

/**
 * The seconds of a directive; undefined if it's missing. A value that isn't a number of seconds counts as 0, so that the
 * response is stale at once (RFC 9111, section 4.2.1). More than 2^31 seconds count as 2^31 (section 1.2.2).
 */
export function secondsOf(directives: Directives, name: string): number | undefined {
  const value = directives.get(name)
  if (value === undefined) return undefined
  return typeof value === 'string' && /^\d+$/.test(value) ? Math.min(Number(value), maxSeconds) : 0
}

/** The directives that govern a response, and whether they come from a field for caches like this one. */
export interface ResponseDirectives extends Reading {
  readonly targeted: boolean
}

/**
 * CDN-Cache-Control, where it's valid and not empty, replaces Cache-Control and Expires (RFC 9213, section 2.2). Where
 * it isn't valid, what it forbids as a word is forbidden all the same.
 */
export function responseDirectives(fields: Fields): ResponseDirectives {
  const { 'cdn-cache-control': written } = fields
  const targeted = parseTargeted(written)
  if (targeted && targeted.size > 0) return { directives: targeted, isReadable: true, targeted: true }
  const own = readDirectives(fields['cache-control'])
  if (written === undefined || targeted) return { ...own, targeted: false }
  const words = forbiddingWordsIn(written).map((word) => [word, true] as const)
  return { directives: new Map([...own.directives, ...words]), isReadable: false, targeted: false }
}

const key = /^[a-z*][a-z0-9_.*-]*/
const item =
  /^(?:-?\d{1,15}(?:\.\d{1,3})?|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*"|[A-Za-z*][\w!#$%&'*+.^`|~:/-]*|\?[01])/
const parameters =
  /^(?:;[ ]*[a-z*][a-z0-9_.*-]*(?:=(?:-?\d{1,15}(?:\.\d{1,3})?|"[^"\\]*"|[A-Za-z*][\w!#$%&'*+.^`|~:/-]*|\?[01]))?)*/

/**
 * Reads a targeted field, a dictionary of structured fields (RFC 9213, section 2.1). Undefined where it isn't one: such
 * a field is ignored. A directive whose value has the wrong type is left out, and parameters don't matter.
 */
function parseTargeted(value: string | undefined): Directives | undefined {
  if (value === undefined) return undefined
  const directives = new Map<string, string | true>()
  let rest = value.trim()
  while (rest !== '') {
    const name = key.exec(rest)?.[0]
    if (name === undefined) return undefined
    rest = rest.slice(name.length)
    let argument: string | true = true
    if (rest.startsWith('=')) {
      const found = item.exec(rest.slice(1))?.[0]
      if (found === undefined) return undefined
      argument = found === '?1' || (limited.has(name) && found !== '?0') ? true : found
      rest = rest.slice(1 + found.length)
    }
    rest = rest.slice((parameters.exec(rest)?.[0] ?? '').length)
    if (hasRightType(name, argument)) directives.set(name, argument)
    const separator = /^[ \t]*,[ \t]*(?!$)/.exec(rest)?.[0]
    if (separator === undefined && rest !== '') return undefined
    rest = rest.slice(separator?.length ?? 0)
  }
  return directives
}

const withSeconds = new Set(['max-age', 's-maxage', 'stale-while-revalidate', 'stale-if-error'])

function hasRightType(name: string, argument: string | true): boolean {
  return withSeconds.has(name) ? argument !== true && /^\d+$/.test(argument) : argument !== '?0'
}
