import { type Fields, membersOf } from './fields.ts'

/** Cache directives by lower-case name; true for one without a value. The first of several wins. */
export type Directives = ReadonlyMap<string, string | true>

const none: Directives = new Map()
/** A number of seconds that caches need not tell from longer ones (RFC 9111, section 1.2.2). */
export const maxSeconds = 2 ** 31

/** Reads a Cache-Control field (RFC 9111, section 5.2). Values may be tokens or quoted strings. */
export function parseDirectives(value: string | undefined): Directives {
  if (value === undefined) return none
  const directives = new Map<string, string | true>()
  for (const member of membersOf(value)) {
    const [, name, argument] = /^([!#$%&'*+.^_`|~\w-]+)(?:=(.*))?$/s.exec(member) ?? []
    if (name === undefined || directives.has(name.toLowerCase())) continue
    directives.set(name.toLowerCase(), argument === undefined ? true : unquoted(argument))
  }
  return directives
}

function unquoted(argument: string): string {
  const [, inner] = /^"((?:[^"\\]|\\.)*)"$/s.exec(argument) ?? []
  return inner === undefined ? argument : inner.replaceAll(/\\(.)/gs, '$1')
}

/**
 * The seconds of a directive; undefined where it's missing. One that isn't a number of seconds counts as 0, so that the
 * response is stale at once (RFC 9111, section 4.2.1). More than 2^31 seconds count as 2^31 (section 1.2.2).
 */
export function secondsOf(directives: Directives, name: string): number | undefined {
  const value = directives.get(name)
  if (value === undefined) return undefined
  return typeof value === 'string' && /^\d+$/.test(value) ? Math.min(Number(value), maxSeconds) : 0
}

/** The directives that govern a response, and whether they come from a field for caches like this one. */
export interface ResponseDirectives {
  readonly directives: Directives
  readonly targeted: boolean
}

/** CDN-Cache-Control, where it's valid and not empty, replaces Cache-Control and Expires (RFC 9213, section 2.2). */
export function responseDirectives(fields: Fields): ResponseDirectives {
  const targeted = parseTargeted(fields['cdn-cache-control'])
  return targeted && targeted.size > 0
    ? { directives: targeted, targeted: true }
    : { directives: parseDirectives(fields['cache-control']), targeted: false }
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
      argument = found === '?1' ? true : found
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
