import { type Fields, membersOf } from './fields.ts'

const nothing: readonly string[] = []

/** The request fields that select a variant, in lower case; `*` where nothing can be known (RFC 9111, section 4.1). */
export function variesBy(response: Fields): readonly string[] | '*' {
  const { vary, 'content-encoding': encoded } = response
  if (vary === undefined && encoded === undefined) return nothing
  const names = membersOf(vary ?? '').map((name) => name.toLowerCase())
  // what isn't a name says that there is more to it than can be known
  if (names.some((name) => name === '*' || !/^[\w!#$%&'*+.^`|~-]+$/.test(name))) return '*'
  // origins forget to say so, and not every visitor can read an encoded body
  if (encoded !== undefined) names.push('accept-encoding')
  return [...new Set(names)].toSorted()
}

/**
 * The values that select a variant, as one text to compare. White space around commas doesn't matter, nor does the case
 * of languages (RFC 9111, section 4.1).
 */
export function selectionOf(names: readonly string[], request: Fields): string {
  return names.length === 0 ? '' : names.map((name) => `${name}:${normalized(name, request[name])}`).join('\n')
}

function normalized(name: string, value: string | undefined): string {
  // no value isn't the same as an empty one
  if (value === undefined) return '-'
  const text = membersOf(value).join(',')
  return `=${name === 'accept-language' ? text.toLowerCase() : text}`
}

/** The request fields that select a stored response, with their values; null for one that the request didn't have. */
export function selectedValues({
  selectedBy,
  selection,
}: {
  readonly selectedBy: readonly string[]
  readonly selection: string
}): readonly { readonly name: string; readonly value: string | null }[] {
  const lines = selection.split('\n')
  return selectedBy.map((name, i) => {
    const value = (lines[i] ?? '').slice(name.length + 1)
    return { name, value: value.startsWith('=') ? value.slice(1) : null }
  })
}
