import { useLayoutEffect, useRef, type ReactNode } from 'react'
import { focusHeading } from '../navigation/focus.ts'
import classes from './BottomBar.module.css'

interface Props {
  /** Its accessible name: "Unsaved changes". */
  label: string
  /** Otherwise its place is empty, and what it says can still be heard. */
  isShown: boolean
  children: ReactNode
}

/** Stays in view at the bottom of a page, at whose end it is. What gets the focus is scrolled clear of it. */
export function BottomBar({ label, isShown, children }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = bar.current
    if (!element || !isShown) return undefined
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--sp-bottom-bar', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--sp-bottom-bar')
    }
  }, [isShown])
  // its buttons go with what they are for
  const hadFocus = useRef(false)
  useLayoutEffect(() => {
    if (!isShown && hadFocus.current && document.activeElement === document.body) focusHeading()
    hadFocus.current = false
  }, [isShown])
  return (
    <div
      ref={bar}
      className={classes.bar}
      data-at-bottom={isShown || undefined}
      data-paper="hidden"
      onFocus={() => (hadFocus.current = true)}
      onBlur={({ relatedTarget }) => (hadFocus.current = relatedTarget === null)}
      {...(isShown ? { role: 'group', 'aria-label': label } : {})}
    >
      {children}
    </div>
  )
}
