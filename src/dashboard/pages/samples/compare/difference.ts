import { formatMetric } from '../../../format/metrics.ts'
import { percent } from '../../../format/format.ts'

export interface Difference {
  /** `+120 ms, +12 %` */
  readonly words: string
  /** More is worse, except for the score; undefined if neither is better. */
  readonly isWorse: boolean | undefined
}

const neutral: ReadonlySet<string> = new Set(['status_code', 'asset_count'])

/** The difference between two values; undefined if one of them wasn't measured. */
export function differenceOf(
  name: string,
  from: number | null | undefined,
  to: number | null | undefined,
): Difference | undefined {
  if (typeof from !== 'number' || typeof to !== 'number') return undefined
  const by = to - from
  if (by === 0) return { words: 'no change', isWorse: undefined }
  const sign = by > 0 ? '+' : '−'
  const share = from === 0 || name === 'status_code' ? '' : `, ${sign}${percent(Math.abs(by / from))}`
  const isMore = by > 0
  return {
    words: `${sign}${formatMetric(name, Math.abs(by))}${share}`,
    isWorse: neutral.has(name) ? undefined : name === 'service_score' ? !isMore : isMore,
  }
}
