import type { ButtonProps } from '@mantine/core'
import { BusyButton } from './BusyButton.tsx'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { useId, useState, type FocusEvent, type MouseEvent, type PointerEvent } from 'react'
import { useDenial } from './denials.ts'
import { Tip } from '../feedback/Tip.tsx'

interface Props extends ButtonProps {
  onClick?: () => void
  type?: 'submit'
  'aria-label'?: string
  /** Why the button is disabled; undefined if it isn't. */
  disabledReason?: string | undefined
  /** What it does, by the name by which the app knows whether that's denied. */
  does?: string | undefined
  /** The id of the element that shows the reason on the page already, so that it isn't repeated. */
  reasonId?: string | undefined
}

/** A button that explains why it is disabled. It stays in the tab order so that keyboard users get the reason too. */
export function ReasonButton({ disabledReason: reason, does, reasonId: shownId, onClick, children, ...rest }: Props) {
  const id = useId()
  const denial = useDenial(does)
  const disabledReason = denial ?? reason
  const reasonId = denial === undefined ? shownId : undefined
  const isDisabled = disabledReason !== undefined
  const [pointedAt, setPointedAt] = useState<HTMLElement>()
  const explain = (event: FocusEvent<HTMLElement> | PointerEvent<HTMLElement>) => setPointedAt(event.currentTarget)
  const stop = () => setPointedAt(undefined)
  const tips = {
    onFocus: explain,
    onBlur: stop,
    onPointerEnter: explain,
    // a finger leaves as soon as it's lifted
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && stop(),
  }
  const refused = {
    'data-disabled': true,
    'aria-disabled': true,
    'aria-describedby': reasonId ?? id,
    onClick: (event: MouseEvent) => event.preventDefault(),
  }
  const isHidden = isDisabled && reasonId === undefined
  // one element in both cases, so that it keeps the focus
  return (
    <>
      <BusyButton {...rest} {...tips} {...(isDisabled ? refused : onClick && { onClick })}>
        {children}
      </BusyButton>
      {isHidden && <VisuallyHidden id={id}>{disabledReason}</VisuallyHidden>}
      {isHidden && pointedAt && (
        <Tip at={pointedAt} onClose={stop}>
          {disabledReason}
        </Tip>
      )}
    </>
  )
}
