import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Choice } from '../../../../components/Choice.tsx'
import { DataTable, type Column } from '../../../../components/DataTable.tsx'
import { CloseIcon } from '../../../../components/icons.tsx'
import { IconButton } from '../../../../components/IconButton.tsx'
import { Verdict } from '../../../../components/Mark.tsx'
import classes from './cache.module.css'
import { problemOf, typeOf, types, type Row, type Type } from './purge-rows.ts'
import { keepRows, typeRow } from './purge-store.ts'

/** More inputs at once make typing slow. */
const rowsShown = 60

interface Props {
  place: string
  rows: readonly Row[]
  host: string
  /** A run is under way: its rows stay as they are. */
  busy: boolean
}

/** The rows to purge, each checked as it is typed, with what became of it. */
export function PurgeTable({ place, rows, host, busy }: Props) {
  const [whole, setWhole] = useState(false)
  const shown = whole ? rows : rows.slice(0, rowsShown)
  const numbers = new Map(rows.map(({ id }, i) => [id, i + 1]))
  const name = (what: string, row: Row) => `${what}, row ${numbers.get(row.id) ?? ''}`
  const columns: readonly Column<Row>[] = [
    {
      id: 'domain',
      header: 'Domain',
      cell: (row) => (
        <TextInput
          className={classes.domain}
          aria-label={name('Domain', row)}
          placeholder={host}
          value={row.domain}
          error={problemOf(row, host)?.field === 'domain'}
          disabled={busy}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => typeRow(place, row.id, { domain: event.currentTarget.value })}
        />
      ),
    },
    {
      id: 'path',
      header: 'Path',
      grows: true,
      cell: (row) => (
        <TextInput
          className={classes.path}
          aria-label={name('Path', row)}
          placeholder="/index.html"
          value={row.path}
          error={problemOf(row, host)?.field === 'path'}
          aria-describedby={`purge-result-${row.id}`}
          disabled={busy}
          spellCheck={false}
          autoCapitalize="none"
          data-purge-path
          onChange={(event) => typeRow(place, row.id, { path: event.currentTarget.value })}
        />
      ),
    },
    {
      id: 'type',
      header: 'Type',
      cell: (row) => (
        <Choice
          label={name('Type', row)}
          value={row.unread?.field === 'type' ? '' : typeOf(row)}
          options={row.unread?.field === 'type' ? [{ value: '', label: 'Choose…' }, ...typeOptions] : typeOptions}
          onChange={(type) => typeRow(place, row.id, { type: asType(type) })}
        />
      ),
    },
    { id: 'result', header: 'Result', cell: (row) => <Outcome row={row} host={host} /> },
    {
      id: 'remove',
      header: 'Remove',
      cell: (row) => (
        <IconButton
          label={`Remove row ${numbers.get(row.id) ?? ''}`}
          disabled={busy}
          onClick={() => keepRows(place, (other) => other.id !== row.id)}
        >
          <CloseIcon />
        </IconButton>
      ),
    },
  ]
  return (
    <>
      <DataTable label="Resources to purge" columns={columns} rows={shown} rowKey={(row) => String(row.id)} />
      {shown.length < rows.length && (
        <p className={classes.more}>
          The first {shown.length} of {rows.length} rows are shown; all are sent.{' '}
          <Button variant="subtle" onClick={() => setWhole(true)}>
            Show all
          </Button>
        </p>
      )}
    </>
  )
}

const typeOptions = types.map((value) => ({ value, label: value }))

function asType(text: string): Type | undefined {
  return types.find((type) => type === text)
}

function Outcome({ row, host }: { row: Row; host: string }) {
  return (
    <span id={`purge-result-${row.id}`} className={classes.outcome}>
      <Words row={row} host={host} />
    </span>
  )
}

function Words({ row, host }: { row: Row; host: string }) {
  const problem = problemOf(row, host)
  if (problem) return <span className={classes.wrong}>{problem.words}</span>
  const { result } = row
  switch (result.kind) {
    case 'unsent':
      return null
    case 'sending':
      return 'sending…'
    case 'accepted':
      return <Verdict severity="ok">accepted</Verdict>
    case 'held':
      return <Verdict severity="warning">{result.why}</Verdict>
    case 'refused':
    case 'failed':
      return <Verdict severity="error">{result.why}</Verdict>
  }
}
