import type { Kysely, Transaction } from 'kysely'
import { defaultInterval } from '../../../contract/index.ts'
import type { Schema, Site } from '../../database/index.ts'
import { stopWatching } from '../../incidents/index.ts'
import type { Services } from '../../api/services.ts'
import { sharedTime } from '../../time/shared-time.ts'
import { newMonitorRow } from './create.ts'
import { lockMonitors } from './lock-monitors.ts'
import { type MonitorSpec, readSpec } from './rules.ts'

/** Creates the monitor of a site's key page, which is its home page. */
export async function insertKeyPageMonitor(db: Kysely<Schema>, site: Site, services: Services): Promise<void> {
  const { location } = services.settings
  const runner = await db
    .selectFrom('runners')
    .select('browsers')
    .where('location', '=', location)
    .orderBy('seen_at', 'desc')
    .executeTakeFirst()
  const browsers = JSON.parse(runner?.browsers ?? '[]') as { name: string; version: string }[]
  const spec: MonitorSpec = {
    template_type: 'multi-location',
    constants: { ...addressOf(site), http_headers: null, auth: null, screenshots: true, browser_cache: 'EMPTY' },
    variables: { locations: [location], connectivities: [], browsers: browsers.slice(0, 1) },
    timing: { interval: defaultInterval, policy: 'PARALLEL', duration: null, run_times: null },
  }
  const row = newMonitorRow('monitor', site.host, 'WEBPAGE', spec, await sharedTime(services, db), {
    account_id: site.account_id,
    site_id: site.id,
    running: true,
  })
  await db.insertInto('monitors').values(row).execute()
}

/** Points the monitor of the key page at the site's current host. Its samples stay. */
export async function moveKeyPageMonitor(trx: Transaction<Schema>, site: Site, services: Services): Promise<void> {
  const { database, world } = services
  const monitors = await trx.selectFrom('monitors').select(['id', 'spec']).where('site_id', '=', site.id).execute()
  if (monitors.length === 0) return insertKeyPageMonitor(trx, site, services)
  const ids = monitors.map(({ id }) => id)
  if (database.kind === 'postgres') await lockMonitors(trx, ids)
  await stopWatching(trx, database.kind, ids, world.clock.now())
  for (const monitor of monitors) {
    const spec = readSpec(monitor)
    await trx
      .updateTable('monitors')
      .set({
        name: site.host,
        name_lower: site.host,
        spec: JSON.stringify({ ...spec, constants: { ...spec.constants, ...addressOf(site) } }),
        updated_at: world.clock.now(),
      })
      .where('id', '=', monitor.id)
      .execute()
  }
}

function addressOf({ host, https }: Site): { url: string; protocol: string } {
  const scheme = https === 1 ? 'https' : 'http'
  return { url: `${scheme}://${host}/`, protocol: scheme.toUpperCase() }
}
