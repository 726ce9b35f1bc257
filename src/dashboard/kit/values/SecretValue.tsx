import { useState } from 'react'
import { CopyValue } from './CopyValue.tsx'
import { EyeIcon, EyeOffIcon } from '../marks/icons.tsx'
import { IconButton } from '../actions/IconButton.tsx'
import classes from './CopyValue.module.css'

/** A secret that is masked until shown. It can be copied either way. */
export function SecretValue({ value, what }: { value: string; what: string }) {
  const [shown, setShown] = useState(false)
  return (
    <span className={classes.value}>
      <CopyValue value={value} what={what} masked={!shown} />
      <IconButton label={shown ? `Hide ${what}` : `Show ${what}`} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? <EyeOffIcon /> : <EyeIcon />}
      </IconButton>
    </span>
  )
}
