/** What DevTools' `Network.loadingFailed` says of a request. */
export interface LoadingFailed {
  readonly type: string
  readonly errorText: string
  readonly canceled?: boolean
  readonly blockedReason?: string
  readonly corsErrorStatus?: { readonly corsError: string }
}

/**
 * Whether a request ended without anything having failed: the page cancelled it, or a rule of the browser kept its answer
 * from a page that can't miss it.
 *
 * | What the browser does | A failure? |
 * |---|---|
 * | cancels, because the page has moved on or said so | no |
 * | blocks an answer that isn't what an image or script can use (ORB, Fetch, section 3.7.1) | no: it would have been of no use; most are beacons |
 * | keeps an answer from a script (CORS, Fetch, section 4.10; CORP; a redirect that the script wants no part of) | no: the request has been sent, and the script learns of it |
 * | sends nothing, since the page's own policy forbids it (CSP) | no: the page wants it so |
 * | keeps a font, script, style sheet or image from an element that needs it (CORS, CORP) | yes |
 * | doesn't show a page that refuses to be framed | yes: a visitor sees a broken frame |
 * | sends nothing without encryption from a page with it (mixed content) | yes: the page asks for what no browser loads |
 */
export function isHarmless({ type, errorText, canceled, blockedReason, corsErrorStatus }: LoadingFailed): boolean {
  return (
    canceled === true ||
    errorText === 'net::ERR_BLOCKED_BY_ORB' ||
    blockedReason === 'csp' ||
    // what fails in the network has a code of its own
    (scripted.has(type) &&
      (corsErrorStatus !== undefined || errorText === 'net::ERR_FAILED' || blockedReason?.startsWith('corp-') === true))
  )
}

/** What DevTools calls the requests of scripts. */
const scripted: ReadonlySet<string> = new Set(['Fetch', 'XHR', 'EventSource'])

/** Why it failed: the browser's code, or a phrase where that says nothing. */
export function failureWords({ type, errorText, blockedReason, corsErrorStatus }: LoadingFailed): string {
  if (corsErrorStatus) return `blocked by CORS (${corsErrorStatus.corsError})`
  if (errorText === 'net::ERR_BLOCKED_BY_RESPONSE' && type === 'Document') return 'it refuses to be shown in a frame'
  return blockedReason ? `blocked (${blockedReason})` : errorText || 'failed'
}
