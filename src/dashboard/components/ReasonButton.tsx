import '@mantine/core/styles/Tooltip.css'
import { Button, Tooltip, type ButtonProps } from '@mantine/core'
import { useId, type MouseEvent } from 'react'
import { VisuallyHidden } from '@mantine/core'

interface Props extends ButtonProps {
  onClick: () => void
  /** Why the button is disabled; undefined if it isn't. */
  disabledReason: string | undefined
  /** The id of the element that shows the reason on the page already, so that it isn't repeated. */
  reasonId?: string | undefined
}

/** A button that explains why it is disabled. It stays in the tab order so that keyboard users get the reason too. */
export function ReasonButton({ disabledReason, reasonId, onClick, children, ...rest }: Props) {
  const id = useId()
  const isDisabled = disabledReason !== undefined
  const refused = {
    'data-disabled': true,
    'aria-disabled': true,
    'aria-describedby': reasonId ?? id,
    onClick: (event: MouseEvent) => event.preventDefault(),
  }
  // one element in both cases, so that it keeps the focus
  return (
    <>
      <Tooltip
        label={disabledReason}
        disabled={!isDisabled || reasonId !== undefined}
        events={{ hover: true, focus: true, touch: true }}
      >
        <Button {...rest} {...(isDisabled ? refused : { onClick })}>
          {children}
        </Button>
      </Tooltip>
      {isDisabled && reasonId === undefined && <VisuallyHidden id={id}>{disabledReason}</VisuallyHidden>}
    </>
  )
}
