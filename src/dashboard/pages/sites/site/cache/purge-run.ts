import { ApiError } from '../../../../api/errors.ts'
import { adviceFor, reasonOf } from '../../../../components/ErrorState.tsx'
import { asSentence } from '../../../../api/errors.ts'
import type { PurgeItem, Result } from './purge-rows.ts'

interface Reply {
  readonly success?: boolean | undefined
  readonly error?: string | undefined
}

interface Run {
  readonly calls: readonly (readonly PurgeItem[])[]
  readonly send: (items: readonly PurgeItem[]) => Promise<Reply>
  /** What became of each item of a call. */
  readonly report: (call: number, results: readonly Result[]) => void
  readonly isStopped: () => boolean
}

/**
 * Sends call after call, so that it can be stopped between them. A call whose items are refused does not keep the next
 * ones from being sent; one that the service did not answer does. Answers how many calls were made.
 */
export async function runCalls({ calls, send, report, isStopped }: Run): Promise<number> {
  for (const [i, items] of calls.entries()) {
    if (isStopped()) return i
    report(
      i,
      items.map(() => ({ kind: 'sending' })),
    )
    try {
      report(i, resultsOf(await send(items), items.length))
    } catch (error) {
      report(i, failuresOf(error, items.length))
      if (!(error instanceof ApiError && error.kind === 'invalid')) return i + 1
    }
  }
  return calls.length
}

function resultsOf({ success, error }: Reply, count: number): readonly Result[] {
  if (error === undefined && success !== false) return same({ kind: 'accepted' }, count)
  return same({ kind: 'refused', why: asSentence(error ?? 'the service refused it') }, count)
}

/** A refusal names its items by their places: `3.domain`. Nothing of a refused call is purged, the others' items neither. */
export function failuresOf(error: unknown, count: number): readonly Result[] {
  const refused = error instanceof ApiError && error.kind === 'invalid'
  if (!refused) return same({ kind: 'failed', why: whyFailed(error) }, count)
  const byPlace = new Map(
    Object.entries(error.fields).flatMap(([path, words]): [number, string][] => {
      const place = /^(\d+)(\.|$)/.exec(path)?.[1]
      return place === undefined || Number(place) >= count ? [] : [[Number(place), asSentence(words)]]
    }),
  )
  if (byPlace.size === 0) return same({ kind: 'refused', why: error.sentence }, count)
  return Array.from({ length: count }, (_, i): Result => {
    const why = byPlace.get(i)
    return why ? { kind: 'refused', why } : { kind: 'held', why: 'Not purged: another row of its call was refused.' }
  })
}

function whyFailed(error: unknown): string {
  const unsure = error instanceof ApiError && ['unreachable', 'malformed', 'failed'].includes(error.kind)
  const advice = unsure ? 'It may have been taken all the same; to purge it again does no harm.' : adviceFor(error)
  return `${reasonOf(error)} ${advice}`.trim()
}

function same(result: Result, count: number): readonly Result[] {
  return Array.from({ length: count }, () => result)
}
