import { describe, expect, test } from 'vitest'
import { runnerLimits } from '../limits.ts'
import { type BareSampleRow, sampleRowsOf } from './sample-rows.ts'

const row: BareSampleRow = {
  id: 's',
  monitor_id: 'm',
  taken_at: 1,
  sample_type: 0,
  location: 'local',
  data_center: 'local',
  connectivity: null,
  browser: null,
  view: 'EMPTY',
  issues: '[]',
  metrics: '[]',
}
const shots = (count: number, bytes: number) =>
  Array.from({ length: count }, (_, at) => ({ at, content_type: 'image/jpeg', data: new Uint8Array(bytes) }))
const rowsWith = (screenshots: ReturnType<typeof shots>) =>
  sampleRowsOf({ account_id: 'a' }, row, new Uint8Array(10), screenshots)

describe('the screenshots of a sample', () => {
  test('are stored with their size', () => {
    const { sample, screenshots, kept, bytes } = rowsWith(shots(3, 100))
    expect(screenshots.map(({ position, at }) => [position, at])).toEqual([
      [0, 0],
      [1, 1],
      [2, 2],
    ])
    const sizes = { detail_bytes: 10, screenshot_bytes: 300 }
    expect(sample).toEqual({ ...row, ...sizes })
    expect(kept).toEqual({ sample_id: 's', monitor_id: 'm', account_id: 'a', taken_at: 1, ...sizes })
    expect(bytes).toBe(310)
  })

  test('that are too large together are thinned out, down to the last', () => {
    const max = runnerLimits.screenshots
    const stored = (count: number, size: number) => rowsWith(shots(count, size)).screenshots.map(({ at }) => at)
    expect(stored(20, max / 20)).toHaveLength(20)
    expect(stored(20, max / 19)).toEqual([1, 3, 5, 7, 9, 11, 13, 15, 17, 19])
    expect(stored(4, max)).toEqual([3])
    expect(stored(4, max + 1)).toEqual([])
    expect(rowsWith(shots(1000, max / 100)).bytes).toBeLessThanOrEqual(max + 10)
  })
})
