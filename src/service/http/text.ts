import qs from 'qs'
import { HttpError } from '../errors.ts'

/** Deeper than any endpoint needs. */
const maxDepth = 4
const maxParameters = 1000

/**
 * Parses a query or a URL-encoded form in bracket notation into nested values.
 *
 * qs reads `a[][b]=1&a[][c]=2` as two items of one field each. Here a repeated field starts the next item, and lists
 * inside an item (`a[][d][]`) grow, so each name gets an index before qs parses it.
 *
 * @throws {HttpError} 400 if it isn't valid UTF-8, is nested too deeply or has too many parameters
 */
export function parseText(text: string): Record<string, unknown> {
  const parts = text.replace(/^\?/, '').split('&').filter(Boolean)
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
  if (pairs.length > maxParameters) throw new HttpError(400, `The request has more than ${maxParameters} parameters.`)
  const indexed = indexItems(pairs)
  const encoded = indexed.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  try {
    return qs.parse(encoded, {
      depth: maxDepth,
      strictDepth: true,
      arrayLimit: maxParameters,
      parameterLimit: maxParameters,
      plainObjects: true,
      allowEmptyArrays: false,
    })
  } catch (error) {
    if (error instanceof RangeError) throw new HttpError(400, 'The parameters are nested too deeply.')
    throw error
  }
}

/** Replaces the empty brackets of `list[][field]` with the item's index. */
function indexItems(pairs: readonly (readonly [string, string])[]): [string, string][] {
  const tooHigh = pairs.find(([name]) => /\[\d{4,}\]/.test(name))
  if (tooHigh) throw new HttpError(400, `An index in ${tooHigh[0].slice(0, 100)} is above 999.`)
  const items = new Map<string, { index: number; fields: Set<string> }>()
  return pairs.map(([name, value]) => {
    const match = /^(.*?)\[\](\[.+)$/.exec(name)
    if (!match?.[1] || !match[2]) return [name, value]
    const [, list, field] = match
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
