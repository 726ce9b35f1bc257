import { useEffect, useRef, useState } from 'react'
import type { Sample } from '../../../../contract/index.ts'
import type { Page } from '../../../api/pages.ts'
import { collect, notStarted, type Progress } from './collection.ts'

interface Options {
  /** A new key starts over. Undefined collects nothing yet. */
  readonly key: string | undefined
  readonly metrics: readonly string[]
  readonly maxPages: number
  readonly fetchPage: (page: number, signal: AbortSignal) => Promise<Page<Sample>>
}

export interface Collection extends Progress {
  readonly cancel: () => void
  readonly again: () => void
}

/** A range's samples as they arrive. The previous range's samples are shown until the first new ones arrive. */
export function useCollection(options: Options): Collection {
  const [attempt, setAttempt] = useState(0)
  const run = options.key === undefined ? undefined : `${attempt} ${options.key}`
  const [state, setState] = useState<{ run: string | undefined; progress: Progress }>({ run, progress: notStarted })
  const latest = useRef(options)
  const cancel = useRef<() => void>(() => {})
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    if (run === undefined) return
    let current = true
    const { metrics, maxPages, fetchPage } = latest.current
    const onProgress = (progress: Progress) => current && setState({ run, progress })
    cancel.current = collect({ metrics, maxPages, fetchPage, onProgress })
    return () => {
      current = false
      cancel.current()
    }
  }, [run])
  const { columns, total } = state.progress
  const progress = state.run === run ? state.progress : { ...notStarted, columns, total }
  return { ...progress, cancel: () => cancel.current(), again: () => setAttempt((n) => n + 1) }
}
