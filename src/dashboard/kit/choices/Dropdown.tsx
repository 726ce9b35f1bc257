import { useId, useLayoutEffect, useRef, useState, type FocusEvent, type ReactNode } from 'react'
import { focusable } from '../navigation/focus.ts'
import classes from './Dropdown.module.css'

type PanelRole = 'dialog' | 'menu'

interface Props {
  /** The panel's accessible name. */
  label: string
  /** Which edge of the button the panel keeps to. */
  align: 'start' | 'end'
  /** What the panel is to a screen reader. */
  role?: PanelRole
  /** The button, which takes these properties. */
  button: (props: { popoverTarget: string; 'aria-expanded': boolean; 'aria-haspopup': PanelRole }) => ReactNode
  children: (close: () => void) => ReactNode
}

/** A button that opens a panel below itself. A press outside, Escape or leaving it with Tab closes the panel. */
export function Dropdown({ label, align, role = 'dialog', button, children }: Props) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const close = () => panel.current?.hidePopover()
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // without a target, the window has lost the focus; the button closes the panel by itself
    const isButton = relatedTarget instanceof HTMLButtonElement && relatedTarget.popoverTargetElement === panel.current
    if (relatedTarget && !isButton && !panel.current?.contains(relatedTarget)) close()
  }
  return (
    <>
      {button({ popoverTarget: id, 'aria-expanded': isOpen, 'aria-haspopup': role })}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="presentation"
        className={classes.panel}
        data-align={align}
        data-role={role}
        onToggle={({ newState }) => setIsOpen(newState === 'open')}
        onBlur={onBlur}
      >
        {isOpen && (
          <Panel label={label} role={role} onClose={close}>
            {children}
          </Panel>
        )}
      </div>
    </>
  )
}

/** Takes the focus once it's there. */
function Panel({
  label,
  role,
  onClose,
  children,
}: Pick<Props, 'label' | 'children'> & { role: PanelRole; onClose: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => ref.current?.querySelector<HTMLElement>(focusable)?.focus(), [])
  return (
    <div ref={ref} role={role} aria-label={label}>
      {children(onClose)}
    </div>
  )
}
