import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Button, Modal } from '@mantine/core'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'
import { useRestoreFocus } from '../../kit/navigation/use-restore-focus.ts'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import type { Change } from './changes.ts'
import classes from './settings.module.css'
import type { SettingsEditor } from './use-settings-editor.ts'

interface Props {
  editor: SettingsEditor
  onClose: () => void
}

const columns: readonly Column<Change>[] = [
  { id: 'what', header: 'Setting', grows: true, cell: ({ what }) => <span className={classes.value}>{what}</span> },
  { id: 'before', header: 'Now', names: true, cell: ({ before }) => <Side value={before} why="not there yet" /> },
  { id: 'after', header: 'After saving', names: true, cell: ({ after }) => <Side value={after} why="removed" /> },
]

/** What saving would change, from what to what. */
export default function ReviewDialog({ editor: { draft, isRefused, save }, onClose }: Props) {
  useRestoreFocus()
  return (
    <Modal opened onClose={onClose} title="Review changes" size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className={classes.form}>
        <DataTable
          label="Changes"
          columns={columns}
          rows={draft.changes}
          rowKey={({ what, before, after }) => JSON.stringify([what, before, after])}
        />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Keep editing
          </Button>
          {draft.parsed.kind === 'valid' && !isRefused && (
            <ReasonButton
              does="settings.update"
              onClick={() => {
                onClose()
                save()
              }}
            >
              Save
            </ReasonButton>
          )}
        </div>
      </div>
    </Modal>
  )
}

function Side({ value, why }: { value: string | undefined; why: string }) {
  return value === undefined ? <EmptyCell why={why} /> : <span className={classes.value}>{value}</span>
}
