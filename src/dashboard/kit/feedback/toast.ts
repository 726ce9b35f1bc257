import { lazyWithRetry } from '../navigation/lazy-with-retry.ts'

// loaded on first use: no page starts with a toast
const toaster = lazyWithRetry(() => import('./toaster.tsx'))

/**
 * Confirms an action in the corner of the screen. Failures are shown where the action was started, not here. With `undo`,
 * it can be taken back. A toast about the same thing is replaced.
 */
export function toast(message: string, undo?: () => void, about?: string): void {
  void toaster().then(({ show }) => show(message, undo, about))
}
