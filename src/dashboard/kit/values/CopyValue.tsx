import { Button } from '@mantine/core'
import { VisuallyHidden } from '../layout/VisuallyHidden.tsx'
import { useState, type ReactNode } from 'react'
import { Breakable } from './Breakable.tsx'
import { copyText } from '../actions/clipboard.ts'
import classes from './CopyValue.module.css'
import { shortId } from '../format/format.ts'
import { CheckIcon, CopyIcon } from '../marks/icons.tsx'
import { IconButton } from '../actions/IconButton.tsx'

interface Props {
  value: string
  /** Names the value in the button's label, in lower case. */
  what: string
  /** Shortened in the middle. The whole value is copied. */
  short?: boolean
  /** Shows dots instead of the value. */
  masked?: boolean
  /** Whether it's a host, which breaks between its parts. */
  isHost?: boolean
  /** Stays on its line, and is cut off where that ends. */
  isCut?: boolean
}

/** A value with a copy button, such as an ID or a key. */
export function CopyValue({ value, what, short = false, masked = false, isHost = false, isCut = false }: Props) {
  const shown = masked ? '•'.repeat(12) : short ? shortId(value) : value
  return (
    <span className={classes.value}>
      <code
        className={classes.text}
        data-short={short || undefined}
        data-cut={isCut || undefined}
        title={(short || isCut) && !masked ? value : undefined}
      >
        {isHost ? <Breakable text={shown} keepsParts /> : shown}
      </code>
      <CopyButton value={value} what={what} />
    </span>
  )
}

interface CopyButtonProps {
  /** A function is asked when the button is pressed. */
  value: string | (() => string)
  /** Names the value, in lower case. */
  what: string
  /** Says what it copies, rather than being an icon next to the value. */
  inWords?: boolean
  icon?: ReactNode
}

export function CopyButton({ value, what, inWords = false, icon = <CopyIcon /> }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  const copy = async () => {
    setOutcome((await copyText(typeof value === 'string' ? value : value())) ? 'copied' : 'refused')
    setTimeout(() => setOutcome(null), 2000)
  }
  return (
    <>
      {inWords ? (
        <Button variant="default" onClick={() => void copy()}>
          {outcome === 'copied' ? 'Copied' : outcome === 'refused' ? 'Your browser blocked copying' : `Copy ${what}`}
        </Button>
      ) : (
        <IconButton
          label={outcome === 'refused' ? 'Your browser blocked copying' : `Copy ${what}`}
          onClick={() => void copy()}
        >
          {outcome === 'copied' ? <CheckIcon /> : icon}
        </IconButton>
      )}
      <VisuallyHidden role="status">
        {outcome === 'copied' ? `Copied ${what}` : outcome === 'refused' ? `Couldn’t copy ${what}` : ''}
      </VisuallyHidden>
    </>
  )
}
