import { useEffect, useState } from 'react'
import { focusHeading } from './focus.ts'

/**
 * Returns the focus to where it was when the component unmounts. Mantine's dialogs do so only if they change from closed
 * to open, and ours are mounted open and unmounted at once.
 */
export function useRestoreFocus(): void {
  const [before] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // after the dialog is gone, and only if nothing else has taken the focus
      setTimeout(() => {
        if (document.activeElement !== null && document.activeElement !== document.body) return
        const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected
        // one that is disabled by now would only show why
        if (isThere && before.ariaDisabled !== 'true') before.focus({ preventScroll: true })
        else focusHeading()
      })
    },
    [before],
  )
}
