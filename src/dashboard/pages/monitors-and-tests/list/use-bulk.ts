import { useState } from 'react'
import type { Monitor } from '../../../../contract/index.ts'
import { ApiError } from '../../../api/errors.ts'
import { limitConcurrency } from '../../../api/limit-concurrency.ts'
import { monitorsChanged, remove, setRunning, type Kind } from '../../../api/monitors.ts'
import type { Scope } from '../../../api/scope.ts'
import { confirm } from '../../../stores/confirm.ts'
import { plural } from '../../../format/format.ts'
import { toast } from '../../../stores/toast.ts'
import { nameOf } from './NameCell.tsx'
import { rowError } from '../row-error.ts'

export interface Bulk {
  /** Those on the page that can be chosen. */
  readonly ids: readonly string[]
  readonly selected: ReadonlySet<string>
  /** Why what was asked for last was not done, by id. */
  readonly reasons: ReadonlyMap<string, string>
  /** While calls are under way. */
  readonly progress: { readonly done: number; readonly of: number } | null
  /** What came of it, in a sentence. */
  readonly outcome: string
  readonly toggle: (id: string, on: boolean) => void
  readonly setAll: (ids: readonly string[]) => void
  readonly run: (running: boolean) => Promise<void>
  readonly askToDelete: () => void
}

const atOnce = 4

/**
 * Many chosen from a list, and what is done with them. `shown` are those on the page: what has left it is no longer
 * chosen. What fails stays chosen, with the reason.
 */
export function useBulk(scope: Scope, kind: Kind, shown: readonly Monitor[]): Bulk {
  const ids = shown.flatMap(({ id }) => id ?? [])
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())
  const [progress, setProgress] = useState<Bulk['progress']>(null)
  const [outcome, setOutcome] = useState('')
  const selected = new Set(ids.filter((id) => chosen.has(id)))

  const run = async (running: boolean) => {
    if (progress) return
    const asked = [...selected]
    const failed = new Map<string, string>()
    let gone = 0
    let done = 0
    setReasons(new Map())
    setOutcome('')
    setProgress({ done, of: asked.length })
    const limited = limitConcurrency(atOnce)
    await Promise.all(
      asked.map((id) =>
        limited(async () => {
          try {
            await setRunning(scope, id, running)
          } catch (error) {
            // its row goes with it: there is nothing to choose again
            if (error instanceof ApiError && error.kind === 'not-found') gone++
            else failed.set(id, rowError(error))
          }
          setProgress({ done: ++done, of: asked.length })
        }),
      ),
    )
    setProgress(null)
    setReasons(failed)
    setChosen(new Set(failed.keys()))
    setOutcome(outcomeOf(running ? 'started' : 'stopped', asked.length - failed.size - gone, failed.size, gone))
    await monitorsChanged()
  }

  const askToDelete = () => {
    const asked = [...selected]
    const only = asked.length === 1 ? shown.find(({ id }) => id === asked[0]) : undefined
    const many = plural(asked.length, kind)
    confirm({
      title: `Delete ${only ? nameOf(only) : many}?`,
      body: `${only ? 'Its' : 'Their'} samples go too. This cannot be undone.`,
      verb: `Delete ${only ? kind : many}`,
      danger: true,
      action: async () => {
        try {
          await remove(scope, kind, asked)
        } catch (error) {
          setReasons(new Map(asked.map((id) => [id, whyNotDeleted(id, error)])))
          throw error
        }
        setReasons(new Map())
        setChosen(new Set())
        toast(`${only ? nameOf(only) : many} deleted`)
        setOutcome(outcomeOf('deleted', asked.length))
        await monitorsChanged()
      },
    })
  }

  return {
    ids,
    selected,
    reasons,
    progress,
    outcome,
    toggle: (id, on) => {
      const next = new Set(selected)
      if (on) next.add(id)
      else next.delete(id)
      setChosen(next)
    },
    setAll: (all) => setChosen(new Set(all)),
    run,
    askToDelete,
  }
}

/** One call deletes all or nothing: what is missing is named in the refusal, the others only wait for it. */
function whyNotDeleted(id: string, error: unknown): string {
  if (!(error instanceof ApiError) || error.kind !== 'not-found') return rowError(error)
  return error.sentence.includes(id)
    ? 'It is no longer there.'
    : 'Not deleted, because another one chosen is no longer there.'
}

/** `3 started.`, `2 started, 1 not, 1 no longer there: the reason stands in the list.` */
function outcomeOf(verb: string, done: number, failed = 0, gone = 0): string {
  const told = [`${done} ${verb}`, failed > 0 ? `${failed} not` : '', gone > 0 ? `${gone} no longer there` : '']
  const why = failed === 0 ? '' : failed === 1 ? ': the reason stands in the list' : ': the reasons stand in the list'
  return `${told.filter(Boolean).join(', ')}${why}.`
}
