import { useCallback, useSyncExternalStore } from 'react'

/** Whether the page is being printed. */
export function useIsPrinting(): boolean {
  return useMedia('print')
}

/** Whether the window is as narrow as a phone. */
export function useIsPhone(): boolean {
  return useMedia('screen and (width < 48em)')
}

/** Whether wide tables have to do with fewer columns: on phones, tablets and small laptops. */
export function useIsNarrow(): boolean {
  return useMedia('screen and (width < 80em)')
}

/** Whether a media query holds. Right from the first render on, unlike Mantine's `useMediaQuery`. */
function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
