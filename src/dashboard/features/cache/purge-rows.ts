import * as z from 'zod/mini'
import { contentTypeOf, purgeItem, maxPurgeItems, typeOfItem } from '../../../contract/index.ts'
import { asFieldError } from '../../../client/errors.ts'
import { plural } from '../../kit/format/format.ts'
import { groupOf, type Kind, operators, type Type } from './purge-kinds.ts'

export type PurgeItem = z.input<typeof purgeItem>

/** What people call them. */
export const typeLabels: Readonly<Record<Type, string>> = { page: 'Page', css: 'CSS', js: 'JavaScript' }

/** A line of the form, as typed. */
export interface Line {
  /** Empty: that of a whole address in `path`, or else the site's own host. */
  readonly domain: string
  readonly path: string
  /** How `path` says what to purge: by default, as an address. Anything else may name several. */
  readonly kind?: Kind | undefined
  /** Undefined: derived from the path of an address; otherwise all types. */
  readonly type?: Type | undefined
  /** Why a pasted line couldn't be read. It isn't sent until this is fixed. */
  readonly unread?: Problem | undefined
}

export interface Problem {
  readonly field: ProblemField
  readonly words: string
}

export const problemFields = ['domain', 'path', 'type'] as const
type ProblemField = (typeof problemFields)[number]

export type Result =
  | { readonly kind: 'unsent' | 'sending' | 'accepted' }
  /** `why` is one sentence. */
  | { readonly kind: 'refused' | 'held' | 'failed'; readonly why: string }

export interface Row extends Line {
  readonly id: number
  readonly result: Result
}

export const unsent: Result = { kind: 'unsent' }

export function typeOf(line: Line): Type {
  return line.type ?? contentTypeOf(placeOf(line).path) ?? 'page'
}

/** Where a line leads: a whole address brings its own host. */
export function placeOf({ domain, path }: Line): Pick<Line, 'domain' | 'path'> {
  const typed = { domain: domain.trim(), path: path.trim() }
  return typed.domain === '' || isAddress(typed.path) ? (hostAndPath(typed.path) ?? typed) : typed
}

/** A line in one text, as it can be typed. */
export function textOf({ domain, path }: Line): string {
  return domain === '' || path.startsWith('/') ? `${domain}${path}` : `${domain} ${path}`
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text)
}

/** Splits `https://host/path`, `//host/path` and `host.with.dots/path`; undefined for anything else. */
function hostAndPath(text: string): Pick<Line, 'domain' | 'path'> | undefined {
  const full = isAddress(text)
    ? text
    : /^\/\/[^/]/.test(text)
      ? `https:${text}`
      : /^[^./?#\s]+\.[^/?#\s]+\//.test(text)
        ? `https://${text}`
        : ''
  const address = URL.parse(full)
  return address ? { domain: address.host, path: address.pathname + address.search } : undefined
}

export function isBlank({ domain, path, kind, type }: Line): boolean {
  if (kind === 'type') return type === undefined
  return domain.trim() === '' && path.trim() === ''
}

export const isAddressLine = ({ kind = 'address' }: Pick<Line, 'kind'>): boolean => kind === 'address'

/** A line as the operation takes it. */
export function itemOf(line: Line): PurgeItem {
  const { kind = 'address' } = line
  if (kind === 'tag') return { tag: line.path.trim() }
  const limited = line.type ? { type: line.type === 'page' ? ('html' as const) : line.type } : {}
  if (kind === 'type') return limited
  if (kind === 'contains' || kind === 'regex')
    return { condition: line.path.trim(), operator: operators[kind], ...limited }
  const { domain, path } = placeOf(line)
  if (kind === 'below') return { condition: path, operator: operators.below, ...limited, ...(domain ? { domain } : {}) }
  const type = typeOf(line)
  return {
    condition: path,
    ...(domain ? { domain } : {}),
    ...(type === 'page' ? {} : { content_type: type }),
  }
}

/** A line that is sent as this item. */
export function lineOf(item: PurgeItem): Line {
  const { condition, operator, tag } = item
  if (tag) return { domain: '', path: tag, kind: 'tag' }
  const type = typeOfItem(item)
  const limited = type ? { type: type === 'html' ? ('page' as const) : type } : {}
  if (!condition) return { domain: '', path: '', kind: 'type', ...limited }
  const kind = (['below', 'contains', 'regex'] as const).find((one) => operators[one] === operator)
  return { domain: '', path: condition, ...limited, ...(kind ? { kind } : {}) }
}

const fields = {
  domain: 'domain',
  condition: 'path',
  tag: 'path',
  content_type: 'type',
  type: 'type',
} as const satisfies Record<string, ProblemField>

/** What is wrong with a regular expression, to follow a field's name. */
export type RegexCheck = (pattern: string) => string | undefined

/**
 * What is wrong with a line, by the contract and the site's host; undefined if nothing is, or if it's blank.
 * @param regexProblem missing until its engine has loaded
 */
export function problemOf(line: Line, host: string, regexProblem?: RegexCheck): Problem | undefined {
  if (isBlank(line)) return undefined
  if (line.unread) return line.unread
  const { domain = '', condition } = itemOf(line)
  if (condition === '') return { field: 'path', words: 'Enter a path.' }
  if (!isDomainOf(domain ?? '', host)) return { field: 'domain', words: 'Not this site’s host.' }
  const read = z.safeParse(purgeItem, itemOf(line))
  const issue = read.success ? undefined : read.error.issues[0]
  if (!issue) {
    const problem = line.kind === 'regex' ? regexProblem?.(line.path.trim()) : undefined
    return problem === undefined ? undefined : { field: 'path', words: asFieldError(problem) }
  }
  const name = String(issue.path[0])
  const field = Object.entries(fields).find(([wire]) => wire === name)?.[1] ?? 'path'
  return { field, words: asFieldError(issue.message) }
}

/** Whether this is the site's host, with or without its port. Empty means the host. */
function isDomainOf(domain: string, host: string): boolean {
  const typed = domain.toLowerCase()
  return typed === '' || typed === host || typed === host.replace(/:\d+$/, '')
}

/** Whether a row will be sent: it isn't blank, has no problem and hasn't been accepted. */
export function isReady(row: Row, host: string, regexProblem?: RegexCheck): boolean {
  return !isBlank(row) && row.result.kind !== 'accepted' && problemOf(row, host, regexProblem) === undefined
}

/** `2 tags`; lines of several kinds are items. */
export function countInWords(lines: readonly Line[]): string {
  const names = new Set(lines.map(({ kind }) => groupOf(kind).one))
  const [name = 'item', ...others] = names
  return plural(lines.length, others.length > 0 ? 'item' : name)
}

/** Splits rows into calls of at most as many as the service takes. */
export function callsOf<T>(rows: readonly T[]): readonly (readonly T[])[] {
  const count = Math.ceil(rows.length / maxPurgeItems)
  return Array.from({ length: count }, (_, i) => rows.slice(i * maxPurgeItems, (i + 1) * maxPurgeItems))
}
