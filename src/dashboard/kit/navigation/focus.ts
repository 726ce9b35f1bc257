/** Selects what can take the focus. */
export const focusable = 'a[href], button, input, select, textarea'

/** Focuses the page's heading, where what had the focus is gone. The page stays where it is, unless `scrolls`. */
export function focusHeading({ scrolls = false } = {}): void {
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: !scrolls })
}

/** A ref for what takes the focus once it appears, as what had it is gone by then. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus()
