import type { Monitor } from '../../../../contract/index.ts'
import { latestResultOf } from '../reads.ts'
import { resultKind } from '../../samples/result-kind.ts'
import { Severity } from '../../samples/Severity.tsx'
import { EmptyCell } from '../../../kit/values/Measured.tsx'
import { Stacked } from '../../../kit/layout/Stacked.tsx'
import { Time } from '../../../kit/values/Time.tsx'

/** The severity of the latest round, and when it was last measured. */
export function LastResult({ monitor }: { monitor: Monitor }) {
  const result = latestResultOf(monitor)
  if (result === undefined) return <EmptyCell why="not reported in a known format" />
  if (result === null) return <>None yet</>
  return (
    <Stacked below={<Time at={result.taken_at} withoutZone />}>
      <Severity
        type={result.sample_type}
        judged={result.judged}
        kind={resultKind(result.sample_type, result.metrics)}
      />
    </Stacked>
  )
}
