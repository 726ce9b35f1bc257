import type { WholeSample } from '../../../../contract/index.ts'
import { faultInWords, faultOf } from '../../../../words/fault.ts'
import type { Scope } from '../../../api/scope.ts'
import { Band } from '../../../kit/feedback/Band.tsx'
import { readerOf } from '../../sites/server-words.ts'
import { pageFailure } from '../metrics.ts'
import type { Limits } from '../judge.ts'
import { sampleVerdict } from './sample-verdict.ts'

interface Props {
  scope: Scope
  sample: WholeSample
  limits: Limits
}

/** What a sample shows, on top of its page: the worst of it and, of a page that failed, whose fault it is. */
export function SampleBand({ scope, sample, limits }: Props) {
  const verdict = sampleVerdict(sample, limits)
  if (!verdict) return null
  const reader = readerOf(scope)
  // some fields of a header may be unknown
  const headers = sample.headers?.flatMap(({ name, value }) => (name && value ? [{ name, value }] : []))
  const found = pageFailure(sample) === undefined ? undefined : faultOf({ kind: 'down', cause: '', headers }, reader)
  return (
    <Band
      label="Verdict"
      {...verdict}
      {...(found ? { detail: `It’s ${faultInWords(found.fault, reader)}. ${found.evidence}` } : {})}
    />
  )
}
