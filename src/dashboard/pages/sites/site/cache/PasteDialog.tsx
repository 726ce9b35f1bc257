import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Button, Modal, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { DataTable } from '../../../../components/DataTable.tsx'
import { useRestoreFocus } from '../../../../hooks/use-restore-focus.ts'
import { plural } from '../../../../format/format.ts'
import { Verdict } from '../../../../components/Mark.tsx'
import classes from './cache.module.css'
import { readLines } from './purge-lines.ts'
import { problemOf, typeOf, type Line } from './purge-rows.ts'

interface Props {
  host: string
  onAdd: (lines: readonly Line[]) => void
  onClose: () => void
}

const previewed = 8
/** A hundred calls. */
const maxLines = 1500

/** Many lines at once, with what was understood before they are added. */
export default function PasteDialog({ host, onAdd, onClose }: Props) {
  useRestoreFocus()
  const [text, setText] = useState('')
  const [unread, setUnread] = useState('')
  const file = useId()
  const { lines, repeated } = readLines(text)
  const wrong = lines.filter((line) => problemOf(line, host)).length
  const tooMany = lines.length > maxLines
  const open = async (chosen: File | undefined) => {
    if (!chosen) return
    try {
      setText(await chosen.text())
      setUnread('')
    } catch {
      setUnread(`${chosen.name} could not be read.`)
    }
  }
  return (
    <Modal opened onClose={onClose} title="Paste lines or CSV" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (lines.length > 0 && !tooMany) onAdd(lines)
        }}
      >
        <Textarea
          label="Lines"
          description={`A path, an address, or domain, path and type separated by commas, on each line: /index.html, https://${host}/a.css, ${host},/a.js,js`}
          rows={7}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          spellCheck={false}
          data-autofocus
        />
        <p className={classes.file}>
          <label htmlFor={file}>Or a file</label>
          <input
            id={file}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => void open(event.currentTarget.files?.[0])}
          />
        </p>
        {unread && <p role="alert">{unread}</p>}
        <p role="status" className={classes.hint}>
          {understood(lines.length, wrong, repeated, tooMany)}
        </p>
        {lines.length > 0 && (
          <DataTable
            label="What was understood"
            rows={lines.slice(0, previewed).map((line, i) => ({ line, i }))}
            rowKey={({ i }) => String(i)}
            columns={[
              { id: 'domain', header: 'Domain', cell: ({ line }) => line.domain || host },
              { id: 'path', header: 'Path', grows: true, cell: ({ line }) => <code>{line.path}</code> },
              { id: 'type', header: 'Type', cell: ({ line }) => (line.unread?.field === 'type' ? '?' : typeOf(line)) },
              { id: 'check', header: 'Check', cell: ({ line }) => <Check line={line} host={host} /> },
            ]}
          />
        )}
        {lines.length > previewed && <p className={classes.hint}>and {lines.length - previewed} more</p>}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={lines.length === 0 || tooMany}>
            Add {plural(lines.length, 'row')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function Check({ line, host }: { line: Line; host: string }) {
  const problem = problemOf(line, host)
  return problem ? <Verdict severity="error">{problem.words}</Verdict> : <Verdict severity="ok">ok</Verdict>
}

function understood(lines: number, wrong: number, repeated: number, tooMany: boolean): string {
  if (lines === 0) return 'Nothing to add yet.'
  if (tooMany)
    return `${lines} lines are more than can be sent at once: at most ${maxLines}. To empty everything, flush.`
  const parts = [
    `${plural(lines, 'line')} understood`,
    wrong ? `${wrong} to mend` : '',
    repeated ? `${plural(repeated, 'repeated line')} left out` : '',
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}
