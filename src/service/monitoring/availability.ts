import { momentOf, type ParsedInput, type readAvailability } from '../../contract/index.ts'
import type { Database, Monitor } from '../database/index.ts'

const hour = 3_600_000

/** The availability of a monitor, and its share of clean samples, in the hours of a period. */
export async function availabilityOf(
  { id }: Monitor,
  query: ParsedInput<typeof readAvailability.user>['query'],
  { db }: Pick<Database, 'db'>,
  now: number,
) {
  const to = (query.to === undefined ? undefined : momentOf(query.to)) ?? now
  const from = (query.from === undefined ? undefined : momentOf(query.from)) ?? to - 24 * hour
  const [first, end] = [Math.floor(from / hour), Math.ceil(to / hour)]
  const sums = await db
    .selectFrom('availability')
    .select((eb) => [
      eb.fn.sum<number | null>('measured_ms').as('measured'),
      eb.fn.sum<number | null>('failed_ms').as('failed'),
      eb.fn.sum<number | null>('rounds').as('rounds'),
      eb.fn.sum<number | null>('failed_rounds').as('failed_rounds'),
      eb.fn.sum<number | null>('samples').as('samples'),
      eb.fn.sum<number | null>('clean_samples').as('clean_samples'),
    ])
    .where('monitor_id', '=', id)
    .where('hour', '>=', first)
    .where('hour', '<', end)
    .executeTakeFirstOrThrow()
  const { measured, failed, rounds, failed_rounds, samples, clean_samples } = Object.fromEntries(
    Object.entries(sums).map(([name, sum]) => [name, Number(sum ?? 0)]),
  ) as Record<keyof typeof sums, number>
  return {
    availability: measured > 0 ? (measured - failed) / measured : null,
    rounds,
    failed_rounds,
    clean: samples > 0 ? clean_samples / samples : null,
    samples,
    clean_samples,
  }
}
