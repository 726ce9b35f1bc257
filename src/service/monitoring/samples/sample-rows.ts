import { runnerLimits } from '../limits.ts'
import type { Measurement } from '../../checks/index.ts'
import type { Insertable } from 'kysely'
import type { KeptDetailTable, Monitor, SampleDetailTable, SampleTable, ScreenshotTable } from '../../database/index.ts'

/** A sample without what is known once its details are packed. */
export type BareSampleRow = Omit<Insertable<SampleTable>, 'detail_bytes' | 'screenshot_bytes'>

type Screenshot = Measurement['screenshots'][number]

/** The rows that store a sample. */
export interface SampleRows {
  readonly sample: Insertable<SampleTable>
  readonly detail: Insertable<SampleDetailTable>
  readonly screenshots: readonly Insertable<ScreenshotTable>[]
  readonly kept: KeptDetailTable
  /** How much they add to the monitor's `kept_bytes`. */
  readonly bytes: number
}

/** The rows that store a sample with its packed details and its screenshots, as far as they are within their limit. */
export function sampleRowsOf(
  monitor: Pick<Monitor, 'account_id'>,
  row: BareSampleRow,
  detail: Uint8Array,
  screenshots: readonly Screenshot[],
): SampleRows {
  const shots = within(screenshots, runnerLimits.screenshots)
  const sizes = { detail_bytes: detail.length, screenshot_bytes: sizeOf(shots) }
  return {
    sample: { ...row, ...sizes },
    detail: { sample_id: row.id, detail },
    screenshots: shots.map((shot, position) => ({ sample_id: row.id, position, ...shot })),
    kept: {
      sample_id: row.id,
      monitor_id: row.monitor_id,
      account_id: monitor.account_id,
      taken_at: row.taken_at,
      ...sizes,
    },
    bytes: sizes.detail_bytes + sizes.screenshot_bytes,
  }
}

/** Drops every second screenshot until the rest fit. The last one, the finished page, is the last to go. */
function within(screenshots: readonly Screenshot[], maxBytes: number): readonly Screenshot[] {
  let kept = screenshots
  while (sizeOf(kept) > maxBytes) kept = kept.length === 1 ? [] : kept.filter((_, i) => (kept.length - 1 - i) % 2 === 0)
  return kept
}

function sizeOf(screenshots: readonly Screenshot[]): number {
  return screenshots.reduce((sum, { data }) => sum + data.length, 0)
}
