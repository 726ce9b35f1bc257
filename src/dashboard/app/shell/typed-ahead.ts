interface HeldKeys {
  readonly text: string
  /** Whether Enter followed the text. */
  readonly entered: boolean
}

let held: HeldKeys = { text: '', entered: false }
let stop: (() => void) | null = null

/**
 * Holds the keys typed until a field that is still loading receives the focus and takes them. Escape cancels; a click
 * or Tab sends further keys elsewhere.
 */
export function holdKeys(onCancel: () => void): void {
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
      onCancel()
    } else if (!hold(event.key)) return
    // keep the key from the focused element and from shortcuts
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKey, options)
  window.addEventListener('pointerdown', takeHeld, options)
}

/** Returns the keys held so far and stops holding. */
export function takeHeld(): HeldKeys {
  const taken = held
  stop?.()
  stop = null
  held = { text: '', entered: false }
  return taken
}

/** Holds the key; false if it isn't one to hold. */
function hold(key: string): boolean {
  const { text, entered } = held
  if (key === 'Enter') held = { text, entered: true }
  else if (key === 'Backspace') held = { text: text.slice(0, -1), entered: false }
  else if (key.length === 1) held = { text: text + key, entered }
  else return false
  return true
}
