import type { Monitor } from '../../../../contract/index.ts'
import { latestResultOf } from '../../../api/monitors.ts'
import { Severity } from '../../../components/Mark.tsx'
import { EmptyCell } from '../../../components/Measured.tsx'
import { Stacked } from '../../../components/Stacked.tsx'
import { Time } from '../../../components/Time.tsx'

/** The severity of the latest round, and when it was last measured. */
export function LastResult({ monitor }: { monitor: Monitor }) {
  const result = latestResultOf(monitor)
  if (result === undefined) return <EmptyCell why="not reported in a known format" />
  if (result === null) return <>None yet</>
  return (
    <Stacked below={<Time at={result.taken_at} withoutZone />}>
      <Severity type={result.sample_type} judged={result.judged} />
    </Stacked>
  )
}
