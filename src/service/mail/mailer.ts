import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import { mailLimits } from './limits.ts'
import type { Account, MailTable, Schema } from '../database/index.ts'
import { Poller } from '../../shared/poller.ts'
import type { Services } from '../api/services.ts'
import { sharedTimeIn, sharedTimeSql, type TimeParts } from '../time/shared-time.ts'
import { hasSessions } from '../sessions/index.ts'
import type { Letter } from '../world/world.ts'
import { welcomeLetter } from './letter.ts'

const minute = 60_000
/** The delay after each failed attempt; after the last one, hourly. */
const retryDelays = [minute, 5 * minute, 30 * minute] as const
const hourly = 60 * minute
const pollIntervalMs = 5_000

export function retryAfter(attempts: number): number {
  return retryDelays[attempts - 1] ?? hourly
}

/** Queues the welcome email. A held one waits for `releaseMail`. */
export async function queueWelcomeMail(
  db: Kysely<Schema>,
  account: Account,
  password: string,
  held: boolean,
  services: Services,
): Promise<void> {
  const { vault, world } = services
  await db
    .insertInto('mails')
    .values({
      id: uuid(),
      account_id: account.id,
      kind: 'welcome',
      secret_sealed: vault.seal(password),
      held: held ? 1 : 0,
      attempts: 0,
      next_at: sharedTimeSql(services),
      created_at: world.clock.now(),
    })
    .execute()
}

interface PersonMail {
  readonly letter: Letter
  /** The account that it is about, with which it is held back or goes. */
  readonly accountId?: string
  readonly held?: boolean
  /** When nobody needs it any more, UNIX ms. */
  readonly expiresAt?: number
}

/** Queues a letter to a person. It may have a link that opens something, so it is sealed as it waits. */
export async function queuePersonMail(
  db: Kysely<Schema>,
  { letter, accountId, held = false, expiresAt }: PersonMail,
  services: TimeParts & Pick<Services, 'vault'>,
): Promise<void> {
  const { vault, world } = services
  await db
    .insertInto('mails')
    .values({
      id: uuid(),
      account_id: accountId ?? null,
      kind: 'person',
      secret_sealed: vault.seal(JSON.stringify(letter)),
      held: held ? 1 : 0,
      attempts: 0,
      next_at: sharedTimeSql(services),
      created_at: world.clock.now(),
      expires_at: expiresAt ?? null,
    })
    .execute()
}

/** Forgets what an account's holder would have been sent. */
export async function dropMail(db: Kysely<Schema>, accountId: string): Promise<void> {
  await db.deleteFrom('mails').where('account_id', '=', accountId).execute()
}

/** Releases an account's held email, to its current address. */
export async function releaseMail(db: Kysely<Schema>, accountId: string, services: Services): Promise<void> {
  await db
    .updateTable('mails')
    .set({ held: 0, next_at: sharedTimeSql(services) })
    .where('account_id', '=', accountId)
    .where('held', '=', 1)
    .execute()
}

