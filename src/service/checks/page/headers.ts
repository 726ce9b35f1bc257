import type { Session } from './child-session.ts'
import type { Check } from '../probe.ts'
import { checkHeaders } from '../check-headers.ts'

/**
 * Adds the check's headers and credentials to the requests of its own origin to that origin, and to no other: they don't
 * follow a redirect. Nor does an address get them that another origin chose, by a redirect or in its page; once the page
 * itself is such an address, nothing does. Intercepts requests only if there is something to add, and only those to that
 * origin.
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
  const documentOf = watchDocuments(session)
  /** The requests with these headers, by the interception's id, until they are redirected. */
  const sent = new Set<string>()
  let isLost = false
  session.on('Fetch.requestPaused', ({ requestId, request, redirectedRequestId, frameId, resourceType }) => {
    const document = documentOf(frameId)
    const isChosenByOthers =
      redirectedRequestId === undefined
        ? document.url !== undefined && originOf(document.url) !== origin
        : // a request that was redirected from elsewhere wasn't intercepted there
          !sent.delete(redirectedRequestId)
    isLost ||= isChosenByOthers && resourceType === 'Document' && document.isMain
    if (isLost || isChosenByOthers || originOf(request.url) !== origin) {
      session.send('Fetch.continueRequest', { requestId }).catch(() => undefined)
      return
    }
    sent.add(requestId)
    const kept = Object.entries(request.headers).filter(([name]) => !configured.has(name.toLowerCase()))
    const headers = [...kept.map(([name, value]) => ({ name, value })), ...added]
    session.send('Fetch.continueRequest', { requestId, headers }).catch(() => undefined)
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: `${origin}/*` }] })
}

/** Whether a frame or worker is the check's own: frames that run apart belong to other sites, or are within theirs. */
export const isOwnTarget = ({ type, url }: { type: string; url: string }, check: Pick<Check, 'url'>): boolean =>
  type !== 'iframe' && originOf(url) === new URL(check.url).origin

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null)

/** Knows the document from which a frame's requests come: of an empty frame, that around it. */
function watchDocuments(session: Session) {
  const frames = new Map<string, { readonly url: string; readonly parent: string | undefined }>()
  session.on('Page.frameAttached', ({ frameId, parentFrameId }) =>
    frames.set(frameId, { url: '', parent: parentFrameId }),
  )
  session.on('Page.frameNavigated', ({ frame: { id, url, parentId } }) => frames.set(id, { url, parent: parentId }))
  session.on('Page.frameDetached', ({ frameId }) => frames.delete(frameId))
  return (frameId: string): { readonly url: string | undefined; readonly isMain: boolean } => {
    let frame = frames.get(frameId)
    const isMain = frame?.parent === undefined
    while (frame && !/^https?:/.test(frame.url))
      frame = frame.parent === undefined ? undefined : frames.get(frame.parent)
    return { url: frame?.url, isMain }
  }
}
