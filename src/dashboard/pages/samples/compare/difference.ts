import { formatMetric } from '../../../format/metrics.ts'
import { percent } from '../../../format/format.ts'

export interface Difference {
  /** `+120 ms, +12 %` */
  readonly words: string
  /** More is worse, but for the score; undefined where neither is. */
  readonly isWorse: boolean | undefined
}

const neutral: ReadonlySet<string> = new Set(['status_code', 'asset_count'])

/** How far a value is from another; undefined where one of them was not measured. */
export function differenceOf(
  name: string,
  from: number | null | undefined,
  to: number | null | undefined,
): Difference | undefined {
  if (typeof from !== 'number' || typeof to !== 'number') return undefined
  const by = to - from
  if (by === 0) return { words: 'the same', isWorse: undefined }
  const sign = by > 0 ? '+' : '−'
  const share = from === 0 || name === 'status_code' ? '' : `, ${sign}${percent(Math.abs(by / from))}`
  const isMore = by > 0
  return {
    words: `${sign}${formatMetric(name, Math.abs(by))}${share}`,
    isWorse: neutral.has(name) ? undefined : name === 'service_score' ? !isMore : isMore,
  }
}
