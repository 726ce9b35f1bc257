import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Choice } from '../../kit/choices/Choice.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { CloseIcon } from '../../kit/marks/icons.tsx'
import { IconButton } from '../../kit/actions/IconButton.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import classes from './cache.module.css'
import { problemOf, typeOf, types, type Row, type Type } from './purge-rows.ts'
import { keepRows, typeRow } from './purge-store.ts'

/** More inputs would make typing slow. */
const maxShown = 60

interface Props {
  purgeKey: string
  rows: readonly Row[]
  host: string
  /** A run is in progress, so the rows can't be edited. */
  busy: boolean
}

/** The paths to purge, each checked as it's typed, with its result. */
export function PurgeTable({ purgeKey, rows, host, busy }: Props) {
  const [showAll, setShowAll] = useState(false)
  const shown = showAll ? rows : rows.slice(0, maxShown)
  const numbers = new Map(rows.map(({ id }, i) => [id, i + 1]))
  // in full, up to a length that few hosts exceed
  const domainWidth = `calc(${Math.max(host.length, ...shown.map(({ domain }) => domain.length))}ch + 2em)`
  const name = (what: string, row: Row) => `${what}, row ${numbers.get(row.id) ?? ''}`
  const columns: readonly Column<Row>[] = [
    {
      id: 'domain',
      header: 'Host',
      cell: (row) => (
        <TextInput
          className={classes.domain}
          style={{ '--domain-width': domainWidth }}
          aria-label={name('Host', row)}
          placeholder={host}
          value={row.domain}
          error={problemOf(row, host)?.field === 'domain'}
          disabled={busy}
          spellCheck={false}
          autoCapitalize="none"
          onChange={(event) => typeRow(purgeKey, row.id, { domain: event.currentTarget.value })}
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
          onChange={(event) => typeRow(purgeKey, row.id, { path: event.currentTarget.value })}
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
          onChange={(type) => typeRow(purgeKey, row.id, { type: asType(type) })}
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
          onClick={() => keepRows(purgeKey, (other) => other.id !== row.id)}
        >
          <CloseIcon />
        </IconButton>
      ),
    },
  ]
  return (
    <>
      <DataTable label="Paths to purge" columns={columns} rows={shown} rowKey={(row) => String(row.id)} />
      {shown.length < rows.length && (
        <p className={classes.more}>
          Showing the first {shown.length} of {rows.length} rows. All of them will be sent.{' '}
          <Button variant="subtle" onClick={() => setShowAll(true)}>
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
      <ResultText row={row} host={host} />
    </span>
  )
}

function ResultText({ row, host }: { row: Row; host: string }) {
  const problem = problemOf(row, host)
  if (problem) return <span className={classes.wrong}>{problem.words}</span>
  const { result } = row
  switch (result.kind) {
    case 'unsent':
      return null
    case 'sending':
      return 'Sending…'
    case 'accepted':
      return <Verdict severity="ok">Accepted</Verdict>
    case 'held':
      return <Verdict severity="warning">{result.why}</Verdict>
    case 'refused':
    case 'failed':
      return <Verdict severity="error">{result.why}</Verdict>
  }
}
