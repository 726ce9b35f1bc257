import '@mantine/core/styles/Tooltip.css'
import { Button, Tooltip, type ButtonProps } from '@mantine/core'
import { useId } from 'react'
import { VisuallyHidden } from '@mantine/core'

interface Props extends ButtonProps {
  onClick: () => void
  /** Why the button is disabled; undefined if it isn't. */
  disabledReason: string | undefined
}

/** A button that explains why it is disabled. It stays in the tab order so that keyboard users get the reason too. */
export function ReasonButton({ disabledReason, onClick, children, ...rest }: Props) {
  const id = useId()
  if (disabledReason === undefined) {
    return (
      <Button onClick={onClick} {...rest}>
        {children}
      </Button>
    )
  }
  return (
    <>
      <Tooltip label={disabledReason} events={{ hover: true, focus: true, touch: true }}>
        <Button {...rest} data-disabled aria-disabled aria-describedby={id} onClick={(event) => event.preventDefault()}>
          {children}
        </Button>
      </Tooltip>
      <VisuallyHidden id={id}>{disabledReason}</VisuallyHidden>
    </>
  )
}
