import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

const day = 24 * 3600_000

/**
 * A self-signed certificate for a host name, valid from yesterday.
 * @param until UNIX ms; by default tomorrow
 */
export function selfSigned(name: string, until = Date.now() + day): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const from = Math.min(Date.now(), until) - day
  const cert = signedCertificate({ name, issuer: named({ name }), publicKey, signer: privateKey, from, until })
  return { key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(), cert }
}

/** A certificate with its key, which may have issued others. */
export interface Authority {
  readonly name: string
  readonly key: KeyObject
  /** PEM. */
  readonly cert: string
}

/**
 * A certificate that an authority issued for a host name or another authority; by itself without one.
 * @param until UNIX ms
 * @param key by default a new one
 */
export function issuedBy(
  by: Authority | null,
  name: string,
  until: number,
  key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey,
): Authority {
  const signed = {
    name,
    issuer: named({ name: by?.name ?? name }),
    publicKey: createPublicKey(key),
    until,
    isAuthority: true,
  }
  return {
    name,
    key,
    cert: signedCertificate({ ...signed, signer: by?.key ?? key, from: Math.min(Date.now(), until) - day }),
  }
}

interface Issued {
  readonly name: string
  /** Names that it's for, too. */
  readonly others?: readonly string[]
  /** The private key that it belongs to, PEM. */
  readonly key: string
  /** UNIX ms. */
  readonly from: number
  readonly until: number
}

/** An authority, which nobody trusts, that issues certificates for host names. */
export function testAuthority(organization: string, name: string): (issued: Issued) => string {
  const { privateKey: signer } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const issuer = named({ organization, name })
  return ({ key, ...issued }) => signedCertificate({ ...issued, issuer, publicKey: createPublicKey(key), signer })
}

interface Signed {
  readonly name: string
  readonly others?: readonly string[]
  readonly issuer: Buffer
  readonly publicKey: KeyObject
  readonly signer: KeyObject
  readonly from: number
  readonly until: number
  /** Whether it may issue others. */
  readonly isAuthority?: boolean
}

/** A certificate (RFC 5280, in DER), PEM. */
function signedCertificate({ name, others = [], issuer, publicKey, signer, from, until, isAuthority }: Signed): string {
  const algorithm = sequence(oids.ecdsaWithSha256)
  const alternativeName = sequence(
    oids.subjectAltName,
    der(0x04, sequence(...[name, ...others].map((one) => der(0x82, Buffer.from(one))))),
  )
  const authority = sequence(oids.basicConstraints, der(0x04, sequence(der(0x01, Buffer.of(0xff)))))
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    issuer,
    sequence(time(from), time(until)),
    named({ name }),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeName, ...(isAuthority ? [authority] : []))),
  )
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, signer))
  const lines =
    sequence(body, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function named({ organization, name }: { readonly organization?: string; readonly name: string }): Buffer {
  const part = (oid: Buffer, text: string) => set(sequence(oid, der(0x0c, Buffer.from(text))))
  return sequence(
    ...(organization === undefined ? [] : [part(oids.organization, organization)]),
    part(oids.commonName, name),
  )
}

/** A value of ASN.1: its tag, its length, its content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content)
  const length =
    bytes.length < 0x80
      ? [bytes.length]
      : bytes.length < 0x100
        ? [0x81, bytes.length]
        : [0x82, bytes.length >> 8, bytes.length & 0xff]
  return Buffer.concat([Buffer.of(tag, ...length), bytes])
}

const sequence = (...content: readonly Uint8Array[]) => der(0x30, ...content)
const set = (...content: readonly Uint8Array[]) => der(0x31, ...content)
const integer = (value: number) => der(0x02, Buffer.of(value))

/** UTCTime: two digits for each part, from the year to the second. */
const time = (ms: number) => der(0x17, Buffer.from(`${new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14)}Z`))

const oids = {
  commonName: der(0x06, Buffer.of(0x55, 0x04, 0x03)),
  organization: der(0x06, Buffer.of(0x55, 0x04, 0x0a)),
  basicConstraints: der(0x06, Buffer.of(0x55, 0x1d, 0x13)),
  subjectAltName: der(0x06, Buffer.of(0x55, 0x1d, 0x11)),
  ecdsaWithSha256: der(0x06, Buffer.of(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02)),
}
