import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { scriptedScreenshots } from './screenshots.ts'

const slowMs = 2000

export interface ScriptedOrigin {
  readonly port: number
  /** The requests it got, as `METHOD host/path`. */
  readonly asked: readonly string[]
  stop(): void
}

/**
 * The customers' server of a scripted world: the same small shop at every host. Hosts that begin with `page-503.`,
 * `page-404.` or `no-answer.` behave as their names say, and so do the paths `/slow`, `/fails`, `/breaks` and `/missing`.
 * `/about` and `/bikes` don't say how long they may be kept, and `/bikes` has the tag `bikes`. Each page tells which answer of the server it is, so that a page from a cache can be told from a new one.
 */
export async function startOrigin(): Promise<ScriptedOrigin> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const host = (request.headers.host ?? '').replace(/:\d+$/, '')
    const { pathname } = new URL(request.url ?? '/', 'http://origin')
    asked.push(`${request.method} ${host}${pathname}`)
    request.resume()
    if (host.startsWith('no-answer.')) return
    if (pathname === '/breaks') request.socket.destroy()
    else if (pathname === '/slow') setTimeout(() => sendPage(response, host, pathname, asked.length), slowMs)
    else if (pathname === '/fails' || host.startsWith('page-503.')) send(response, 503, 'text/plain', 'Out of order')
    else if (pathname === '/missing' || host.startsWith('page-404.')) send(response, 404, 'text/plain', 'Not found')
    else if (pathname === '/cart') sendCart(request, response, host, asked.length)
    else sendFile(response, host, pathname, asked.length)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

function sendFile(response: ServerResponse, host: string, pathname: string, answer: number): void {
  const day = { 'Cache-Control': 'public, max-age=86400' }
  if (pathname.endsWith('.css')) send(response, 200, 'text/css; charset=utf-8', style, day)
  else if (pathname.endsWith('.js')) send(response, 200, 'text/javascript; charset=utf-8', script, day)
  else if (pathname.endsWith('.png')) send(response, 200, 'image/png', pictureOf(host), day)
  else if (pathname === '/news')
    sendPage(response, host, pathname, answer, 'max-age=5, stale-while-revalidate=60, stale-if-error=600')
  else if (/^\/(?:about|bikes)$/.test(pathname)) {
    if (pathname === '/bikes') response.setHeader('Cache-Tag', 'bikes')
    sendPage(response, host, pathname, answer, null)
  } else sendPage(response, host, pathname, answer)
}

/** For one visitor only: with a first look a session begins, and an order leads back here. */
function sendCart(request: IncomingMessage, response: ServerResponse, host: string, answer: number): void {
  if (request.method === 'POST') {
    response.writeHead(303, { Location: '/cart', 'Cache-Control': 'no-store' }).end()
    return
  }
  if (!/(?:^|;\s*)session=/.test(request.headers.cookie ?? ''))
    response.setHeader('Set-Cookie', `session=visitor-${answer}; Path=/; HttpOnly`)
  sendPage(response, host, '/cart', answer, 'private, no-store')
}

function sendPage(
  response: ServerResponse,
  host: string,
  pathname: string,
  answer: number,
  cacheControl: string | null = 'public, max-age=300',
): void {
  const title = pathname === '/' ? host : `${pathname.slice(1).replace(/[^\w/-]/g, ' ')} · ${host}`
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="stylesheet" href="/style.css">
<nav><a href="/">Shop</a> <a href="/news">News</a> <a href="/cart">Cart</a></nav>
<h1>${title}</h1>
<img src="/images/front.png" alt="" width="320" height="240">
<p>This is answer ${answer} of the server.</p>
${pathname === '/cart' ? '<form method="post" action="/cart"><button>Order</button></form>' : ''}
<script src="/app.js"></script>
</html>
`
  const caching = cacheControl === null ? {} : { 'Cache-Control': cacheControl, ETag: `"answer-${answer}"` }
  send(response, 200, 'text/html; charset=utf-8', page, caching)
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string | Uint8Array,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body), ...headers })
  response.end(body)
}

const style = `body { font: 1.125rem/1.5 system-ui, sans-serif; max-width: 48rem; margin: 3rem auto; padding: 0 1.5rem }
nav { display: flex; gap: 1rem }
h1 { font-size: 1.75rem }
`
const script = `document.documentElement.dataset.loaded = new Date().toISOString()\n`

function pictureOf(host: string): Uint8Array {
  return scriptedScreenshots(host, { firstPaint: 0, largestPaint: 0, load: 0 }).at(-1)?.data ?? new Uint8Array()
}
