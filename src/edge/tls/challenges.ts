import { setTimeout as delay } from 'node:timers/promises'
import { bounds } from '../../service/bounds.ts'
import { type Database, readAcmeChallenge } from '../../service/database/index.ts'

/** RFC 8555, section 8.3: a token has the letters of base64url, and at least 128 bits. */
const challengePath = /^\/\.well-known\/acme-challenge\/([\w-]{22,128})$/

/** The token that a certificate authority asks for; undefined for any other address. */
export function challengeToken(target: string): string | undefined {
  return challengePath.exec(target)?.[1]
}

/** What certificate authorities are answered when they ask whether a host is served here. */
export class Challenges {
  readonly #database: Database
  #asking = 0

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * The answer for a host's token. Undefined where the database has none, is away or is asked enough: the customer's
   * server may have one.
   */
  async answerTo(hostname: string, token: string): Promise<string | undefined> {
    if (this.#asking >= bounds.certificate.challenges) return undefined
    this.#asking++
    const found = readAcmeChallenge(this.#database, hostname, token, Date.now())
      .catch(() => undefined)
      .finally(() => this.#asking--)
    const waited = new AbortController()
    const late = delay(bounds.certificate.challengeTime, undefined, { signal: waited.signal }).catch(() => undefined)
    try {
      return await Promise.race([found, late])
    } finally {
      waited.abort()
    }
  }
}
