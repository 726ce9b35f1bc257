import { useClickOutside } from '@mantine/hooks'
import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent, type ReactNode } from 'react'
import { useRestoreFocus } from '../navigation/use-restore-focus.ts'
import { focusable } from '../navigation/focus.ts'
import classes from './Dropdown.module.css'

interface Props {
  /** The panel's accessible name. */
  label: string
  /** Which edge of the button the panel keeps to. */
  align: 'start' | 'end'
  /** The button, which takes these properties. */
  button: (props: { onClick: () => void; 'aria-expanded': boolean; 'aria-haspopup': 'dialog' }) => ReactNode
  children: (close: () => void) => ReactNode
}

/** Between the panel and the window's edge, px. */
const margin = 8

/**
 * A button that opens a panel below itself. A press outside, Escape or leaving it with Tab closes the panel. Mantine's
 * Popover does this too, but with 18 kB that every page would load.
 */
export function Dropdown({ label, align, button, children }: Props) {
  const [opened, setOpened] = useState(false)
  const close = () => setOpened(false)
  const root = useClickOutside<HTMLDivElement>(close)
  const onKeyDown = (event: KeyboardEvent) => {
    if (!opened || event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // without a target, the window has lost the focus
    if (relatedTarget && !root.current?.contains(relatedTarget)) close()
  }
  return (
    <div ref={root} className={classes.dropdown} onKeyDown={onKeyDown} onBlur={onBlur} role="presentation">
      {button({ onClick: () => setOpened(!opened), 'aria-expanded': opened, 'aria-haspopup': 'dialog' })}
      {opened && (
        <Panel label={label} align={align}>
          {children(close)}
        </Panel>
      )}
    </div>
  )
}

function Panel({ label, align, children }: Pick<Props, 'label' | 'align'> & { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useRestoreFocus()
  useLayoutEffect(() => {
    const panel = ref.current
    if (!panel) return
    const { left, right } = panel.getBoundingClientRect()
    const room = document.documentElement.clientWidth
    // moved back into the window where it would reach beyond an edge
    const shift = Math.max(Math.min(0, room - margin - right), margin - left)
    if (shift !== 0) panel.style.translate = `${shift}px`
    panel.querySelector<HTMLElement>(focusable)?.focus()
  }, [])
  return (
    <div ref={ref} role="dialog" aria-label={label} className={classes.panel} data-align={align}>
      {children}
    </div>
  )
}
