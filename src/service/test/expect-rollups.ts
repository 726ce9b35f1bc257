import type { Kysely } from 'kysely'
import { expect } from 'vitest'
import type { SampleRow, Schema } from '../database/index.ts'
import { hourOf, packRollUp } from '../rollups/index.ts'

/** Packed samples as text: each database returns bytes in a class of its own. */
const asText = (bytes: Uint8Array | null) => bytes && Buffer.from(bytes).toString('hex')

/** A sample that isn't judged has no values for percentiles. */
const judged = (sample: SampleRow): SampleRow => (sample.judged === 1 ? sample : { ...sample, metrics: '[]' })

/**
 * Computes every roll-up again from all samples and compares it with what is stored, except for the hours that are recorded
 * as stale.
 * @returns how many roll-ups there are
 */
export async function expectRollupsToMatch(db: Kysely<Schema>): Promise<number> {
  const stale = await db.selectFrom('stale_hours').selectAll().execute()
  const staleHours = new Set(stale.map(({ monitor_id, hour }) => `${monitor_id} ${hour}`))
  const isFresh = (monitorId: string, hour: number) => !staleHours.has(`${monitorId} ${hour}`)
  const samples = (await db.selectFrom('samples').selectAll().execute()).filter(({ monitor_id, taken_at }) =>
    isFresh(monitor_id, hourOf(taken_at)),
  )
  const groups = Map.groupBy(samples, ({ monitor_id, taken_at, location, data_center, connectivity, view }) =>
    JSON.stringify([monitor_id, hourOf(taken_at), location, data_center, connectivity, view]),
  )
  const expected = new Map([...groups].map(([group, of]) => [group, [of.length, asText(packRollUp(of.map(judged)))]]))
  const stored = (await db.selectFrom('sample_rollups').selectAll().execute())
    .filter(({ monitor_id, hour }) => isFresh(monitor_id, hour))
    .map(({ monitor_id, hour, location, data_center, connectivity, view, samples: count, data }) => [
      JSON.stringify([monitor_id, hour, location, data_center, connectivity, view]),
      [count, asText(data)],
    ])
  expect(Object.fromEntries(stored)).toEqual(Object.fromEntries(expected))
  return stored.length
}
