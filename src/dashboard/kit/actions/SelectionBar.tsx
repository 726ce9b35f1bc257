import { useEffect, useRef, type ReactNode } from 'react'
import classes from './SelectionBar.module.css'

interface Props {
  /** Its accessible name: "Selected monitors". */
  label: string
  /** Whether any rows are selected. */
  hasSelection: boolean
  children: ReactNode
}

/** What can be done with the selected rows of the table below. It stays in view while there are any. */
export function SelectionBar({ label, hasSelection, children }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const hadSelection = useRef(hasSelection)
  useEffect(() => {
    // the button that had the focus may be gone
    if (hadSelection.current && !hasSelection && document.activeElement === document.body)
      (bar.current?.querySelector('input') ?? bar.current)?.focus({ preventScroll: true })
    hadSelection.current = hasSelection
  }, [hasSelection])
  return (
    <div
      ref={bar}
      tabIndex={-1}
      className={classes.bar}
      role="group"
      aria-label={label}
      data-floating={hasSelection || undefined}
      data-paper="hidden"
    >
      {children}
    </div>
  )
}
