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

/** Whether a table beside the side bar has room for all of its columns. */
export function useIsWide(): boolean {
  return useMedia('print, (width >= 88em)')
}

/** Whether a media query holds. Right from the first render on, unlike Mantine's `useMediaQuery`. */
function useMedia(query: string): boolean {
  const list = listOf(query)
  const subscribe = useCallback(
    (onChange: () => void) => {
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [list],
  )
  return useSyncExternalStore(subscribe, () => list.matches)
}

const lists = new Map<string, MediaQueryList>()

/** One for all who ask: each list is parsed and evaluated on its own. */
function listOf(query: string): MediaQueryList {
  const list = lists.get(query) ?? window.matchMedia(query)
  lists.set(query, list)
  return list
}
