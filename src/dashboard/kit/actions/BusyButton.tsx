import { Button, type ButtonProps } from '@mantine/core'
import { useLayoutEffect, useRef, type ComponentPropsWithoutRef } from 'react'

interface Props extends Omit<ButtonProps, 'loading'>, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  /** Whether its action is under way. */
  loading?: boolean | undefined
}

/** A button that can't be pressed again while its action is under way, and keeps the focus, which a disabled one loses. */
export function BusyButton({ loading = false, onFocus, onBlur, ...button }: Props) {
  const ref = useRef<HTMLButtonElement>(null)
  const hasFocus = useRef(false)
  useLayoutEffect(() => {
    if (loading || !hasFocus.current) return
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true })
    hasFocus.current = document.activeElement === ref.current
  }, [loading])
  return (
    <Button
      ref={ref}
      loading={loading}
      onFocus={(event) => {
        hasFocus.current = true
        onFocus?.(event)
      }}
      onBlur={(event) => {
        // it's disabled, and keeps its claim
        if (!loading) hasFocus.current = false
        onBlur?.(event)
      }}
      {...button}
    />
  )
}
