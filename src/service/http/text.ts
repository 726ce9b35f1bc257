import qs from 'qs'
import { HttpError } from '../errors.ts'

/** Deeper nesting than any operation takes. */
const depth = 4
const maxParameters = 1000

/**
 * A query or a URL-encoded form in bracket notation, as nested values.
 *
 * qs reads `a[][b]=1&a[][c]=2` as two items of one field each. Here a field that the present item already has starts
 * the next one, and lists inside an item (`a[][d][]`) grow, so indexes are put in before qs sees the names.
 *
 * @throws {HttpError} 400 where it is not text in UTF-8, nests too deep or holds too much
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

/** URLSearchParams would put replacement characters for what is not UTF-8, and keep them. */
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
      depth,
      strictDepth: true,
      arrayLimit: maxParameters,
      parameterLimit: maxParameters,
      plainObjects: true,
      allowEmptyArrays: false,
    })
  } catch (error) {
    if (error instanceof RangeError) throw new HttpError(400, 'The parameters nest too deep.')
    throw error
  }
}

/** Gives each item of `list[][field]` its index. */
function indexItems(pairs: readonly (readonly [string, string])[]): [string, string][] {
  const far = pairs.find(([name]) => /\[\d{4,}\]/.test(name))
  if (far) throw new HttpError(400, `An index in ${far[0].slice(0, 100)} is above 999.`)
  const items = new Map<string, { index: number; fields: Set<string> }>()
  return pairs.map(([name, value]) => {
    const match = /^(.*?)\[\](\[.+)$/.exec(name)
    if (!match?.[1] || !match[2]) return [name, value]
    const [, list, field] = match
    const item = items.get(list) ?? { index: 0, fields: new Set<string>() }
    items.set(list, item)
    const grows = field.endsWith('[]')
    if (item.fields.has(field) && !grows) {
      item.index++
      item.fields = new Set()
    }
    item.fields.add(field)
    return [`${list}[${item.index}]${field}`, value]
  })
}
