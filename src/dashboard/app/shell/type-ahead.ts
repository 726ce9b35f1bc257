interface BufferedKeys {
  readonly text: string
  /** Whether Enter followed the text. */
  readonly entered: boolean
}

const none: BufferedKeys = { text: '', entered: false }
let buffered = none
let listening: AbortController | undefined

/**
 * Keeps the keys typed until a field that is still loading gets the focus and takes them. Escape cancels; a click or Tab
 * sends further keys elsewhere.
 */
export function bufferKeys(onCancel: () => void): void {
  flushKeys()
  listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return void flushKeys()
    const isCommand = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
    if (isCommand || event.isComposing) return
    if (event.key === 'Escape') {
      flushKeys()
      onCancel()
    } else {
      const next = after(event.key)
      if (!next) return
      buffered = next
    }
    // keep the key from the focused element and from shortcuts
    event.preventDefault()
    event.stopPropagation()
  }
  window.addEventListener('keydown', onKey, options)
  window.addEventListener('pointerdown', flushKeys, options)
}

/** Returns the keys typed so far and stops keeping them. */
export function flushKeys(): BufferedKeys {
  const taken = buffered
  listening?.abort()
  buffered = none
  return taken
}

/** What is buffered after one more key; undefined if it isn't one to keep. */
function after(key: string): BufferedKeys | undefined {
  const { text } = buffered
  if (key === 'Enter') return { text, entered: true }
  if (key === 'Backspace') return { text: text.slice(0, -1), entered: false }
  return key.length === 1 ? { ...buffered, text: text + key } : undefined
}
