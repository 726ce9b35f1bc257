import type { Monitor } from '../../../../contract/index.ts'
import { Severity } from '../../../components/Mark.tsx'
import { EmptyCell } from '../../../components/Measured.tsx'
import { Stacked } from '../../../components/Stacked.tsx'
import { Time } from '../../../components/Time.tsx'

/** The severity of the latest sample, and when it was taken. */
export function LastResult({ monitor }: { monitor: Monitor }) {
  const { last_sample } = monitor
  if (last_sample === undefined) return <EmptyCell why="not reported in a known format" />
  if (last_sample === null) return <>None yet</>
  return (
    <Stacked below={<Time at={last_sample.taken_at} withoutZone />}>
      <Severity type={last_sample.sample_type} judged={last_sample.judged} />
    </Stacked>
  )
}
