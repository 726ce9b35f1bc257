import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewPasskey, UsedPasskey } from '../../contract/index.ts'

/** What an authenticator does otherwise than asked. */
interface Deviation {
  readonly origin?: string
  readonly rpId?: string
  /** Whether it checks who uses it. */
  readonly checksWho?: boolean
}

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest()
const text = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')
const number = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeUIntBE(value, 0, bytes)
  return buffer
}

/** A device that keeps one passkey, as a browser's pages use it (WebAuthn, with an ES256 key and no attestation). */
export class Authenticator {
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #id = randomBytes(16)
  readonly #origin: string
  #userHandle = ''
  /** How often it says that it was used. */
  count = 0

  constructor(origin = 'https://perf.example') {
    this.#origin = origin
  }

  /** Makes the passkey. */
  make(options: Record<string, unknown>, deviation: Deviation = {}): NewPasskey {
    this.#userHandle = (options['user'] as { id: string } | undefined)?.id ?? ''
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' })
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    const attested = Buffer.concat([Buffer.alloc(16), number(this.#id.length, 2), this.#id, cose])
    const data = Buffer.concat([this.#data(0x40, deviation), attested])
    const object = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
      number(data.length, 1),
      data,
    ])
    return {
      id: text(this.#id),
      response: {
        clientDataJSON: this.#client('webauthn.create', options, deviation),
        attestationObject: text(object),
        transports: ['internal'],
      },
    }
  }

  /** Uses the passkey. */
  use(options: Record<string, unknown>, deviation: Deviation = {}): UsedPasskey {
    this.count++
    const data = this.#data(0, deviation)
    const client = this.#client('webauthn.get', options, deviation)
    const signed = Buffer.concat([data, sha256(Buffer.from(client, 'base64url'))])
    return {
      id: text(this.#id),
      response: {
        clientDataJSON: client,
        authenticatorData: text(data),
        signature: text(sign('sha256', signed, this.#keys.privateKey)),
        ...(this.#userHandle ? { userHandle: this.#userHandle } : {}),
      },
    }
  }

  #data(more: number, { rpId = new URL(this.#origin).hostname, checksWho = true }: Deviation): Buffer {
    return Buffer.concat([sha256(rpId), number(0x01 | (checksWho ? 0x04 : 0) | more, 1), number(this.count, 4)])
  }

  #client(type: string, { challenge }: Record<string, unknown>, { origin = this.#origin }: Deviation): string {
    return text(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }
}
