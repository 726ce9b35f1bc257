import pLimit from 'p-limit'
import { useRef, useState } from 'react'
import { limitedMetricsOf, type Monitor } from '../../../../contract/index.ts'
import { markStale } from '../../../api/change.ts'
import { ApiError } from '../../../../client/errors.ts'
import type { Limits } from '../limit-entry.ts'
import { isRunning, remove, replaceLimits, setRunning, type Kind } from '../reads.ts'
import type { Scope } from '../../../api/scope.ts'
import { confirm } from '../../../kit/dialogs/confirm.ts'
import { plural } from '../../../kit/format/format.ts'
import { toast } from '../../../kit/feedback/toast.ts'
import { nameOf } from './NameCell.tsx'
import { deletionWarning } from '../deletion-warning.ts'
import { rowError } from '../row-error.ts'

/** Limits for several monitors. Each keeps its other limits, unless they are removed. */
export interface LimitsForMany {
  readonly limits: Limits
  readonly removesOthers: boolean
}

export interface Bulk {
  /** The rows on the page that can be selected. */
  readonly ids: readonly string[]
  readonly selected: ReadonlySet<string>
  readonly selectedRows: readonly Monitor[]
  /** Why the last action failed, by ID. */
  readonly reasons: ReadonlyMap<string, string>
  /** Null unless an action is running. */
  readonly progress: { readonly done: number; readonly of: number } | null
  /** The result of the last action, in a sentence. */
  readonly outcome: string
  /** `through` also changes the rows from the one that was last changed. */
  readonly toggle: (id: string, on: boolean, through?: boolean) => void
  readonly setAll: (ids: readonly string[]) => void
  /** Starts or pauses those that are selected, or one. */
  readonly run: (running: boolean, id?: string) => Promise<void>
  readonly setLimits: (limits: LimitsForMany) => Promise<void>
  /** Leaves out what the action in progress hasn't begun yet. */
  readonly stop: () => void
  /** Those that are selected, or one. */
  readonly askToDelete: (id?: string) => void
}

const maxConcurrent = 4

/** The selection in a list, and what can be done to it or to a row. `shown` are the rows on the page; rows that fail stay selected. */
export function useBulk(scope: Scope, kind: Kind, shown: readonly Monitor[]): Bulk {
  const ids = shown.flatMap(({ id }) => id ?? [])
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())
  const [progress, setProgress] = useState<Bulk['progress']>(null)
  const [outcome, setOutcome] = useState('')
  const [changedLast, setChangedLast] = useState<string>()
  const selected = new Set(ids.filter((id) => selectedIds.has(id)))
  const stopped = useRef(false)
  const deselect = (done: readonly string[]) =>
    setSelectedIds((now) => new Set([...now].filter((id) => !done.includes(id))))

  /** Works on several monitors, a few at a time. Of those that are selected, what fails or isn't reached stays so. */
  const forEach = async (targets: readonly string[], work: (id: string) => Promise<unknown>) => {
    const failed = new Map<string, string>()
    const gone = new Set<string>()
    const left = new Set<string>()
    let done = 0
    stopped.current = false
    setReasons(new Map())
    setOutcome('')
    setProgress({ done, of: targets.length })
    const limit = pLimit(maxConcurrent)
    await Promise.all(
      targets.map((id) =>
        limit(async () => {
          if (stopped.current) return void left.add(id)
          try {
            await work(id)
          } catch (error) {
            // its row disappears, so it can't stay selected
            if (error instanceof ApiError && error.kind === 'not-found') gone.add(id)
            else failed.set(id, rowError(error))
          }
          setProgress({ done: ++done, of: targets.length })
        }),
      ),
    )
    setProgress(null)
    setReasons(failed)
    deselect(targets.filter((id) => !failed.has(id) && !left.has(id)))
    const reached = targets.filter((id) => !failed.has(id) && !gone.has(id) && !left.has(id))
    return { reached, failed: failed.size, gone: gone.size, left: left.size }
  }

  const run = async (running: boolean, targets: readonly string[], isUndo = false) => {
    if (progress) return
    const { reached, ...others } = await forEach(targets, (id) => setRunning(scope, id, running))
    // undo must not change those that were so already
    const changed = isUndo
      ? reached
      : reached.filter((id) => shown.some((row) => row.id === id && isRunning(row) !== running))
    const [verb, state] = running ? ['started', 'running'] : ['paused', 'paused']
    const already = reached.length - changed.length
    setOutcome(
      outcomeOf(verb, changed.length, { ...others, already: already > 0 ? `${already} already ${state}` : '' }),
    )
    // the bar may be out of view again
    if (changed.length > 0) toast(`${plural(changed.length, kind)} ${verb}`, () => void run(!running, changed, true))
    await markStale(running ? 'monitors.start' : 'monitors.stop')
  }

  const setLimits = async (wanted: LimitsForMany) => {
    if (progress) return
    const skipped = new Map<string, string>()
    const before = new Map(shown.map(({ id, limits }) => [id, limits ?? null]))
    const { reached, ...others } = await forEach([...selected], async (id) => {
      const next = limitsAfter(wanted, shown.find((row) => row.id === id) ?? {})
      if (next) await replaceLimits(scope, id, next)
      else skipped.set(id, 'No limit set: it doesn’t measure that.')
    })
    const changed = reached.filter((id) => !skipped.has(id))
    setReasons((failed) => new Map([...failed, ...skipped]))
    const already = skipped.size > 0 ? `${skipped.size} left as ${skipped.size === 1 ? 'it was' : 'they were'}` : ''
    setOutcome(outcomeOf('set', changed.length, { ...others, already }))
    const undo = async () => {
      const { reached: restored, ...failed } = await forEach(changed, (id) =>
        replaceLimits(scope, id, before.get(id) ?? null),
      )
      setOutcome(outcomeOf('as before', restored.length, failed))
      await markStale('monitors.setLimits')
    }
    if (changed.length > 0) toast(`Limits of ${plural(changed.length, kind)} set`, () => void undo())
    await markStale('monitors.setLimits')
  }

  const askToDelete = (targets: readonly string[]) => {
    if (progress) return
    const only = targets.length === 1 ? shown.find(({ id }) => id === targets[0]) : undefined
    const many = plural(targets.length, kind)
    confirm({
      title: `Delete ${only ? `the ${kind} ${nameOf(only)}` : many}?`,
      body: deletionWarning(targets.map((id) => shown.find((one) => one.id === id) ?? {})),
      verb: `Delete ${only ? kind : many}`,
      danger: true,
      action: async () => {
        try {
          await remove(scope, kind, targets)
        } catch (error) {
          setReasons(new Map(targets.map((id) => [id, whyNotDeleted(kind, id, error)])))
          throw error
        }
        setReasons(new Map())
        deselect(targets)
        toast(`${only ? nameOf(only) : many} deleted`)
        setOutcome(outcomeOf('deleted', targets.length))
        await markStale(`${kind}s.delete`)
      },
    })
  }

  return {
    ids,
    selected,
    selectedRows: shown.filter(({ id }) => id !== undefined && selected.has(id)),
    reasons,
    progress,
    outcome,
    toggle: (id, on, through = false) => {
      const next = new Set(selected)
      for (const one of through ? between(ids, changedLast, id) : [id]) {
        if (on) next.add(one)
        else next.delete(one)
      }
      setSelectedIds(next)
      setChangedLast(id)
      setOutcome('')
    },
    setAll: (all) => setSelectedIds(new Set(all)),
    run: (running, id) => run(running, id === undefined ? [...selected] : [id]),
    setLimits,
    stop: () => {
      stopped.current = true
    },
    askToDelete: (id) => askToDelete(id === undefined ? [...selected] : [id]),
  }
}

