import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Modal } from '@mantine/core'
import { PropertiesTable } from '../../kit/layout/PropertiesTable.tsx'
import { useRestoreFocus } from '../../kit/navigation/use-restore-focus.ts'

const keys = [
  { label: 'Ctrl or ⌘ K', value: 'Search or jump to' },
  { label: '/', value: 'Search this list' },
  { label: 'R', value: 'Refresh the data on this page' },
  { label: '?', value: 'Show keyboard shortcuts' },
  { label: 'Esc', value: 'Close a dialog or panel' },
]

export default function KeyboardHelp({ onClose }: { onClose: () => void }) {
  useRestoreFocus()
  return (
    <Modal opened onClose={onClose} title="Keyboard shortcuts" closeButtonProps={{ 'aria-label': 'Close' }}>
      <PropertiesTable facts={keys} />
    </Modal>
  )
}
