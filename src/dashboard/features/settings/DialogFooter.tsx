import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import classes from './settings.module.css'

interface Props {
  /** The submit button's label. */
  verb: string
  /** Whether what was submitted is being checked. */
  busy?: boolean
  onCancel: () => void
  /** Further buttons, apart from the two. */
  children?: ReactNode
}

/** The end of a dialog that changes the draft of the settings. */
export function DialogFooter({ verb, busy = false, onCancel, children }: Props) {
  return (
    <>
      <div className={classes.line}>
        <div>{children}</div>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <BusyButton type="submit" loading={busy}>
            {verb}
          </BusyButton>
        </div>
      </div>
      <p className={classes.hint}>Nothing changes for visitors until you save the settings.</p>
    </>
  )
}
