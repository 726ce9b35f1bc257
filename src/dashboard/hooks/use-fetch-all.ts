import { useState } from 'react'

export interface Whole {
  /** Whether all is asked for. */
  readonly isAsked: boolean
  readonly progress: { readonly done: number; readonly of: number }
  readonly onProgress: (progress: { readonly done: number; readonly of: number }) => void
  readonly ask: () => void
  readonly cancel: () => void
}

/** Asking for all of something of which a part is read at first. With another key it is a part again. */
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
