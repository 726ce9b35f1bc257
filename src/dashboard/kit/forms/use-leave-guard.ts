import { useEffect, useRef } from 'react'
import { NavigationType, useBlocker } from 'react-router'
import { confirm } from '../dialogs/confirm.ts'

/**
 * Asks before unsaved changes are lost by leaving the page. `onLeave` runs once the person decides to leave.
 * @param pages that may be opened without being asked, by path: they show the same changes, or the form waits for the way back
 */
export function useLeaveGuard(
  isUnsaved: () => boolean,
  warning: string,
  onLeave: () => void,
  pages: readonly string[] = [],
): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      isUnsaved() &&
      currentLocation.pathname !== nextLocation.pathname &&
      !pages.includes(nextLocation.pathname) &&
      // a page that is replaced isn't left by choice: its session has ended, and signing in restores the draft
      historyAction !== NavigationType.Replace,
  )
  const latest = useRef({ warning, onLeave })
  useEffect(() => {
    latest.current = { warning, onLeave }
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    let leaving = false
    confirm({
      title: 'Leave this page?',
      body: latest.current.warning,
      verb: 'Leave',
      danger: true,
      action: async () => {
        leaving = true
        latest.current.onLeave()
        blocker.proceed()
      },
      onClosed: () => {
        if (!leaving) blocker.reset()
      },
    })
  }, [blocker])
}
