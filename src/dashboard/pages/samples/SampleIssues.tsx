import type { Sample } from '../../../contract/index.ts'
import { FullRecord } from '../../components/FullRecord.tsx'
import { EmptyCell } from '../../components/Measured.tsx'

/** In a table: a sample's worst issue and how many others there are. A sample with unknown fields is shown in full. */
export function SampleIssues({ sample: { issues, sample_type, raw } }: { sample: Sample }) {
  if (sample_type === undefined) return <FullRecord value={raw} what="sample" />
  if (!issues) return <EmptyCell why="not reported" />
  const [worst, ...others] = issues.toSorted((a, b) => b.severity - a.severity)
  if (!worst) return 'None'
  return others.length > 0 ? `${worst.message} (and ${others.length} more)` : worst.message
}
