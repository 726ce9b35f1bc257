interface Held {
  readonly text: string
  /** Enter came after the text. */
  readonly entered: boolean
}

let held: Held = { text: '', entered: false }
let stop: (() => void) | null = null

/**
 * Holds what is typed until a field that is on its way has the focus and takes it. Escape gives the field up; whoever
 * clicks or moves on with Tab types elsewhere from then on.
 */
export function holdKeys(onGivenUp: () => void): void {
  takeHeld()
  const listening = new AbortController()
  stop = () => listening.abort()
  const options = { capture: true, signal: listening.signal }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return void takeHeld()
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
    if (isCommand || event.isComposing) return
    if (event.key === 'Escape') {
      takeHeld()
      onGivenUp()
    } else if (!hold(event.key)) return
    // neither what has the focus nor a shortcut is meant
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKey, options)
  window.addEventListener('pointerdown', takeHeld, options)
}

/** What was typed meanwhile. From now on keys go where the focus is. */
export function takeHeld(): Held {
  const taken = held
  stop?.()
  stop = null
  held = { text: '', entered: false }
  return taken
}

/** Whether the key is one to hold. */
function hold(key: string): boolean {
  const { text, entered } = held
  if (key === 'Enter') held = { text, entered: true }
  else if (key === 'Backspace') held = { text: text.slice(0, -1), entered: false }
  else if (key.length === 1) held = { text: text + key, entered }
  else return false
  return true
}
