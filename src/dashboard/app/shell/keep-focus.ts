import { focusable, focusHeading } from '../../kit/navigation/focus.ts'

/** What removes the control may have a better place for the focus. */
const patienceMs = 100

/**
 * When the control that has the focus is removed, focuses the one before it, so that Tab goes on from there rather than from
 * the top of the page. After a toast, it focuses the page's heading. Returns how to stop.
 */
export function keepFocus(): () => void {
  let focused: Element | undefined
  let before: readonly HTMLElement[] = []
  let byKeyboard = false
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
    if (!(target instanceof Element)) return
    byKeyboard = target.matches(':focus-visible')
    const place = target.closest('[role=dialog], main')
    focused = target
    // each page begins at its heading, which has none before it
    const hasSome = place && target !== place.querySelector('h1')
    before = hasSome ? controlsIn(place, byKeyboard).filter((control) => isBefore(control, target)) : []
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
    // a mouse has no use for it in view
    if (control) control.focus({ preventScroll: !byKeyboard })
    else focusHeading()
  }
}

/**
 * The controls that may take the focus. The next key would change a text area, and any other field opens a phone's keyboard,
 * so that only who uses a keyboard gets there.
 */
function controlsIn(place: Element, byKeyboard: boolean): HTMLElement[] {
  const fields = byKeyboard ? 'textarea' : 'textarea, select, input:not([type=checkbox], [type=radio])'
  const reached = `:not([tabindex="-1"], :disabled, [type=radio]:not(:checked), ${fields})`
  return [...place.querySelectorAll<HTMLElement>(`:is(${focusable})${reached}`)]
}

function isBefore(one: Node, other: Node): boolean {
  return (other.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
}

function isDrawn(control: Element): boolean {
  return control.getClientRects().length > 0
}
