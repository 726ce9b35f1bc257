import type { Monitor, Sample } from '../../../../contract/index.ts'
import { latestResultOf } from '../reads.ts'
import { resultKind, sampleKind } from '../../samples/result-kind.ts'
import { Severity } from '../../samples/Severity.tsx'
import { EmptyCell } from '../../../kit/values/Measured.tsx'
import { Stacked } from '../../../kit/layout/Stacked.tsx'
import { Time } from '../../../kit/values/Time.tsx'

interface Props {
  monitor: Monitor
  /** Of its latest round, once it's known. */
  worst?: Partial<Sample> | undefined
  /** The mark stands elsewhere in the row. */
  isMarked?: boolean
}

/** What was wrong with the latest round, or its severity, and how long ago it was measured. */
export function LastResult({ monitor, worst, isMarked = false }: Props) {
  const result = latestResultOf(monitor)
  if (result === undefined) return <EmptyCell why="not reported in a known format" />
  if (result === null) return <>None yet</>
  return (
    <Stacked below={<Time at={result.taken_at} agoOnly />}>
      <Severity
        type={result.sample_type}
        judged={result.judged}
        isMarked={isMarked}
        kind={resultKind(result.sample_type, result.metrics) ?? kindOf(worst, result.sample_type)}
      />
    </Stacked>
  )
}

/** The latest sample isn't always the worst of its round. */
function kindOf(worst: Partial<Sample> | undefined, severity: number | undefined): string | undefined {
  if (worst === undefined || worst.sample_type !== severity) return undefined
  return sampleKind(worst)
}
