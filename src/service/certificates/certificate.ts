import { createPrivateKey, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { authorityLimits } from './limits.ts'
import { AuthorityError } from './authority-error.ts'

export interface Certificate {
  /** Who issued it, as people know them. */
  readonly issuer: string
  /** UNIX ms. */
  readonly from: number
  readonly until: number
}

/** A new private key, PEM: ECDSA on P-256, which every browser in use knows. */
export function newPrivateKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/**
 * What a chain says, once it's certain that visitors of the hosts can be served with it.
 * @param chain the host's certificate and those that lead to a root, PEM
 * @throws {AuthorityError} if something is wrong with it
 */
export function readCertificate(chain: string, key: string, hostnames: readonly string[], now: number): Certificate {
  const [leaf, ...others] = certificatesIn(chain)
  if (!leaf) throw useless('can’t be read')
  if (hostnames.some((name) => leaf.checkHost(name) === undefined)) throw useless('is for another host')
  if (!leaf.checkPrivateKey(createPrivateKey(key))) throw useless('is for another key')
  const [from, until] = [Date.parse(leaf.validFrom), Date.parse(leaf.validTo)]
  if (!(until > now)) throw useless('has expired')
  let last = leaf
  for (const issuer of others) {
    if (!last.checkIssued(issuer) || !last.verify(issuer.publicKey)) throw useless('doesn’t lead to a root')
    last = issuer
  }
  return { issuer: nameOf(leaf.issuer), from, until }
}

function certificatesIn(chain: string): X509Certificate[] {
  if (chain.length > authorityLimits.chain) return []
  const parts = chain.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  try {
    return parts.map((pem) => new X509Certificate(pem))
  } catch {
    return []
  }
}

const useless = (what: string) =>
  new AuthorityError('refused', `The certificate authority gave a certificate that ${what}.`)

/** The organization and its own name for the certificate that signed: `Let's Encrypt R11`. */
function nameOf(distinguishedName: string): string {
  const fields = new Map(
    distinguishedName.split('\n').map((line) => {
      const [name = '', ...value] = line.split('=')
      return [name, value.join('=')] as const
    }),
  )
  const [organization, name] = [fields.get('O'), fields.get('CN')]
  if (organization === undefined || name === undefined) return (name ?? organization ?? 'unknown').slice(0, 200)
  return (name.startsWith(organization) ? name : `${organization} ${name}`).slice(0, 200)
}
