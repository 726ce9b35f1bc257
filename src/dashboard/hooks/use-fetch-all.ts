import { useState } from 'react'

export interface Whole {
  /** Whether everything is requested. */
  readonly isAsked: boolean
  readonly progress: { readonly done: number; readonly of: number }
  readonly onProgress: (progress: { readonly done: number; readonly of: number }) => void
  readonly ask: () => void
  readonly cancel: () => void
}

/** Lets a page that reads a part at first request everything. Another key starts with a part again. */
export function useFetchAll(key: string): Whole {
  const [asked, setAsked] = useState<string>()
  const [progress, onProgress] = useState<Whole['progress']>({ done: 0, of: 0 })
  return {
    isAsked: asked === key,
    progress,
    onProgress,
    ask: () => {
      onProgress({ done: 0, of: 0 })
      setAsked(key)
    },
    cancel: () => setAsked(undefined),
  }
}
