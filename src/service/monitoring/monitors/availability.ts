import type { ExpressionBuilder } from 'kysely'
import { momentOf, type ParsedInput, type readAvailability } from '../../../contract/index.ts'
import type { Database, Monitor, Schema } from '../../database/index.ts'
import { timesAhead } from '../../incidents/index.ts'

const hour = 3_600_000

/** The availability of a monitor, and its share of clean samples, in the hours that begin within a period. */
export async function availabilityOf(
  { id }: Monitor,
  query: ParsedInput<typeof readAvailability.user>['query'],
  { db }: Pick<Database, 'db'>,
  now: number,
) {
  const to = (query.to === undefined ? undefined : momentOf(query.to)) ?? now
  const from = (query.from === undefined ? undefined : momentOf(query.from)) ?? to - 24 * hour
  const end = Math.ceil(to / hour)
  // an hour that began before the period would add rounds that aren't in it
  const first = Math.min(Math.ceil(from / hour), end - 1)
  const sums = await db
    .selectFrom('availability')
    .select((eb) => [
      sumOf(eb, 'measured_ms').as('measured'),
      sumOf(eb, 'failed_ms').as('failed'),
      sumOf(eb, 'rounds').as('rounds'),
      sumOf(eb, 'failed_rounds').as('failed_rounds'),
      sumOf(eb, 'samples').as('samples'),
      sumOf(eb, 'clean_samples').as('clean_samples'),
    ])
    .where('monitor_id', '=', id)
    .where('hour', '>=', first)
    .where('hour', '<', end)
    .executeTakeFirstOrThrow()
  const { rounds, failed_rounds, samples, clean_samples } = sums
  const [ahead] = (await timesAhead({ db }, [id], now)).filter(({ hour: at }) => at >= first && at < end)
  const measured = sums.measured - (ahead?.measured_ms ?? 0)
  const failed = sums.failed - (ahead?.failed_ms ?? 0)
  return {
    availability: measured > 0 ? (measured - failed) / measured : null,
    rounds,
    failed_rounds,
    clean: samples > 0 ? clean_samples / samples : null,
    samples,
    clean_samples,
  }
}

/** 0 without rows. */
function sumOf(eb: ExpressionBuilder<Schema, 'availability'>, column: keyof Schema['availability']) {
  return eb.cast<number>(eb.fn.coalesce(eb.fn.sum(column), eb.lit(0)), 'bigint')
}
