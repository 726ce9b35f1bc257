import type { ReadOf, readFigures } from '../../../contract/index.ts'
import type { Scope } from '../../api/scope.ts'
import { Spark } from '../../kit/charts/Spark.tsx'
import { bytes, count } from '../../kit/format/format.ts'
import type { Zone } from '../../kit/format/time.ts'
import type { Tile } from '../../kit/layout/Tiles.tsx'
import { Measured } from '../../kit/values/Measured.tsx'
import { sinceDay } from './measured-since.ts'
import { serverWords } from './server-words.ts'

/** While it loads. */
export const savedLabel = 'Saved this month'

type Saved = Pick<
  ReadOf<typeof readFigures.user>,
  'saved_requests' | 'saved_bytes' | 'saved_days' | 'saved_from' | 'month_from' | 'added_at'
>

/** What the server of a site, or those of an account's sites, were spared in this month, and since when that counts. */
export function savedTile(
  { saved_requests, saved_bytes, saved_days, saved_from, month_from, added_at }: Saved,
  scope: Scope,
  zone: Zone,
): Tile {
  const until = sumsOf(saved_days)
  const kept = `kept off ${serverWords(scope)}`
  return {
    label: `Saved ${sinceDay(Date.parse(saved_from ?? month_from), Date.now(), added_at, zone)}`,
    value: (
      <Measured
        value={saved_requests}
        format={(value) => `${count(value)} requests`}
        why="no requests counted this month"
      />
    ),
    isGood: (saved_requests ?? 0) > 0,
    note: saved_requests === null ? '\u00a0' : saved_bytes === null ? kept : `${bytes(saved_bytes)} ${kept}`,
    chart: (until.at(-1) ?? 0) > 0 && (
      <Spark label="Requests saved on the days of the month" values={until} tone="good" />
    ),
  }
}

/** The sum up to each value. */
function sumsOf(values: readonly number[]): readonly number[] {
  let sum = 0
  return values.map((value) => (sum += value))
}
