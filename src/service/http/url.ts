const parsed = new WeakMap<Request, URL>()

/** The address of a request. Parsed once: routing, access and input all look at it. */
export function urlOf(request: Request): URL {
  const known = parsed.get(request)
  if (known) return known
  const url = new URL(request.url)
  parsed.set(request, url)
  return url
}
