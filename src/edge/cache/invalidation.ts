import type { Fields } from './fields.ts'

/** Methods that change nothing at the origin (RFC 9110, section 9.2.1, and the registry that it set up). */
const safeMethods: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'REPORT',
  'SEARCH',
  'QUERY',
])

/**
 * The targets, path and query, whose stored responses a request made outdated (RFC 9111, section 4.4): its own, and
 * those that the answer names in Location and Content-Location, if they are on the same host.
 */
export function invalidatedBy(
  method: string,
  target: string,
  host: string,
  answer: { readonly status: number; readonly fields: Fields },
): readonly string[] {
  if (safeMethods.has(method) || answer.status < 200 || answer.status >= 400) return []
  const base = `http://${host}${target}`
  const named = ['location', 'content-location'].flatMap((name) => {
    const value = answer.fields[name]
    if (value === undefined || !URL.canParse(value, base)) return []
    const url = new URL(value, base)
    return url.host === new URL(base).host ? [url.pathname + url.search] : []
  })
  return [...new Set([target, ...named])]
}
