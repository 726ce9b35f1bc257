import { v7 as uuid } from 'uuid'
import { metricNames, type SampleType } from '../../src/contract/index.ts'
import type { Monitor, SampleRow } from '../../src/service/database/index.ts'
import { packDetail, packMetrics } from '../../src/service/monitoring/index.ts'
import { scriptedMeasurement } from './measure.ts'
import { scriptedBrowser } from './world.ts'

interface Made {
  readonly row: SampleRow
  readonly detail?: { sample_id: string; detail: Uint8Array }
}

/** How many of the latest samples keep their requests: the older ones would only take time to make. */
const detailed = 60

/** A monitor's samples of the last days, oldest first, and what the monitor says of its latest. */
export function sampleRows(
  monitor: Monitor,
  now: number,
  days: number,
  location: string,
): { rows: Made[]; last: string | null; lastAt: number | null } {
  const interval = monitor.interval_ms ?? 30 * 60_000
  const { url } = (JSON.parse(monitor.spec) as { constants: { url: string } }).constants
  const count = Math.floor((days * 24 * 3600_000) / interval)
  const latest = (monitor.next_due_at ?? now) - interval
  const rows = Array.from({ length: count }, (_, i): Made => {
    const at = latest - (count - 1 - i) * interval
    const measurement = scriptedMeasurement({
      type: monitor.type,
      url,
      at,
      view: monitor.type === 'WEBPAGE' ? 'EMPTY' : null,
      location,
    })
    const row: SampleRow = {
      id: uuid(),
      monitor_id: monitor.id,
      taken_at: at,
      sample_type: measurement.issues.reduce<SampleType>(
        (worst, { severity }) => (severity > worst ? severity : worst),
        0,
      ),
      location,
      data_center: location,
      connectivity: null,
      browser: monitor.type === 'WEBPAGE' ? JSON.stringify(scriptedBrowser) : null,
      view: measurement.view,
      issues: JSON.stringify(measurement.issues),
      metrics: packMetrics(measurement.metrics),
    }
    return count - i > detailed ? { row } : { row, detail: { sample_id: row.id, detail: packDetail(measurement) } }
  })
  const last = rows.at(-1)?.row
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
    }),
    lastAt: last.taken_at,
  }
}
