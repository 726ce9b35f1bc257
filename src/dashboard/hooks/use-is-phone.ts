import { useSyncExternalStore } from 'react'

const narrow = 'screen and (width < 48em)'

/** Whether the window is as narrow as a phone. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => window.matchMedia(narrow).matches)
}

function subscribe(onChange: () => void): () => void {
  const list = window.matchMedia(narrow)
  list.addEventListener('change', onChange)
  return () => list.removeEventListener('change', onChange)
}
