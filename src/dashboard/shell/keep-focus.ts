import { focusable, focusHeading } from '../lib/focus.ts'

/** What takes the control away may give the focus to a better place itself. */
const patienceMs = 100

/**
 * When the control that the keyboard has focused is taken off the page, focuses the one before it, so that Tab goes on
 * from there rather than from the top of the page; after a toast, the page's heading. Returns how to stop.
 */
export function keepFocus(): () => void {
  let focused: Element | undefined
  let before: readonly HTMLElement[] = []
  let timer: ReturnType<typeof setTimeout> | undefined
  const observer = new MutationObserver(() => {
    if (!focused || focused.isConnected) return
    focused = undefined
    observer.disconnect()
    timer = setTimeout(focusOneBefore, patienceMs)
  })
  const onFocus = ({ target }: FocusEvent) => {
    clearTimeout(timer)
    observer.disconnect()
    focused = undefined
    if (!(target instanceof Element) || !target.matches(':focus-visible')) return
    const place = target.closest('[role=dialog], main')
    focused = target
    before = place ? controlsIn(place).filter((control) => isBefore(control, target)) : []
    observer.observe(place ?? document.body, { childList: true, subtree: true })
  }
  document.addEventListener('focusin', onFocus)
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
  }

  function focusOneBefore() {
    if (document.activeElement !== document.body) return
    const control = before.findLast((one) => one.isConnected && isDrawn(one))
    if (control) control.focus()
    else focusHeading()
  }
}

function controlsIn(place: Element): HTMLElement[] {
  const reached = ':not([tabindex="-1"], :disabled, [type=radio]:not(:checked))'
  return [...place.querySelectorAll<HTMLElement>(`:is(${focusable})${reached}`)]
}

function isBefore(one: Node, other: Node): boolean {
  return (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
}

function isDrawn(control: Element): boolean {
  return control.getClientRects().length > 0
}
