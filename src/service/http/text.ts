import qs from 'qs'
import { requestLimits } from './limits.ts'
import { HttpError } from '../api/errors.ts'

/** Parses the query of a URL. @throws {HttpError} 400 as `parseText`, or if it is too long */
export function parseQuery(search: string): Record<string, unknown> {
  if (search.length > requestLimits.query)
    throw new HttpError(400, `The query is longer than ${requestLimits.query} characters.`)
  return parseText(search)
}

/**
 * Parses a query or a URL-encoded form in bracket notation into nested values.
 *
 * qs reads `a[][b]=1&a[][c]=2` as two items of one field each. Here a repeated field starts the next item, and lists
 * inside an item (`a[][d][]`) grow, so each name gets an index before qs parses it.
 *
 * @throws {HttpError} 400 if it isn't valid UTF-8, is nested too deeply, has too many parameters or a name that is too long
 */
export function parseText(text: string): Record<string, unknown> {
  const parts = text.replace(/^\?/, '').split('&').filter(Boolean)
  checkCount(parts)
  return nest(
    parts.map((part) => {
      const equals = part.indexOf('=')
      return equals < 0 ? [decode(part), ''] : [decode(part.slice(0, equals)), decode(part.slice(equals + 1))]
    }),
  )
}

/** URLSearchParams would silently put replacement characters in place of invalid UTF-8. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw new HttpError(400, 'The parameters are not URL-encoded UTF-8.')
  }
}

export function nest(pairs: readonly (readonly [string, string])[]): Record<string, unknown> {
  checkCount(pairs)
  const tooLong = pairs.find(([name]) => name.length > requestLimits.name)
  if (tooLong)
    throw new HttpError(400, `The name ${tooLong[0].slice(0, 50)}… is longer than ${requestLimits.name} characters.`)
  const indexed = indexItems(pairs)
  const encoded = indexed.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  try {
    return qs.parse(encoded, {
      depth: requestLimits.depth,
      strictDepth: true,
      arrayLimit: requestLimits.parameters,
      parameterLimit: requestLimits.parameters,
      plainObjects: true,
      allowEmptyArrays: false,
    })
  } catch (error) {
    if (error instanceof RangeError) throw new HttpError(400, 'The parameters are nested too deeply.')
    throw error
  }
}

function checkCount({ length }: readonly unknown[]): void {
  if (length > requestLimits.parameters)
    throw new HttpError(400, `The request has more than ${requestLimits.parameters} parameters.`)
}

/** Replaces the empty brackets of `list[][field]` with the item's index. */
function indexItems(pairs: readonly (readonly [string, string])[]): [string, string][] {
  const tooHigh = pairs.find(([name]) => /\[\d{4,}\]/.test(name))
  if (tooHigh) throw new HttpError(400, `An index in ${tooHigh[0].slice(0, 100)} is above ${requestLimits.index}.`)
  const items = new Map<string, { index: number; fields: Set<string> }>()
  return pairs.map(([name, value]) => {
    // not a regular expression: one that looks for this text can backtrack for seconds
    const end = name.indexOf('[][')
    const [list, field] = [name.slice(0, end), name.slice(end + 2)]
    if (end < 1 || field.length < 2) return [name, value]
    const item = items.get(list) ?? { index: 0, fields: new Set<string>() }
    items.set(list, item)
    const isList = field.endsWith('[]')
    if (item.fields.has(field) && !isList) {
      item.index++
      item.fields = new Set()
    }
    item.fields.add(field)
    return [`${list}[${item.index}]${field}`, value]
  })
}
