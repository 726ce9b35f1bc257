import type { Kysely } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Account, Schema } from '../database/index.ts'
import type { Services } from '../services.ts'
import { welcomeLetter } from './letter.ts'

const minute = 60_000
/** When to try again after each failure; after the last, hourly. */
const retries = [minute, 5 * minute, 30 * minute] as const
const hourly = 60 * minute
const every = 5_000
/** No attempt takes longer, ms: the transport's own timeouts is less. */
const maxAttemptMs = 30_000

export function retryAfter(attempts: number): number {
  return retries[attempts - 1] ?? hourly
}

/** Keeps the welcome mail until it is sent. A held one waits for `releaseMail`. */
export async function keepWelcomeMail(
  db: Kysely<Schema>,
  account: Account,
  password: string,
  held: boolean,
  { vault, world }: Services,
): Promise<void> {
  const now = world.clock.now()
  await db
    .insertInto('mails')
    .values({
      id: uuid(),
      account_id: account.id,
      kind: 'welcome',
      secret_sealed: vault.seal(password),
      held: held ? 1 : 0,
      attempts: 0,
      next_at: now,
      created_at: now,
    })
    .execute()
}

/** Lets an account's held mail go, to the e-mail that it has now. */
export async function releaseMail(db: Kysely<Schema>, accountId: string, { world }: Services): Promise<void> {
  await db
    .updateTable('mails')
    .set({ held: 0, next_at: world.clock.now() })
    .where('account_id', '=', accountId)
    .where('held', '=', 1)
    .execute()
}

/** Sends what is due; what cannot be sent is kept and tried again. */
export class Mailer {
  readonly #services: Services
  #cancel: (() => void) | undefined
  #sending: Promise<void> | undefined
  #again = false
  #stopped = false

  constructor(services: Services) {
    this.#services = services
  }

  /** Every mail that waits is due at a start; one that another process may be sending now comes to its turn soon. */
  async start(): Promise<void> {
    const { database, world } = this.#services
    const now = world.clock.now()
    await database.db
      .updateTable('mails')
      .set({ next_at: now })
      .where('held', '=', 0)
      .where('next_at', '>', now + maxAttemptMs)
      .execute()
    this.wake()
  }

  wake(): void {
    if (this.#stopped) return
    if (this.#sending) {
      this.#again = true
      return
    }
    this.#cancel?.()
    this.#sending = this.#sendDue()
      .catch((error: unknown) => this.#services.log.error({ err: error }, 'sending mail failed'))
      .finally(() => {
        this.#sending = undefined
        if (this.#stopped) return
        if (this.#again) {
          this.#again = false
          this.wake()
        } else {
          this.#cancel = this.#services.world.clock.after(every, () => this.wake())
        }
      })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    this.#cancel?.()
    await this.#sending
  }

  async #sendDue(): Promise<void> {
    const { database, log, world } = this.#services
    const now = world.clock.now()
    const due = await database.db
      .selectFrom('mails')
      .innerJoin('accounts', 'accounts.id', 'mails.account_id')
      .select([
        'mails.id',
        'mails.attempts',
        'mails.next_at',
        'mails.secret_sealed',
        'accounts.email',
        'accounts.name',
        'mails.account_id',
      ])
      .where('held', '=', 0)
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(50)
      .execute()
    for (const mail of due) {
      const attempts = mail.attempts + 1
      // whoever moves it on sends it; where this process dies now, it is tried again later
      const { numUpdatedRows } = await database.db
        .updateTable('mails')
        .set({ attempts, next_at: now + maxAttemptMs })
        .where('id', '=', mail.id)
        .where('next_at', '=', mail.next_at)
        .where('attempts', '=', mail.attempts)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) continue
      try {
        await world.mail.send(this.#letter(mail))
      } catch (error) {
        await database.db
          .updateTable('mails')
          .set({ next_at: world.clock.now() + retryAfter(attempts) })
          .where('id', '=', mail.id)
          .execute()
        log.warn({ err: error, account: mail.account_id, attempts }, 'a mail could not be sent and is kept')
        continue
      }
      await database.db.deleteFrom('mails').where('id', '=', mail.id).execute()
    }
  }

  #letter({
    email,
    name,
    account_id,
    secret_sealed,
  }: {
    email: string
    name: string
    account_id: string
    secret_sealed: string
  }) {
    const { settings, vault } = this.#services
    return welcomeLetter({
      email,
      name,
      userId: account_id,
      password: vault.open(secret_sealed),
      dashboard: settings.publicUrl,
    })
  }
}
