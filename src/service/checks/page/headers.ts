import type { Session } from './child-session.ts'
import type { Check } from '../probe.ts'
import { checkHeaders } from '../check-headers.ts'

/**
 * Adds the check's headers and credentials to every request to its own origin, and to no other: they don't follow a
 * redirect. Intercepts requests only if there is something to add, and only those to that origin.
 */
export async function sendCheckHeaders(
  session: Session,
  check: Pick<Check, 'url' | 'headers' | 'credentials'>,
): Promise<void> {
  const configured = checkHeaders(check)
  if (configured.size === 0) return
  const { origin } = new URL(check.url)
  const added = [...configured]
    // the browser sets these itself and fails a request that overrides them
    .filter(
      ([name]) =>
        !/^(host|connection|content-length|transfer-encoding|upgrade|te|trailer|keep-alive|proxy-.*)$/.test(name),
    )
    .map(([name, values]) => ({ name, value: values.join(', ') }))
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const isCheckOrigin = URL.canParse(request.url) && new URL(request.url).origin === origin
    const kept = Object.entries(request.headers).filter(([name]) => !configured.has(name.toLowerCase()))
    const headers = [...kept.map(([name, value]) => ({ name, value })), ...added]
    session.send('Fetch.continueRequest', isCheckOrigin ? { requestId, headers } : { requestId }).catch(() => undefined)
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*` }] })
}
