import { useSyncExternalStore } from 'react'

const narrow = window.matchMedia('screen and (width < 48em)')

/** Whether the window is as narrow as a phone. */
export function useIsPhone(): boolean {
  return useSyncExternalStore(subscribe, () => narrow.matches)
}

function subscribe(onChange: () => void): () => void {
  narrow.addEventListener('change', onChange)
  return () => narrow.removeEventListener('change', onChange)
}