/** An account's welcome email: whether it is held back, still waiting to be sent after so many attempts, or sent. */
export async function welcomeMailOf(db: Kysely<Schema>, accountId: string) {
  const mail = await db
    .selectFrom('mails')
    .select(['held', 'attempts'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!mail) return { state: 'sent', attempts: 0 }
  return { state: mail.held === 1 ? 'held' : 'waiting', attempts: mail.attempts }
}

/**
 * Makes an account's email due now, held back or not, unless a process may be sending it.
 * @returns whether there is one that hasn't been sent
 */
export async function hurryMail(db: Kysely<Schema>, accountId: string, services: Services): Promise<boolean> {
  const { n } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('mails')
    .set({ held: 0, next_at: sharedTimeSql(services) })
    .where('account_id', '=', accountId)
    .where((eb) => eb.or([eb('held', '=', 1), eb('next_at', '>', sharedTimeIn(mailLimits.attempt, services))]))
    .execute()
  return n > 0
}

/** Sends queued email, and retries what can't be sent. */
export class Mailer {
  readonly #services: Services
  readonly #poller: Poller

  constructor(services: Services) {
    this.#services = services
    this.#poller = new Poller({
      clock: services.world.clock,
      log: services.log,
      intervalMs: pollIntervalMs,
      work: () => this.#sendDue(),
      failure: 'sending email failed',
    })
  }

  /** Makes all waiting email due at once, except what another process may be sending right now. */
  async start(): Promise<void> {
    await this.#services.database.db
      .updateTable('mails')
      .set({ next_at: sharedTimeSql(this.#services) })
      .where('held', '=', 0)
      .where('next_at', '>', sharedTimeIn(mailLimits.attempt, this.#services))
      .execute()
    this.#poller.start()
  }

  /** Sends what is due now. Does nothing before `start` and after `stop`. */
  wake(): void {
    this.#poller.wake()
  }

  /** Waits for an attempt that is under way. */
  stop(): Promise<void> {
    return this.#poller.stop()
  }

  async #sendDue(): Promise<void> {
    const { database, log, world } = this.#services
    const due = await database.db
      .selectFrom('mails')
      .leftJoin('accounts', 'accounts.id', 'mails.account_id')
      .select([
        'mails.id',
        'mails.kind',
        'mails.expires_at',
        'mails.attempts',
        'mails.next_at',
        'mails.secret_sealed',
        'accounts.email',
        'accounts.name',
        'mails.account_id',
      ])
      .where('held', '=', 0)
      .where('next_at', '<=', sharedTimeSql(this.#services))
      .orderBy('next_at')
      .limit(mailLimits.batch)
      .execute()
    for (const mail of due) {
      const attempts = mail.attempts + 1
      // the process that makes this update sends the email; if it dies, another attempt follows later
      const { numUpdatedRows } = await database.db
        .updateTable('mails')
        .set({ attempts, next_at: sharedTimeIn(mailLimits.attempt, this.#services) })
        .where('id', '=', mail.id)
        .where('next_at', '=', mail.next_at)
        .where('attempts', '=', mail.attempts)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) continue
      try {
        // a link that is over would only confuse
        if (mail.expires_at === null || world.clock.now() < mail.expires_at)
          await world.mail.send(this.#letterFor(mail))
        if (mail.kind === 'welcome') await this.#beginPassword(mail)
      } catch (error) {
        await database.db
          .updateTable('mails')
          .set({ next_at: sharedTimeIn(retryAfter(attempts), this.#services) })
          .where('id', '=', mail.id)
          .execute()
        log.warn({ reason: reasonOf(error), account: mail.account_id, attempts }, 'email could not be sent, will retry')
        continue
      }
      await database.db.deleteFrom('mails').where('id', '=', mail.id).execute()
    }
  }

  /** Has the days for which a generated password works begin when its mail has gone: it may have been held back for long. */
  async #beginPassword({ email }: QueuedMail): Promise<void> {
    await this.#services.database.db
      .updateTable('people')
      .set({ password_set_at: this.#services.world.clock.now() })
      .where('email_lower', '=', (email ?? '').toLowerCase())
      .where('password_is_generated', '=', 1)
      .execute()
  }

  #letterFor({ kind, email, name, account_id, secret_sealed }: QueuedMail): Letter {
    const { settings, vault } = this.#services
    const secret = vault.open(secret_sealed)
    if (kind === 'person') return JSON.parse(secret) as Letter
    return welcomeLetter({
      email: email ?? '',
      name: name ?? '',
      accountId: account_id ?? '',
      password: secret,
      dashboard: settings.publicUrl,
      hasSessions: hasSessions(settings),
    })
  }
}

/** Email and name are the account's. */
interface QueuedMail {
  readonly kind: MailTable['kind']
  readonly email: string | null
  readonly name: string | null
  readonly account_id: string | null
  readonly secret_sealed: string
}

/** A mail server's reply in one short line: it is a stranger's text. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.slice(0, mailLimits.reason).replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
