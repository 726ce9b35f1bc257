import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { copyText } from './clipboard.ts'
import classes from './CopyValue.module.css'
import { shortId } from '../format/format.ts'
import { CheckIcon, CopyIcon } from './icons.tsx'
import { IconButton } from './IconButton.tsx'

interface Props {
  value: string
  /** What it is, in lower case: the button is named after it. */
  what: string
  /** Shortened in the middle; copied whole all the same. */
  short?: boolean
  /** Shown in its place, for what must not be read over a shoulder. */
  masked?: boolean
}

/** A value to be copied: ids, keys, records. */
export function CopyValue({ value, what, short = false, masked = false }: Props) {
  const shown = masked ? '•'.repeat(12) : short ? shortId(value) : value
  return (
    <span className={classes.value}>
      <code className={classes.text} title={short && !masked ? value : undefined}>
        {shown}
      </code>
      <CopyButton value={value} what={what} />
    </span>
  )
}

export function CopyButton({ value, what }: { value: string; what: string }) {
  const [outcome, setOutcome] = useState<'copied' | 'refused' | null>(null)
  const copy = async () => {
    setOutcome((await copyText(value)) ? 'copied' : 'refused')
    setTimeout(() => setOutcome(null), 2000)
  }
  return (
    <>
      <IconButton
        label={outcome === 'refused' ? 'The browser did not let us copy' : `Copy ${what}`}
        onClick={() => void copy()}
      >
        {outcome === 'copied' ? <CheckIcon /> : <CopyIcon />}
      </IconButton>
      <VisuallyHidden role="status">
        {outcome === 'copied' ? `Copied ${what}` : outcome === 'refused' ? `Could not copy ${what}` : ''}
      </VisuallyHidden>
    </>
  )
}
