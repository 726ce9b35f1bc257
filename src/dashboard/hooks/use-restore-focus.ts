import { useEffect, useState } from 'react'

/**
 * For whatever is there only while it is open: when it goes, the focus goes back to what had it before. Mantine's
 * dialogs note that when they turn from closed to open, which ours never do: they come open, and leave at once.
 */
export function useRestoreFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // once the dialog is gone, and unless somebody has given the focus a place already
      setTimeout(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return
        const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected
        const to = isThere ? before : document.querySelector<HTMLElement>('main h1')
        to?.focus({ preventScroll: true })
      })
    },
    [before],
  )
}
