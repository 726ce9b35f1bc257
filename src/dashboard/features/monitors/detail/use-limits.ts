import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { limitedMetricsOf, limitRange, type LimitedMetric, type Monitor } from '../../../../contract/index.ts'
import { saveLimits } from '../reads.ts'
import type { Scope } from '../../../api/scope.ts'
import { formatMetricTick } from '../../samples/metrics.ts'
import { toast } from '../../../kit/feedback/toast.ts'

type Limits = Readonly<Record<string, number>>

interface Change {
  readonly limits: Limits
  readonly said: string
  readonly removing: boolean
  readonly metric: string
  readonly undo: (() => void) | undefined
}

export interface LimitState {
  readonly metric: LimitedMetric
  /** Undefined without a limit. One that is being entered or saved is shown already. */
  readonly value: number | undefined
  /** Whether it's a first limit that isn't saved yet. */
  readonly isNew: boolean
  /** Begins a first limit without saving it. With undefined, drops it. */
  readonly draft: (value: number | undefined) => void
  readonly range: { readonly min: number; readonly max: number }
  /** With undefined, removes the limit. */
  readonly set: (value: number | undefined) => void
  /** Why the last change failed. The limit is as before. */
  readonly error: Error | null
  readonly removing: boolean
}

/** Why a metric can't have a limit. */
export interface NoLimit {
  readonly reason: string
}

/** The limit of a monitor's metric. */
export function useLimit(scope: Scope, id: string, monitor: Monitor, metric: string): LimitState | NoLimit {
  const [shown, setShown] = useState<Limits>()
  const [draft, setDraft] = useState<{ readonly metric: string; readonly value: number }>()
  const save = useMutation({
    mutationFn: ({ limits }: Change) => saveLimits(scope, id, limits),
    // one after the other, as they were made
    scope: { id: `limits ${id}` },
    onSuccess: (_, { said, undo }) => {
      toast(said, undo, `limits ${id}`)
      setDraft(undefined)
    },
  })
  if (monitor.limits === undefined) return { reason: 'This service doesn’t offer limits.' }
  const limited = limitedMetricsOf(monitor.type).find((name) => name === metric)
  if (!limited) return { reason: 'Only times, sizes, requests and layout shift can have a limit.' }

  const limits = shown ?? monitor.limits ?? {}
  const change = (value: number | undefined, said: string, undo?: () => void) => {
    const { [limited]: _before, ...others } = limits
    const next = value === undefined ? others : { ...others, [limited]: value }
    setShown(next)
    // the record that was read again arrives a moment after it was read
    const onSettled = () => setTimeout(() => setShown((now) => (now === next ? undefined : now)))
    save.mutate({ limits: next, said, removing: value === undefined, metric, undo }, { onSettled })
  }
  const before = limits[limited]
  const set = (value: number | undefined) => {
    // stays until it's saved
    if (value !== undefined && draft?.metric === limited) setDraft({ metric: limited, value })
    change(value, value === undefined ? 'Limit removed' : `Limit set to ${formatMetricTick(limited, value)}`, () =>
      change(before, 'Limit is as it was'),
    )
  }
  const isHere = save.variables?.metric === metric
  const isNew = draft?.metric === limited
  return {
    metric: limited,
    value: isNew ? draft.value : limits[limited],
    isNew,
    draft: (value) => {
      save.reset()
      setDraft(value === undefined ? undefined : { metric: limited, value })
    },
    range: limitRange(limited),
    set,
    error: isHere ? save.error : null,
    removing: save.variables?.removing ?? false,
  }
}
