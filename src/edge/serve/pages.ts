import { STATUS_CODES } from 'node:http'
import { edgeName } from '../../contract/edge-name.ts'
import { originProblemName, type OriginProblem, proxyError } from '../../contract/origin-problems.ts'
import { type OriginFailure, VisitorFault } from '../origin/failure.ts'
import type { Exchange } from '../exchange/exchange.ts'
import { colourProperties, fontFamily } from '../../shared/colours.ts'
import { html, Html } from '../../shared/html.ts'

/** How long a visitor is asked to wait while a site is in maintenance, in seconds. */
const retryAfter = 300

interface Page {
  readonly status: number
  readonly title: string
  readonly text: string
  readonly lines?: readonly string[]
}

export const pages = {
  badRequest: {
    status: 400,
    title: 'Bad request',
    text: 'The request can’t be understood.',
    lines: ['Connection', 'close'],
  },
  unknownSite: {
    status: 421,
    title: 'No such site',
    text: 'There is no site at this address.',
  },
  misdirected: {
    status: 421,
    title: 'Another connection is needed',
    text: 'This connection is for another site. Please try again.',
  },
  tooLarge: {
    status: 431,
    title: 'Request too large',
    text: 'The request’s headers are too large.',
  },
  methodNotAllowed: {
    status: 405,
    title: 'Method not allowed',
    text: 'This method isn’t allowed.',
    lines: ['Allow', 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'],
  },
  maintenance: {
    status: 503,
    title: 'Down for maintenance',
    text: 'We’re working on this site. Please try again in a few minutes.',
    lines: ['Retry-After', String(retryAfter), 'X-Robots-Tag', 'noindex'],
  },
  tooSlow: {
    status: 408,
    title: 'Too slow',
    text: 'The request’s body came too slowly.',
    lines: ['Connection', 'close'],
  },
  tooMany: {
    status: 503,
    title: 'Too many requests at a time',
    text: 'Please try again in a moment.',
    lines: ['Retry-After', '5'],
  },
  notCached: {
    status: 504,
    title: 'Not in the cache',
    text: 'The request accepts only a cached answer, and there isn’t one.',
  },
  headersTooLarge: {
    status: 431,
    title: 'Headers too large',
    text: 'The request has too many headers.',
  },
  nodeAway: {
    status: 502,
    title: 'The site can’t be reached',
    text: 'Please try again in a moment.',
  },
  loop: {
    status: 508,
    title: 'Loop detected',
    text: 'The request came back to where it started: the site’s DNS or its server sends visitors in a circle.',
  },
} as const satisfies Record<string, Page>

/** The parameters of Proxy-Status (RFC 9209, sections 2.1.1 and 2.1.5). */
function proxyStatus(problem: OriginProblem): string {
  const error = proxyError(problem)
  return error === problem ? `error=${error}` : `error=${error}; details="${originProblemName(problem)}"`
}

/** The page for a visitor while the customer's server gives no answer. */
export function failurePage(failure: OriginFailure): Page {
  const { status, problem } = failure
  if (failure instanceof VisitorFault) return status === 408 ? pages.tooSlow : pages.tooMany
  return {
    status,
    title: status === 504 ? 'The site doesn’t answer' : 'The site can’t be reached',
    text: 'Its server gave no usable answer. Please try again in a moment.',
    lines: ['Proxy-Status', `${edgeName}; ${proxyStatus(problem)}`],
  }
}

/** Sends a page of the edge's own. None of them is for a cache. */
export function sendPage(
  { request, response, method }: Pick<Exchange, 'request' | 'response' | 'method'>,
  page: Page,
  lines: readonly string[] = [],
): void {
  if (response.headersSent) {
    response.destroy()
    return
  }
  const body = Buffer.from(markup(page))
  response.writeHead(page.status, STATUS_CODES[page.status] ?? '', [
    'Content-Type',
    'text/html; charset=utf-8',
    'Content-Length',
    String(body.length),
    'Cache-Control',
    'no-store',
    'X-Content-Type-Options',
    'nosniff',
    ...(page.lines ?? []),
    ...lines,
    // a body that no one wants isn't waited for
    ...(request.body && !page.lines?.includes('Connection') ? ['Connection', 'close'] : []),
  ])
  response.end(method === 'HEAD' ? undefined : body)
}

const styleSheet = new Html(`<style>
${colourProperties}
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--canvas); color: var(--text); font: 1rem/1.5 ${fontFamily} }
main { box-sizing: border-box; width: min(32rem, 100% - 3rem); padding: 2rem; border: 1px solid var(--line); border-radius: 8px; background: var(--card) }
h1 { margin: 0; font-size: 1.5rem; line-height: 2rem; font-weight: 650; letter-spacing: -.022em }
p { margin: .5rem 0 0; color: var(--muted) }
</style>`)

/** The page in HTML. */
export function markup({ title, text }: Pick<Page, 'title' | 'text'>): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${styleSheet}
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          <p>${text}</p>
        </main>
      </body>
    </html>`
  return `${page.text}\n`
}
