import '@mantine/core/styles/CloseButton.css'
import '@mantine/core/styles/Paper.css'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import '@mantine/core/styles/Overlay.css'
import { Button, Modal, Textarea } from '@mantine/core'
import { useId, useState } from 'react'
import { DataTable } from '../../kit/tables/DataTable.tsx'
import { useRestoreFocus } from '../../kit/navigation/use-restore-focus.ts'
import { plural, fullNumber } from '../../kit/format/format.ts'
import { Verdict } from '../../kit/marks/Mark.tsx'
import classes from './cache.module.css'
import { readLines } from './purge-lines.ts'
import { problemOf, typeLabels, typeOf, type Line } from './purge-rows.ts'

interface Props {
  host: string
  onAdd: (lines: readonly Line[]) => void
  onClose: () => void
}

const maxPreviewed = 8
/** As many as a hundred requests can purge. */
const maxLines = 1500

/** Adds many paths at once, with a preview. */
export default function PasteDialog({ host, onAdd, onClose }: Props) {
  useRestoreFocus()
  const [text, setText] = useState('')
  const [unread, setUnread] = useState('')
  const file = useId()
  const { lines, repeated } = readLines(text)
  const wrong = new Set(lines.filter((line) => problemOf(line, host) !== undefined))
  // what needs fixing comes first
  const preview = [...wrong, ...lines.filter((line) => !wrong.has(line))].slice(0, maxPreviewed)
  const tooMany = lines.length > maxLines
  const open = async (chosen: File | undefined) => {
    if (!chosen) return
    try {
      setText(await chosen.text())
      setUnread('')
    } catch {
      setUnread(`Couldn’t read ${chosen.name}.`)
    }
  }
  return (
    <Modal opened onClose={onClose} title="Paste paths or CSV" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (lines.length > 0 && !tooMany) onAdd(lines)
        }}
      >
        <Textarea
          label="Paths"
          description={`One per line: a path, an address, or a host, path and type separated by commas. For example: /index.html, https://${host}/a.css or ${host},/a.js,js`}
          rows={7}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          spellCheck={false}
          data-autofocus
        />
        <p className={classes.file}>
          <label htmlFor={file}>Or choose a file</label>
          <input
            id={file}
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => void open(event.currentTarget.files?.[0])}
          />
        </p>
        {unread && <p role="alert">{unread}</p>}
        <p role="status" className={classes.hint}>
          {summaryOf(lines.length, wrong.size, repeated, tooMany)}
        </p>
        {lines.length > 0 && (
          <DataTable
            label="Preview"
            rows={preview.map((line, i) => ({ line, i }))}
            rowKey={({ i }) => String(i)}
            columns={[
              { id: 'domain', header: 'Host', cell: ({ line }) => line.domain || host },
              { id: 'path', header: 'Path', grows: true, cell: ({ line }) => <code>{line.path}</code> },
              {
                id: 'type',
                header: 'Type',
                cell: ({ line }) => (line.unread?.field === 'type' ? '?' : typeLabels[typeOf(line)]),
              },
              { id: 'status', header: 'Status', cell: ({ line }) => <Status line={line} host={host} /> },
            ]}
          />
        )}
        {lines.length > maxPreviewed && <p className={classes.hint}>and {lines.length - maxPreviewed} more</p>}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={lines.length === 0 || tooMany}>
            Add {plural(lines.length, 'path')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

function Status({ line, host }: { line: Line; host: string }) {
  const problem = problemOf(line, host)
  return (
    <span className={classes.outcome}>
      <Verdict severity={problem ? 'error' : 'ok'}>{problem?.words ?? 'Ready'}</Verdict>
    </span>
  )
}

function summaryOf(lines: number, wrong: number, repeated: number, tooMany: boolean): string {
  if (lines === 0) return 'Nothing to add yet.'
  if (tooMany)
    return `${fullNumber(lines)} paths are too many. Add up to ${fullNumber(maxLines)} at once, or flush the cache to remove everything.`
  const counts = [
    `${plural(lines - wrong, 'path')} ready`,
    wrong ? `${wrong} ${wrong === 1 ? 'needs' : 'need'} fixing` : '',
    repeated ? `${plural(repeated, 'duplicate')} skipped` : '',
  ]
  return `${counts.filter(Boolean).join(', ')}.`
}
