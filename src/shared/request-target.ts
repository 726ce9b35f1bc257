/** The path and query that a request is for (RFC 9112, section 3.2.1). `search` leaves out an empty query, but `/?` isn't `/`. */
export function requestTarget(url: URL): string {
  return url.pathname + (url.search || (/^[^?#]*\?/.test(url.href) ? '?' : ''))
}
