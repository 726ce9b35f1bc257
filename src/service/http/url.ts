import { requestLimits } from './limits.ts'

const parsed = new WeakMap<Request, URL>()

/** The parsed URL of a request, kept because routing, access and input all read it. */
export function urlOf(request: Request): URL {
  const known = parsed.get(request)
  if (known) return known
  const url = new URL(request.url)
  parsed.set(request, url)
  return url
}

/** Whether a path segment can be an id. Anything else never reaches the database. */
export function isId(value: string): boolean {
  return value.length <= requestLimits.id && !/[^\w-]/.test(value)
}
