import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Overlay.css'
import '@mantine/core/styles/Drawer.css'
import { Drawer } from '@mantine/core'
import { Navigation } from './Navigation.tsx'
import { useRestoreFocus } from '../../kit/navigation/use-restore-focus.ts'

/** The navigation on screens too narrow to show it next to the page. */
export default function NavDrawer({ onClose }: { onClose: () => void }) {
  useRestoreFocus()
  return (
    <Drawer
      opened
      onClose={onClose}
      title="Site Performance"
      size="xs"
      padding="sm"
      closeButtonProps={{ 'aria-label': 'Close navigation' }}
    >
      <Navigation onChoose={onClose} />
    </Drawer>
  )
}
