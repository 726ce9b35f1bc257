import { v7 as uuid } from 'uuid'
import { metricNames, worstSeverity } from '../../src/contract/index.ts'
import type { Monitor } from '../../src/service/database/index.ts'
import { packDetail, packMetrics, readSpec, sampleRowsOf, type SampleRows } from '../../src/service/monitoring/index.ts'
import { scriptedMeasurement, type Troubles } from './measure.ts'
import type { Measurement } from '../../src/service/checks/index.ts'

export interface SeededSample {
  readonly sample: SampleRows['sample']
  /** Only the latest samples have details. */
  readonly stored?: SampleRows
}

/**
 * How many of the latest samples get requests and screenshots, in the main account and elsewhere. Older ones go without, to
 * save time and memory: a page has many.
 */
const detailedSamples = { HTTP: 240, WEBPAGE: 60, elsewhere: 8 } as const

/** What a sample of a monitor measures, anew at every call with the same result. */
export function measuredBy(
  { type, spec }: Pick<Monitor, 'type' | 'spec'>,
  conditions: Pick<Parameters<typeof scriptedMeasurement>[0], 'at' | 'view' | 'location' | 'connectivity' | 'troubles'>,
  isDetailed: boolean,
): Measurement {
  const { constants } = readSpec({ spec })
  return scriptedMeasurement({
    type,
    url: constants.url,
    screenshots: isDetailed && constants.screenshots === true,
    ...(constants.device && { device: constants.device }),
    ...conditions,
  })
}

/** Data centers of the scripted locations. The data center of the service's own location has the location's name. */
export const dataCenters: Readonly<Record<string, string>> = { Virginia: 'iad2', Tokyo: 'hnd1' }

/**
 * A monitor's samples up to its latest round, oldest first, and the `last_sample` of its record. Each round has a sample
 * for each location, connection, browser and view.
 */
export async function sampleRows(
  monitor: Monitor,
  latest: number,
  rounds: number,
  troubles: Troubles,
  isMain: boolean,
): Promise<{ rows: SeededSample[]; last: string | null; lastAt: number | null }> {
  const interval = monitor.interval_ms ?? 60_000
  const { constants, variables } = readSpec(monitor)
  const views = constants.browser_cache === 'EMPTY_AND_FULL' ? (['EMPTY', 'FULL'] as const) : (['EMPTY'] as const)
  const variants = variables.locations.flatMap((location) =>
    (variables.connectivities.length > 0 ? variables.connectivities : [null]).flatMap((connectivity) =>
      (variables.browsers ?? [null]).flatMap((browser) =>
        (monitor.type === 'WEBPAGE' ? views : [null]).map((view) => ({ location, connectivity, browser, view })),
      ),
    ),
  )
  const count = rounds * variants.length
  const building = Array.from({ length: count }, async (_, i): Promise<SeededSample> => {
    const at = latest - (rounds - 1 - Math.floor(i / variants.length)) * interval
    const variant = variants[i % variants.length]
    const { location = '', connectivity = null, browser = null, view = null } = variant ?? {}
    const isDetailed = count - i <= (isMain ? detailedSamples[monitor.type] : detailedSamples.elsewhere)
    const measurement = measuredBy(monitor, { at, view, location, connectivity, troubles }, isDetailed)
    const row = {
      id: uuid(),
      monitor_id: monitor.id,
      taken_at: at,
      sample_type: worstSeverity(measurement.issues),
      location,
      data_center: dataCenters[location] ?? location,
      connectivity: connectivity === null ? null : JSON.stringify(connectivity),
      browser: browser === null ? null : JSON.stringify(browser),
      view: measurement.view,
      issues: JSON.stringify(measurement.issues),
      metrics: packMetrics(measurement.metrics),
      late_ms: null,
    }
    if (!isDetailed) return { sample: { ...row, detail_bytes: null, screenshot_bytes: null } }
    const stored = sampleRowsOf(monitor, row, await packDetail(measurement), measurement.screenshots)
    return { sample: stored.sample, stored }
  })
  const rows = await Promise.all(building)
  const last = rows.at(-1)?.sample
  const round = rows.slice(-variants.length).map(({ sample }) => sample.sample_type)
  if (!last) return { rows, last: null, lastAt: null }
  const values = JSON.parse(last.metrics) as (number | null)[]
  const metrics = Object.fromEntries(metricNames.map((name, i) => [name, values[i] ?? null]))
  return {
    rows,
    last: JSON.stringify({
      id: last.id,
      taken_at: new Date(last.taken_at).toISOString(),
      sample_type: last.sample_type,
      metrics,
      round: { due_at: new Date(last.taken_at).toISOString(), sample_type: Math.max(...round), judged: true },
    }),
    lastAt: last.taken_at,
  }
}
