import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './settings.module.css'

interface Props {
  /** The submit button's label. */
  verb: string
  onCancel: () => void
  /** Further buttons, between the two. */
  children?: ReactNode
}

/** The end of a dialog that changes the draft of the settings. */
export function DialogFooter({ verb, onCancel, children }: Props) {
  return (
    <>
      <div className={classes.buttons}>
        <Button type="submit">{verb}</Button>
        {children}
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
      </div>
      <p className={classes.hint}>Nothing changes for visitors until you save the settings.</p>
    </>
  )
}
