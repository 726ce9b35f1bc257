import { useSyncExternalStore } from 'react'

const printing = window.matchMedia('print')

/** Whether the page is being printed. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => printing.matches)
}

function subscribe(onChange: () => void): () => void {
  printing.addEventListener('change', onChange)
  return () => printing.removeEventListener('change', onChange)
}
