import { createPrivateKey, X509Certificate } from 'node:crypto'

/** A certificate chain with its private key. */
export interface Certificate {
  /** The hosts that it is for, in lower case; one that begins with `*.` is for every name one label longer. */
  readonly names: readonly string[]
  /** The certificate and those that lead to a root, PEM. */
  readonly chain: string
  /** The private key, PEM. */
  readonly key: string
  /** Whether the key has to be opened first. */
  readonly isSealed: boolean
  /** UNIX ms. */
  readonly validUntil: number
}

/**
 * Reads a certificate and its key.
 * @throws if they can't be used together, or aren't for any host
 */
export function certificateFrom(chain: string, key: string): Certificate {
  const certificate = new X509Certificate(chain)
  if (!certificate.checkPrivateKey(createPrivateKey(key))) throw new Error("The key isn't the certificate's.")
  const names = namesOf(certificate)
  if (names.length === 0) throw new Error('The certificate names no host.')
  return { names, chain, key, isSealed: false, validUntil: certificate.validToDate.getTime() }
}

/** The names of hosts in a certificate's subjectAltName (RFC 9525, section 6.3). */
function namesOf({ subjectAltName = '' }: X509Certificate): readonly string[] {
  return [...subjectAltName.matchAll(/(?:^|, )DNS:([\w*.-]+)/g)].map(([, name = '']) => name.toLowerCase())
}

/** Whether a certificate is for a host. */
export function isFor({ names }: Certificate, hostname: string): boolean {
  return names.includes(hostname) || names.includes(wildcardOf(hostname))
}

/** The name with a `*` that stands for a host, among others. */
export function wildcardOf(hostname: string): string {
  return `*${hostname.slice(hostname.indexOf('.'))}`
}
