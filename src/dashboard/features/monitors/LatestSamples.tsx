import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { listSamples, Monitor, ReadOf } from '../../../contract/index.ts'
import type { Scope } from '../../api/scope.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { LoadingLines } from '../../kit/values/LoadingLines.tsx'
import { SampleTable } from './detail/SampleTable.tsx'

interface Props {
  scope: Scope
  /** The monitor's type. */
  type: string | undefined
  latest: UseQueryResult<ReadOf<typeof listSamples.partner>>
  /** How many to show; all that were read if absent. */
  most?: number
  /** What to say when there are none: when the first ones arrive. */
  whenNone: ReactNode
  /** The monitor's. */
  limits?: Monitor['limits']
}

/** A monitor's latest samples, as far as they have been read. */
export function LatestSamples({ scope, type, latest, most, whenNone, limits }: Props) {
  if (!latest.data) {
    return latest.error ? (
      <ErrorState error={latest.error} title="Couldn’t load the samples." onRetry={() => void latest.refetch()} />
    ) : (
      <LoadingLines />
    )
  }
  const samples = latest.data.rows.slice(0, most)
  return samples.length > 0 ? (
    <SampleTable scope={scope} label="Latest samples" type={type} samples={samples} limits={limits} />
  ) : (
    <EmptyState title="No samples yet">{whenNone}</EmptyState>
  )
}
