import type { Sample } from '../../../contract/index.ts'
import { type Limits, severityOf } from './judge.ts'
import { sampleKind } from './result-kind.ts'
import { Severity } from './Severity.tsx'

interface Props {
  sample: Pick<Sample, 'sample_type' | 'judged' | 'metrics'> & Partial<Pick<Sample, 'issues'>>
  /** Of its monitor. */
  limits: Limits
}

/** A sample's severity with its monitor's limits, and what it's about: `HTTP 503`, `Page score 42` or `slow`. */
export function SampleSeverity({ sample, limits }: Props) {
  const severity = severityOf(sample, limits)
  const isSlow = severity !== sample.sample_type
  return <Severity type={severity} judged={sample.judged} kind={isSlow ? 'slow' : sampleKind(sample)} />
}
