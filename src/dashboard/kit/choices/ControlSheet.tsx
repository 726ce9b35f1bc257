import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Drawer.css'
import { Button, Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useRestoreFocus } from '../navigation/use-restore-focus.ts'
import classes from './ControlSheet.module.css'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
}

/** Controls at the bottom of a phone's screen. What they choose is shown behind them at once. */
export default function ControlSheet({ title, onClose, children }: Props) {
  useRestoreFocus()
  return (
    <Drawer
      opened
      // Escape closes what is open above the sheet first
      onClose={() => document.querySelector(':popover-open') ?? onClose()}
      title={title}
      position="bottom"
      classNames={{ content: classes.sheet ?? '' }}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <div className={classes.controls}>
        {children}
        <Button onClick={onClose}>Done</Button>
      </div>
    </Drawer>
  )
}
