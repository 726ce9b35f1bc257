import { useEffect, useRef } from 'react'
import { useLeaveGuard } from './use-leave-guard.ts'

/**
 * Asks before a page is left, closed or reloaded that shows what can't be shown again.
 * @returns to be called once it is kept, before the page is left for that
 */
export function useShownOnce(warning: string): () => void {
  const isKept = useRef(false)
  useLeaveGuard(
    () => !isKept.current,
    warning,
    () => undefined,
  )
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [])
  return () => {
    isKept.current = true
  }
}
