import { type Browser, type capabilitiesRecord, deviceNames, deviceOf } from '../../../contract/index.ts'
import type * as z from 'zod/mini'
import type { Services } from '../../api/services.ts'

type Capabilities = z.input<typeof capabilitiesRecord> & {
  locations: { name: string; data_center: string }[]
  browsers: Browser[]
}

/** How long a location without a running runner stays on offer. Its checks wait until the runner is back. */
const offeredFor = 7 * 24 * 3600_000

/** Common connections, named as in WebPageTest's connectivity profiles. kbps, ms and percent. */
const presets = [
  { name: 'Fibre', bandwidth_down: 20_000, bandwidth_up: 5_000, latency: 4, drop_rate: 0 },
  { name: 'Cable', bandwidth_down: 5_000, bandwidth_up: 1_000, latency: 28, drop_rate: 0 },
  { name: 'DSL', bandwidth_down: 1_500, bandwidth_up: 384, latency: 50, drop_rate: 0 },
  { name: '4G', bandwidth_down: 9_000, bandwidth_up: 9_000, latency: 170, drop_rate: 0 },
  { name: '3G', bandwidth_down: 1_600, bandwidth_up: 768, latency: 300, drop_rate: 0 },
]

/** The locations, browsers and connectivities on offer. The service's own location comes first. */
export async function capabilitiesOf({ database, settings, world }: Services): Promise<Capabilities> {
  const runners = await database.db
    .selectFrom('runners')
    .select(['location', 'data_center', 'browsers'])
    .where('seen_at', '>', world.clock.now() - offeredFor)
    .orderBy('location')
    .execute()
  const locations = new Map([[settings.location, settings.location]])
  const browsers = new Map<string, Browser>()
  for (const runner of runners) {
    locations.set(runner.location, runner.data_center)
    for (const browser of JSON.parse(runner.browsers) as Browser[])
      browsers.set(`${browser.name} ${browser.version}`, browser)
  }
  return {
    locations: [...locations].map(([name, data_center]) => ({ name, data_center })),
    browsers: [...browsers.values()],
    devices: deviceNames.map(deviceOf),
    connectivities: presets,
  }
}
