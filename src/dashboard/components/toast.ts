/** A short word at the screen's corner that something was done. What failed is told where it was asked for, not here. */
export function toast(message: string): void {
  // loaded on first use: no first view has one
  void import('./toaster.tsx').then(({ show }) => show(message))
}
