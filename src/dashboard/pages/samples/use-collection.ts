import { useEffect, useRef, useState } from 'react'
import { collect, notBegun, type Progress, type SamplePage } from './collection.ts'

interface Options {
  /** What is collected: another key begins anew. Undefined collects nothing yet. */
  readonly key: string | undefined
  readonly metrics: readonly string[]
  readonly pagesMost: number
  readonly fetchPage: (page: number, signal: AbortSignal) => Promise<SamplePage>
}

export interface Collection extends Progress {
  readonly cancel: () => void
  readonly again: () => void
}

/** Samples of a range, as they come. Those of the range before are shown until the first of the new ones are there. */
export function useCollection(options: Options): Collection {
  const { key } = options
  const [progress, setProgress] = useState<Progress>(notBegun)
  const [round, setRound] = useState(0)
  const latest = useRef(options)
  const cancel = useRef<() => void>(() => {})
  useEffect(() => {
    latest.current = options
  })
  useEffect(() => {
    if (key === undefined) return
    let current = true
    setProgress((before) => ({ ...notBegun, columns: before.columns, total: before.total }))
    const { metrics, pagesMost, fetchPage } = latest.current
    cancel.current = collect({ metrics, pagesMost, fetchPage, onProgress: (next) => current && setProgress(next) })
    return () => {
      current = false
      cancel.current()
    }
  }, [key, round])
  return { ...progress, cancel: () => cancel.current(), again: () => setRound((n) => n + 1) }
}
