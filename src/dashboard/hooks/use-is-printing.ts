import { useSyncExternalStore } from 'react'

/** Whether the page is being printed. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => printing().matches)
}

let query: MediaQueryList | undefined

function printing(): MediaQueryList {
  return (query ??= window.matchMedia('print'))
}

function subscribe(onChange: () => void): () => void {
  printing().addEventListener('change', onChange)
  return () => printing().removeEventListener('change', onChange)
}
