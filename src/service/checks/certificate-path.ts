import { X509Certificate } from 'node:crypto'
import { getCACertificates } from 'node:tls'
import { checkLimits } from './limits.ts'
import { cut } from './cut.ts'
import type { CertificateEnd } from './probe.ts'

/** The one that ends first; null for none. */
export function earliest(certificates: readonly CertificateEnd[]): CertificateEnd | null {
  return certificates.toSorted((a, b) => a.ends - b.ends)[0] ?? null
}

/**
 * Which certificate ends a server's trusted path.
 * @param own the server's certificate, which leads to all that it sent
 * @param ca certificate authorities (PEM) instead of Node's
 */
export function certificateEnd(own: X509Certificate, hostname: string, ca?: string): CertificateEnd {
  const sent: [X509Certificate, ...X509Certificate[]] = [own]
  for (let next = own.issuerCertificate; next && sent.length < checkLimits.chain; next = next.issuerCertificate)
    sent.push(next)
  const roots = ca === undefined ? nodeRoots() : rootsBySubject([ca])
  const end = firstToEnd(sent, ({ issuer }) => roots.get(issuer) ?? [])
  const name = /^CN=(.*)$/m.exec(end.subject)?.[1] ?? end.subject.replaceAll('\n', ', ')
  return {
    ends: end.validToDate.getTime(),
    hostname,
    authority: end === own ? null : cut(name, checkLimits.issueText).replace(/\p{Cc}/gu, ' '),
  }
}

type Roots = ReadonlyMap<string, readonly X509Certificate[]>

let known: Roots | undefined
const nodeRoots = () => (known ??= rootsBySubject(getCACertificates('default')))

function rootsBySubject(texts: readonly string[]): Roots {
  return Map.groupBy(
    texts.map((text) => new X509Certificate(text)),
    ({ subject }) => subject,
  )
}

/**
 * The certificate that ends a server's path to a trusted root: of all paths that its certificates allow (RFC 5280, section
 * 6.1), the one that lasts longest is what counts for visitors, and in it the certificate that ends first. So one that no path
 * needs may have ended.
 * @param sent what the server sent, its own first
 * @param rootsOf trusted certificates that may have issued this one
 */
export function firstToEnd(
  sent: readonly [X509Certificate, ...X509Certificate[]],
  rootsOf: (certificate: X509Certificate) => readonly X509Certificate[],
): X509Certificate {
  // from each certificate on, what ends its best path
  const ends = new Map<X509Certificate, X509Certificate>()
  const isBetter = (one: X509Certificate, than: X509Certificate | undefined) =>
    than === undefined || one.validToDate > than.validToDate
  for (const certificate of sent) {
    for (const root of rootsOf(certificate).filter((one) => isIssuer(one, certificate))) {
      const end = earlier(certificate, root)
      if (isBetter(end, ends.get(certificate))) ends.set(certificate, end)
    }
  }
  const links = sent.flatMap((certificate) =>
    sent
      .filter((issuer) => issuer !== certificate && isIssuer(issuer, certificate))
      .map((issuer) => [certificate, issuer] as const),
  )
  // a path has no more steps than there are certificates
  for (let step = 1; step < sent.length; step++) {
    for (const [certificate, issuer] of links) {
      const end = ends.get(issuer)
      if (end && isBetter(earlier(certificate, end), ends.get(certificate)))
        ends.set(certificate, earlier(certificate, end))
    }
  }
  return ends.get(sent[0]) ?? sent[0]
}

function isIssuer(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey)
}

function earlier(one: X509Certificate, other: X509Certificate): X509Certificate {
  return other.validToDate < one.validToDate ? other : one
}
