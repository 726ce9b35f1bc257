import type { Sample } from '../../../contract/index.ts'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { FullRecord } from '../../kit/values/FullRecord.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'

/** In a table: a sample's worst issue and how many others there are. A sample with unknown fields is shown in full. */
export function SampleIssues({ sample: { issues, sample_type, raw } }: { sample: Sample }) {
  if (sample_type === undefined) return <FullRecord value={raw} what="sample" />
  if (!issues) return <EmptyCell why="not reported" />
  const [worst, ...others] = issues.toSorted((a, b) => b.severity - a.severity)
  if (!worst) return 'None'
  return (
    <>
      <Breakable text={worst.message} />
      {others.length > 0 && ` (and ${others.length} more)`}
    </>
  )
}
