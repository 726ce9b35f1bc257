import { useState } from 'react'
import { ApiError } from '../../api/errors.ts'
import { few } from '../../api/few.ts'
import { monitorsChanged, remove, setRunning, type Kind } from '../../api/monitors.ts'
import type { Scope } from '../../api/scope.ts'
import { adviceFor, reasonOf } from '../../components/ErrorState.tsx'
import { confirm } from '../../components/confirm.ts'
import { plural } from '../../components/format.ts'
import { toast } from '../../components/toast.ts'

export interface Bulk {
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
  readonly askToDelete: (nameOf: (id: string) => string) => void
}

const atOnce = 4

/**
 * Many chosen from a list, and what is done with them. `shown` are the ids on the page: what has left it is no longer
 * chosen. What fails stays chosen, with the reason.
 */
export function useBulk(scope: Scope, kind: Kind, shown: readonly string[]): Bulk {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())
  const [progress, setProgress] = useState<Bulk['progress']>(null)
  const [outcome, setOutcome] = useState('')
  const selected = new Set(shown.filter((id) => chosen.has(id)))

  const run = async (running: boolean) => {
    if (progress) return
    const ids = [...selected]
    const failed = new Map<string, string>()
    let done = 0
    setReasons(new Map())
    setOutcome('')
    setProgress({ done, of: ids.length })
    const limited = few(atOnce)
    await Promise.all(
      ids.map((id) =>
        limited(async () => {
          try {
            await setRunning(scope, id, running)
          } catch (error) {
            failed.set(id, whyOf(error))
          }
          setProgress({ done: ++done, of: ids.length })
        }),
      ),
    )
    setProgress(null)
    setReasons(failed)
    setChosen(new Set(failed.keys()))
    setOutcome(outcomeOf(ids.length - failed.size, failed.size, running ? 'started' : 'stopped'))
    await monitorsChanged()
  }

  const askToDelete = (nameOf: (id: string) => string) => {
    const ids = [...selected]
    const [only] = ids
    const what = ids.length === 1 && only ? nameOf(only) : plural(ids.length, kind)
    confirm({
      title: `Delete ${what}?`,
      body: `${ids.length === 1 ? 'Its' : 'Their'} samples go too. This cannot be undone.`,
      verb: `Delete ${ids.length === 1 ? kind : plural(ids.length, kind)}`,
      danger: true,
      action: async () => {
        try {
          await remove(scope, kind, ids)
        } catch (error) {
          setReasons(new Map(ids.map((id) => [id, whyNotDeleted(id, error)])))
          throw error
        }
        setReasons(new Map())
        setChosen(new Set())
        toast(`${ids.length === 1 ? what : plural(ids.length, kind)} deleted`)
        setOutcome(outcomeOf(ids.length, 0, 'deleted'))
        await monitorsChanged()
      },
    })
  }

  return {
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
    setAll: (ids) => setChosen(new Set(ids)),
    run,
    askToDelete,
  }
}

function whyOf(error: unknown): string {
  return `${reasonOf(error)} ${adviceFor(error)}`.trim()
}

/** One call deletes all or nothing: what is missing is named in the refusal, the others only wait for it. */
function whyNotDeleted(id: string, error: unknown): string {
  if (!(error instanceof ApiError) || error.kind !== 'not-found') return whyOf(error)
  return error.sentence.includes(id)
    ? 'It is no longer there.'
    : 'Not deleted, because another one chosen is no longer there.'
}

/** `3 started.`, `2 started, 1 not: the reasons stand in the list.` */
export function outcomeOf(done: number, failed: number, verb: string): string {
  if (failed === 0) return `${done} ${verb}.`
  const why = failed === 1 ? 'the reason stands' : 'the reasons stand'
  return `${done} ${verb}, ${failed} not: ${why} in the list.`
}
