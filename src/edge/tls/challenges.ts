import { setTimeout as delay } from 'node:timers/promises'
import { tlsLimits } from './limits.ts'
import { type AcmeChallenge, type Database, readAcmeChallenges } from '../../service/database/index.ts'
import { SharedRound } from '../control/shared-round.ts'

/** RFC 8555, section 8.3: a token has the letters of base64url, and at least 128 bits. */
const challengePath = /^\/\.well-known\/acme-challenge\/([\w-]{22,128})$/

/** The token that a certificate authority asks for; undefined for any other address. */
export function challengeToken(target: string): string | undefined {
  return challengePath.exec(target)?.[1]
}

/**
 * What certificate authorities are answered when they ask whether a host is served here. All that is pending is read at
 * once, so that strangers who make tokens up take nothing from an authority.
 */
export class Challenges {
  #pending: ReadonlyMap<string, AcmeChallenge> = new Map()
  readonly #rounds: SharedRound

  constructor(database: Database) {
    this.#rounds = new SharedRound(async () => {
      const pending = await readAcmeChallenges(database, Date.now())
      this.#pending = new Map(pending.map((one) => [one.token, one]))
    }, tlsLimits.challengePause)
  }

  /** The answer for a host's token. Undefined where the database has none, or is away: the customer's server may have one. */
  async answerTo(hostname: string, token: string): Promise<string | undefined> {
    if (!this.#pending.has(token)) await this.#read()
    const found = this.#pending.get(token)
    return found && found.hostname === hostname && found.expires_at > Date.now() ? found.answer : undefined
  }

  async #read(): Promise<void> {
    const waited = new AbortController()
    try {
      await Promise.race([this.#rounds.join(), delay(tlsLimits.challengeTime, undefined, { signal: waited.signal })])
    } catch {
      // what was known stays
    } finally {
      waited.abort()
    }
  }
}
