import { OriginFailure, type Origins } from '../../src/edge/index.ts'

const html = ['Content-Type', 'text/html; charset=utf-8']
const day = ['Cache-Control', 'public, max-age=86400']

/** What the server of every site answers, by path. A page that isn't listed gives no time. */
const answers: Readonly<Record<string, readonly string[]>> = {
  '/': [...html, 'Cache-Control', 'public, max-age=300'],
  '/news': [...html, 'Cache-Control', 'max-age=5, stale-while-revalidate=60, stale-if-error=600'],
  '/cart': [...html, 'Cache-Control', 'private, no-store'],
  '/style.css': ['Content-Type', 'text/css', ...day],
  '/app.js': ['Content-Type', 'text/javascript', ...day],
}

/** The servers of a scripted world's sites, without an edge. `/breaks` and hosts that begin with `no-answer.` or `no-dns.` give no answer. */
export const scriptedOrigins: Origins = {
  async head({ origin, target, signal }) {
    signal.throwIfAborted()
    const { pathname } = new URL(target, 'http://origin')
    if (origin.hostname.startsWith('no-dns.')) throw new OriginFailure('dns_error')
    if (origin.hostname.startsWith('no-answer.')) throw new OriginFailure('http_response_timeout')
    if (pathname === '/breaks') throw new OriginFailure('connection_terminated')
    const lines = answers[pathname] ?? html
    const now = Date.now()
    const fields = Object.fromEntries(
      lines.flatMap((name, i) => (i % 2 === 0 ? [[name.toLowerCase(), lines[i + 1] ?? '']] : [])),
    )
    return { status: pathname === '/missing' ? 404 : 200, lines, fields, requestTime: now, responseTime: now }
  },
}
