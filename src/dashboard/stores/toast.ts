import { lazyWithRetry } from '../lazy-with-retry.ts'

// loaded on first use: no first view has one
const toaster = lazyWithRetry(() => import('./toaster.tsx'))

/** A short word at the screen's corner that something was done. What failed is told where it was asked for, not here. */
export function toast(message: string): void {
  void toaster().then(({ show }) => show(message))
}
