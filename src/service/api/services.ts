import type { Logger } from 'pino'
import type { Database } from '../database/index.ts'
import type { RateLimit, GuessLimit, OpenSiteLimit } from './rate-limits.ts'
import type { Readers } from '../readers/index.ts'
import type { LookupTurns } from './lookup-turns.ts'
import type { Vault } from '../secrets/index.ts'
import type { Settings } from '../configuration/configuration.ts'
import type { Tasks } from '../time/tasks.ts'
import type { World } from '../world/world.ts'

/** What a handler works with. */
export interface Services {
  readonly settings: Settings
  readonly database: Database
  /** Runs heavy reads. */
  readonly readers: Readers
  readonly vault: Vault
  readonly world: World
  readonly log: Logger
  readonly limits: {
    readonly guesses: GuessLimit
    readonly openSites: OpenSiteLimit
    readonly requests: RateLimit
    readonly keptReplies: RateLimit
    readonly explanations: RateLimit
    readonly visits: RateLimit
    readonly keys: RateLimit
    readonly keyChanges: RateLimit
    readonly welcomes: RateLimit
    readonly alertTests: RateLimit
    readonly releases: RateLimit
    readonly signIns: RateLimit
    readonly signInsAnywhere: RateLimit
    readonly signInsOfAddress: RateLimit
    readonly codes: RateLimit
    readonly passkeys: RateLimit
    readonly resets: RateLimit
    readonly resetsOfAddress: RateLimit
    readonly links: RateLimit
    readonly signInLinks: RateLimit
    readonly signOns: RateLimit
    readonly sessions: RateLimit
    readonly exchanges: RateLimit
    readonly grants: RateLimit
    readonly invitations: RateLimit
    readonly invitationsTo: RateLimit
  }
  readonly lookups: LookupTurns
  readonly tasks: Tasks
  /** Called when a check may be due, so that it doesn't wait for the next poll. */
  readonly wake: () => void
  /** Called when a mail may be due. */
  readonly wakeMail: () => void
  /** Called when an alert may be due. */
  readonly wakeAlerts: () => void
  /** Called when the edge has something to do, for the one in this process, if any. */
  readonly wakeEdge: () => void
  /** Called when a certificate may be due. */
  readonly wakeCertificates: () => void
}
