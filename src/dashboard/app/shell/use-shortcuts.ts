import { getHotkeyHandler, type HotkeyItem } from '@mantine/hooks'
import { useEffectEvent, useLayoutEffect } from 'react'
import { refreshPage } from '../../kit/reading/refresh.ts'

interface Actions {
  readonly onSearch: () => void
  readonly onHelp: () => void
}

/**
 * The shortcuts of every page. They work from the first frame on: Mantine's `useHotkeys` starts to listen after it, and
 * a key pressed until then would be lost.
 */
export function useShortcuts({ onSearch, onHelp }: Actions): void {
  const onKeyDown = useEffectEvent(
    getHotkeyHandler([
      ['mod+K', onSearch],
      // keyboard layouts differ in whether these need Shift
      ...['?', 'shift+?'].map((key) => whenNotTyping(key, onHelp)),
      ...['/', 'shift+/'].map((key) => whenNotTyping(key, focusSearch)),
      whenNotTyping('r', refreshPage),
    ]),
  )
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

/** A shortcut that leaves its key to fields which take text. */
function whenNotTyping(key: string, act: () => void): HotkeyItem {
  const press = (event: KeyboardEvent) => {
    const { target } = event
    const isTyping =
      target instanceof HTMLElement &&
      (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'))
    if (isTyping) return
    event.preventDefault()
    act()
  }
  return [key, press, { preventDefault: false }]
}

function focusSearch(): void {
  document.querySelector<HTMLInputElement>('[data-search]')?.focus()
}
