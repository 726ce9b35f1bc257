import type { CDPSession } from 'playwright-core'
import type { Check } from '../probe.ts'
import { ownHeaders } from '../check-headers.ts'

/**
 * Has the check's own headers and credentials sent with every request to its own origin, and to no other: what is added
 * here is not carried over a redirect. Requests are held for it only where there is something to add, and only those to
 * that origin.
 */
export async function sendOwnHeaders(
  session: CDPSession,
  check: Pick<Check, 'url' | 'headers' | 'credentials'>,
): Promise<void> {
  const own = ownHeaders(check)
  if (own.size === 0) return
  const { origin } = new URL(check.url)
  const added = [...own]
    // the browser sends its own of these and drops a request that brings another
    .filter(
      ([name]) =>
        !/^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|proxy-.*)$/.test(name),
    )
    .map(([name, values]) => ({ name, value: values.join(', ') }))
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const isOwn = URL.canParse(request.url) && new URL(request.url).origin === origin
    const kept = Object.entries(request.headers).filter(([name]) => !own.has(name.toLowerCase()))
    const headers = [...kept.map(([name, value]) => ({ name, value })), ...added]
    session.send('Fetch.continueRequest', isOwn ? { requestId, headers } : { requestId }).catch(() => undefined)
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*` }] })
}