/** The IDs from one to another, in the order of the list. Only the other if the first isn't listed. */
function between(ids: readonly string[], from: string | undefined, to: string): readonly string[] {
  const [a, b] = [from === undefined ? -1 : ids.indexOf(from), ids.indexOf(to)]
  return a < 0 ? [to] : ids.slice(Math.min(a, b), Math.max(a, b) + 1)
}

/** A request deletes all or nothing. The error names those that don't exist; the others weren't deleted because of them. */
function whyNotDeleted(kind: Kind, id: string, error: unknown): string {
  if (!(error instanceof ApiError) || error.kind !== 'not-found') return rowError(error)
  return error.sentence.includes(id)
    ? `This ${kind} no longer exists.`
    : `Not deleted because another selected ${kind} no longer exists.`
}

/** All limits of a monitor afterwards; undefined if it measures nothing of what is to be set. */
function limitsAfter(
  { limits, removesOthers }: LimitsForMany,
  { type, limits: before }: Partial<Monitor>,
): Limits | undefined {
  const measured = new Set<string>(limitedMetricsOf(type))
  const own = Object.entries(limits).filter(([metric]) => measured.has(metric))
  if (own.length === 0 && !removesOthers) return undefined
  return { ...(removesOthers ? {} : before), ...Object.fromEntries(own) }
}

interface Others {
  readonly failed?: number
  readonly gone?: number
  /** Not begun, because the action was stopped. */
  readonly left?: number
  /** Those that needed no change, in words. */
  readonly already?: string
}

/** `3 started.`, `2 started, 1 failed, 1 no longer exists. See the list for the reason.` */
function outcomeOf(verb: string, done: number, { failed = 0, gone = 0, left = 0, already = '' }: Others = {}): string {
  const counts = [
    done > 0 || already === '' ? `${done} ${verb}` : '',
    already,
    failed > 0 ? `${failed} failed` : '',
    gone > 0 ? `${gone} no longer ${gone === 1 ? 'exists' : 'exist'}` : '',
    left > 0 ? `stopped before ${left} ${left === 1 ? 'other' : 'others'}` : '',
  ]
  const why = failed === 0 ? '' : ` See the list for the ${failed === 1 ? 'reason' : 'reasons'}.`
  return `${counts.filter(Boolean).join(', ')}.${why}`
}
