import { type RawBuilder, sql } from 'kysely'
import { BackgroundWork, type BackgroundParts } from './time/background-work.ts'
import { mailLimits } from './mail/index.ts'
import { runnerLimits } from './monitoring/index.ts'
import { deliveryLimits, longestRetryMs, quietMs } from './alerts/index.ts'
import { authorityLimits, never } from './certificates/index.ts'
import { deletedState, lifetimes } from './database/index.ts'
import type { Services } from './api/services.ts'
import { sharedTimeSql, type TimeParts } from './time/shared-time.ts'

const minute = 60_000
const [hour, day] = [60 * minute, 24 * 60 * minute]
/** How far the clocks of several machines may be apart. */
const apart = minute

/** Something that is done at a time: what is due later than it can have been put off to is due now. */
interface Due {
  readonly table: string
  /** Its primary key; default `id`. */
  readonly key?: string
  /** UNIX ms. */
  readonly column: string
  /** How far ahead it can be at most, ms. */
  readonly most: RawBuilder<unknown>
  readonly where?: RawBuilder<unknown>
}

const ms = (value: number) => sql.lit(value)
/** By the number of attempts: the first value for none or one, the last for all that have no other. */
const byAttempts = (values: readonly number[], last: number) =>
  sql`case ${sql.join(
    values.map((value, i) => sql`when attempts <= ${ms(i + 1)} then ${ms(value)}`),
    sql` `,
  )} else ${ms(last)} end`

/** Every time that something waits for, save those that a person or a certificate sets: a mute, a renewal. */
function dues(now: RawBuilder<number>, dnsInterval: number): readonly Due[] {
  const attempt = mailLimits.attempt
  return [
    // spread by a minute at most
    { table: 'monitors', column: 'next_due_at', most: sql`coalesce(interval_ms, 0) + ${ms(minute)}` },
    { table: 'checks', column: 'not_before', most: ms(minute) },
    { table: 'checks', column: 'lease_until', most: ms(runnerLimits.lease) },
    {
      table: 'sites',
      column: 'next_look_at',
      most: sql`case when state = ${deletedState} then ${ms(lifetimes.deletedSites)} else ${ms(dnsInterval * 1000)} end`,
    },
    {
      table: 'mails',
      column: 'next_at',
      // an attempt that is under way is repeated later, too
      most: byAttempts([minute + attempt, 5 * minute + attempt, 30 * minute + attempt], hour + attempt),
      where: sql`held = 0`,
    },
    {
      table: 'alerts',
      column: 'next_at',
      most: sql`case when state = 'sending' or reason = 'recent' then ${ms(quietMs)}
        when reason = 'digest' then ${ms(deliveryLimits.window)}
        when reason = 'maintenance' or created_at > ${now} + ${ms(apart)} then ${ms(minute)}
        when attempts = 0 then ${ms(longestRetryMs)} else ${byAttempts([minute, 2 * minute, 4 * minute, 8 * minute], longestRetryMs)} end`,
      where: sql`state in ('waiting', 'sending') and (reason is null or reason <> 'muted')`,
    },
    {
      table: 'certificates',
      key: 'site_id',
      column: 'next_attempt_at',
      most: ms(Math.max(2 * day, authorityLimits.wait)),
      where: sql`failures > 0 and next_attempt_at < ${ms(never)}`,
    },
    { table: 'certificates', key: 'site_id', column: 'leased_until', most: ms(authorityLimits.lease) },
  ]
}

/** Rows that are changed in one statement. */
const batch = 500

/**
 * Makes due what was put off while a clock was wrong: a machine that was an hour ahead for a moment would otherwise measure
 * nothing for an hour afterwards. @returns how many there were
 */
export async function makeDue(parts: TimeParts, dnsInterval: number): Promise<number> {
  const { db, kind } = parts.database
  const now = sharedTimeSql(parts)
  let changed = 0
  for (const { table, key = 'id', column, most, where = sql`1 = 1` } of dues(now, dnsInterval)) {
    for (;;) {
      // whoever works on a row has just set its time
      const lock = kind === 'postgres' ? sql`for update skip locked` : sql``
      const { numAffectedRows = 0n } = await sql`
        update ${sql.table(table)} set ${sql.ref(column)} = ${now} where ${sql.ref(key)} in (
          select ${sql.ref(key)} from ${sql.table(table)}
          where ${sql.ref(column)} > ${now} + ${ms(apart)} and ${where} and ${sql.ref(column)} > ${now} + ${ms(apart)} + (${most})
          limit ${ms(batch)} ${lock})`.execute(db)
      changed += Number(numAffectedRows)
      if (Number(numAffectedRows) < batch) break
    }
  }
  return changed
}

/** Looks every minute, and at the start, for what a wrong clock has put off. */
export class WrongClock {
  readonly #work: BackgroundWork<undefined>

  constructor(parts: BackgroundParts & Pick<Services, 'settings' | 'log'>) {
    this.#work = new BackgroundWork(parts, {
      name: 'wrong-clock',
      intervalMs: minute,
      failure: 'looking for what a wrong clock has put off failed',
      counts: () => undefined,
      work: async () => {
        const { log, settings } = parts
        const count = await makeDue(parts, settings.dnsInterval)
        if (count > 0) log.warn({ count }, 'a clock was wrong: what it had put off is due now')
      },
    })
  }

  start(): void {
    this.#work.start()
  }

  stop(): Promise<void> {
    return this.#work.stop()
  }
}
