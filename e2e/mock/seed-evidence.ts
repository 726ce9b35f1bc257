import type { Connectivity } from '../../src/contract/index.ts'
import type { Database } from '../../src/service/database/index.ts'
import { packDetail, sampleRowsOf } from '../../src/service/monitoring/index.ts'
import type { Troubles } from './measure.ts'
import { measuredBy } from './seed-samples.ts'

/** Gives each place of an open incident the details of its first failure and of the sample before it, as a service keeps them for days. */
export async function seedEvidence({ db }: Database, troubles: Troubles): Promise<void> {
  const first = await db
    .selectFrom('incident_places')
    .innerJoin('incidents', 'incidents.id', 'incident_places.incident_id')
    .innerJoin('samples', 'samples.id', 'incident_places.first_sample_id')
    .selectAll('samples')
    .where('incidents.ended_at', 'is', null)
    .execute()
  for (const failed of first) {
    const monitor = await db
      .selectFrom('monitors')
      .selectAll()
      .where('id', '=', failed.monitor_id)
      .executeTakeFirstOrThrow()
    const earlier = await db
      .selectFrom('samples')
      .selectAll()
      .where('monitor_id', '=', failed.monitor_id)
      .where('location', '=', failed.location)
      .where('taken_at', '<', failed.taken_at)
      .where('connectivity', 'is', failed.connectivity)
      .where('view', 'is', failed.view)
      .orderBy('taken_at', 'desc')
      .limit(1)
      .execute()
    for (const sample of [failed, ...earlier].filter(({ detail_bytes }) => detail_bytes === null)) {
      const connectivity = sample.connectivity === null ? null : (JSON.parse(sample.connectivity) as Connectivity)
      const { taken_at: at, view, location } = sample
      const measured = measuredBy(monitor, { at, view, location, connectivity, troubles }, true)
      const stored = sampleRowsOf(monitor, sample, await packDetail(measured), measured.screenshots)
      const { detail_bytes, screenshot_bytes } = stored.sample
      await db.updateTable('samples').set({ detail_bytes, screenshot_bytes }).where('id', '=', sample.id).execute()
      await db.insertInto('sample_details').values(stored.detail).execute()
      await db.insertInto('kept_details').values(stored.kept).execute()
      if (stored.screenshots.length > 0) await db.insertInto('screenshots').values(stored.screenshots).execute()
      await db
        .updateTable('monitors')
        .set((eb) => ({ kept_bytes: eb('kept_bytes', '+', stored.bytes) }))
        .where('id', '=', monitor.id)
        .execute()
    }
  }
}
