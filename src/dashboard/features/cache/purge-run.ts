import { ApiError } from '../../../client/errors.ts'
import { adviceFor, reasonOf } from '../../kit/feedback/ErrorState.tsx'
import { asFieldError, asSentence } from '../../../client/errors.ts'
import type { PurgeItem, Result } from './purge-rows.ts'

interface Reply {
  readonly success?: boolean | undefined
  readonly error?: string | undefined
}

interface Run {
  readonly calls: readonly (readonly PurgeItem[])[]
  readonly send: (items: readonly PurgeItem[]) => Promise<Reply>
  /** Receives the result of each item of a call. */
  readonly report: (call: number, results: readonly Result[]) => void
  readonly isStopped: () => boolean
}

/**
 * Sends one call after another and can be stopped between them. It continues after a call with refused items, but stops
 * after one without an answer. Returns the number of calls made.
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

/** A refusal names items by their index: `3.domain`. None of a refused call's items are purged. */
export function failuresOf(error: unknown, count: number): readonly Result[] {
  const refused = error instanceof ApiError && error.kind === 'invalid'
  if (!refused) return same({ kind: 'failed', why: whyFailed(error) }, count)
  const byIndex = new Map(
    Object.entries(error.fields).flatMap(([path, words]): [number, string][] => {
      const index = /^(\d+)(\.|$)/.exec(path)?.[1]
      return index === undefined || Number(index) >= count ? [] : [[Number(index), asFieldError(words)]]
    }),
  )
  if (byIndex.size === 0) return same({ kind: 'refused', why: error.sentence }, count)
  return Array.from({ length: count }, (_, i): Result => {
    const why = byIndex.get(i)
    return why
      ? { kind: 'refused', why }
      : { kind: 'held', why: 'Not purged because another line in the same request was refused.' }
  })
}

function whyFailed(error: unknown): string {
  const unsure = error instanceof ApiError && ['unreachable', 'malformed', 'failed'].includes(error.kind)
  const advice = unsure ? 'It may have been purged anyway. Purging it again does no harm.' : adviceFor(error)
  return `${reasonOf(error)} ${advice}`.trim()
}

function same(result: Result, count: number): readonly Result[] {
  return Array.from({ length: count }, () => result)
}
