import { useEffect, useRef, useState } from 'react'
import type { Sample } from '../../../../contract/index.ts'
import type { Page } from '../../../api/pages.ts'
import { collect, notBegun, type Progress } from './collection.ts'

interface Options {
  /** What is collected: another key begins anew. Undefined collects nothing yet. */
  readonly key: string | undefined
  readonly metrics: readonly string[]
  readonly maxPages: number
  readonly fetchPage: (page: number, signal: AbortSignal) => Promise<Page<Sample>>
}

export interface Collection extends Progress {
  readonly cancel: () => void
  readonly again: () => void
}

/** Samples of a range, as they come. Those of the range before are shown until the first of the new ones are there. */
export function useCollection(options: Options): Collection {
  const [round, setRound] = useState(0)
  const run = options.key === undefined ? undefined : `${round} ${options.key}`
  const [told, setTold] = useState<{ run: string | undefined; progress: Progress }>({ run, progress: notBegun })
  const latest = useRef(options)
  const cancel = useRef<() => void>(() => {})
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    if (run === undefined) return
    let current = true
    const { metrics, maxPages, fetchPage } = latest.current
    const onProgress = (progress: Progress) => current && setTold({ run, progress })
    cancel.current = collect({ metrics, maxPages, fetchPage, onProgress })
    return () => {
      current = false
      cancel.current()
    }
  }, [run])
  const { columns, total } = told.progress
  const progress = told.run === run ? told.progress : { ...notBegun, columns, total }
  return { ...progress, cancel: () => cancel.current(), again: () => setRound((n) => n + 1) }
}
