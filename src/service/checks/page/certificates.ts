import { httpCheckLimits } from '../http/limits.ts'
import { pageLimits } from './limits.ts'
import { type Dial, orAborted } from '../../../shared/guard/index.ts'
import { certificateEnd, earliest } from '../certificate-path.ts'
import { encrypt } from '../encrypt.ts'
import type { CertificateEnd } from '../probe.ts'
import type { NetworkRequest } from './network.ts'

/** By origin, the certificate that ends its trusted path. */
export type PathEnds = ReadonlyMap<string, CertificateEnd>

interface Seen extends CertificateEnd {
  readonly origin: string
}

/** The servers' own certificates, as the browser saw them: of the page and of what redirected to it. */
function seenIn(network: readonly NetworkRequest[]): Seen[] {
  return network.flatMap(({ isPage, url, certificateEnds }) => {
    if (!isPage || certificateEnds === null) return []
    const { origin, hostname } = new URL(url)
    return [{ origin, hostname: hostname.replace(/^\[|\]$/g, ''), ends: certificateEnds, authority: null }]
  })
}

/** Of all certificates on the way to the page, the one that ends first; null without any. */
export function certificateOf(network: readonly NetworkRequest[], paths: PathEnds): CertificateEnd | null {
  return earliest(seenIn(network).flatMap(({ origin, ...own }) => [own, paths.get(origin) ?? []].flat()))
}

/**
 * Has each server on the way to the page show its certificates again, on a connection of its own: of a server that only
 * redirects, DevTools tells nothing but the server's own certificate. Leaves out those that don't do so in time.
 * @param ca certificate authorities (PEM) instead of Node's
 */
export async function pathEnds(
  network: readonly NetworkRequest[],
  dial: Dial,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<PathEnds> {
  const origins = new Set(seenIn(network).map(({ origin }) => origin))
  const limit = AbortSignal.any([signal, AbortSignal.timeout(pageLimits.certificates)])
  const ends = [...origins].slice(0, httpCheckLimits.redirects + 1).map(async (origin) => {
    const end = await pathEndOf(new URL(origin), dial, ca, limit).catch(() => undefined)
    return end ? [[origin, end] as const] : []
  })
  return new Map((await Promise.all(ends)).flat())
}

async function pathEndOf(
  { hostname, port }: URL,
  dial: Dial,
  ca: string | undefined,
  signal: AbortSignal,
): Promise<CertificateEnd | undefined> {
  const host = hostname.replace(/^\[|\]$/g, '')
  const { socket } = await dial(host, Number(port) || 443, signal)
  try {
    // the browser has decided whether it can be trusted
    const secured = await orAborted(encrypt(socket, host, { rejectUnauthorized: false }), signal)
    const own = secured.getPeerX509Certificate()
    return own && certificateEnd(own, host, ca)
  } finally {
    socket.destroy()
  }
}
