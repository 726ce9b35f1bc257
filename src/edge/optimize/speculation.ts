import type { Fields } from '../cache/index.ts'
import { acts, type Exchange, recordAction, type VisitorRequest } from '../exchange/exchange.ts'

/** Where browsers find the rules, on every site. */
const rulesPath = '/.well-known/site-performance/speculation-rules.json'

/** Links of the same site are fetched as soon as they are pressed, unless they ask not to be followed. */
const rules = Buffer.from(
  JSON.stringify({
    prefetch: [
      {
        where: { and: [{ href_matches: '/*' }, { not: { selector_matches: '[rel~=nofollow],[download]' } }] },
        eagerness: 'conservative',
      },
    ],
  }),
)

/** The line that tells browsers where a page's rules are, unless the page brings its own. */
export function speculationLines(
  exchange: VisitorRequest & Pick<Exchange, 'actionTimes'>,
  status: number,
  fields: Fields,
): readonly string[] {
  const isPage = status === 200 && /^text\/html\b/i.test(fields['content-type'] ?? '')
  const isWanted = isPage && fields['speculation-rules'] === undefined && acts(exchange, 'speculation')
  if (!isWanted) return []
  recordAction(exchange, 'speculation')
  return ['Speculation-Rules', `"${rulesPath}"`]
}

/** Answers the request for the rules. @returns whether it was one */
export function answerRules(exchange: Exchange): boolean {
  const { target, response, method } = exchange
  if (target !== rulesPath || !acts(exchange, 'speculation')) return false
  response.writeHead(200, 'OK', [
    'Content-Type',
    'application/speculationrules+json',
    'Content-Length',
    String(rules.length),
    'Cache-Control',
    'public, max-age=3600',
  ])
  response.end(method === 'HEAD' ? undefined : rules)
  return true
}
