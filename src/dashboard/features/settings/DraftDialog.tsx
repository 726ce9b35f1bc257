import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { useRestoreFocus } from '../../kit/navigation/use-restore-focus.ts'
import classes from './settings.module.css'

interface Props {
  title: string
  size?: 'lg' | 'xl'
  /** The submit button's label. */
  verb: string
  /** Whether what was submitted is being checked. */
  busy?: boolean
  onSubmit: () => void
  onClose: () => void
  /** Further buttons, apart from the two. */
  buttons?: ReactNode
  children: ReactNode
}

/** A form in a dialog, which changes the draft of the settings. */
export function DraftDialog({ title, size = 'lg', verb, busy = false, onSubmit, onClose, buttons, children }: Props) {
  useRestoreFocus()
  return (
    <Modal opened onClose={onClose} title={title} size={size} closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit()
        }}
      >
        {children}
        <div className={classes.line}>
          <div>{buttons}</div>
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <BusyButton type="submit" loading={busy}>
              {verb}
            </BusyButton>
          </div>
        </div>
        <p className={classes.hint}>Nothing changes for visitors until you save the settings.</p>
      </form>
    </Modal>
  )
}
