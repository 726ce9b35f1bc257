import { useState } from 'react'

export interface FetchAll {
  /** Whether everything is requested. */
  readonly isRequested: boolean
  readonly progress: { readonly done: number; readonly of: number }
  readonly onProgress: (progress: { readonly done: number; readonly of: number }) => void
  readonly request: () => void
  readonly cancel: () => void
}

/** Lets a page that reads a part at first request everything. Another key starts with a part again. */
export function useFetchAll(key: string): FetchAll {
  const [requested, setRequested] = useState<string>()
  const [progress, onProgress] = useState<FetchAll['progress']>({ done: 0, of: 0 })
  return {
    isRequested: requested === key,
    progress,
    onProgress,
    request: () => {
      onProgress({ done: 0, of: 0 })
      setRequested(key)
    },
    cancel: () => setRequested(undefined),
  }
}
