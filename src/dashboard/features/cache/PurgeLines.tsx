import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Choice } from '../../kit/choices/Choice.tsx'
import { CloseIcon } from '../../kit/marks/icons.tsx'
import { IconButton } from '../../kit/actions/IconButton.tsx'
import { NoVerdict, Verdict } from '../../kit/marks/Mark.tsx'
import classes from './cache.module.css'
import type { Proof } from './proof.ts'
import { purgedInWords } from './proof-words.ts'
import { itemOf, problemOf, textOf, typeLabels, typeOf, types, type Row, type Type } from './purge-rows.ts'
import { keepRows, typeRow } from './purge-store.ts'

/** More inputs would make typing slow. */
const maxShown = 60

interface Props {
  purgeKey: string
  rows: readonly Row[]
  host: string
  /** What is known of the paths that were sent. */
  proof: Proof | null | undefined
  /** A run is in progress, so the rows can't be edited. */
  busy: boolean
}

/** The paths to purge, each checked as it's typed, with what became of it. */
export function PurgeLines({ purgeKey, rows, host, proof, busy }: Props) {
  const [showAll, setShowAll] = useState(false)
  const shown = showAll ? rows : rows.slice(0, maxShown)
  return (
    <fieldset className={classes.fields} disabled={busy}>
      <ol className={classes.purgeLines} aria-label="Paths to purge">
        {shown.map((row, i) => (
          <PurgeLine key={row.id} purgeKey={purgeKey} row={row} number={i + 1} host={host} proof={proof} />
        ))}
      </ol>
      {shown.length < rows.length && (
        <p className={classes.more}>
          Showing the first {shown.length} of {rows.length} paths. All of them will be sent.{' '}
          <Button variant="subtle" onClick={() => setShowAll(true)}>
            Show all
          </Button>
        </p>
      )}
    </fieldset>
  )
}

interface LineProps extends Pick<Props, 'purgeKey' | 'host' | 'proof'> {
  row: Row
  number: number
}

function PurgeLine({ purgeKey, row, number, host, proof }: LineProps) {
  const problem = problemOf(row, host)
  const isUnknownType = row.unread?.field === 'type'
  return (
    <li className={classes.purgeLine}>
      <TextInput
        aria-label={`Path ${number}`}
        placeholder="/bikes/trail"
        value={textOf(row)}
        error={problem !== undefined && problem.field !== 'type'}
        aria-describedby={`purge-result-${row.id}`}
        inputMode="url"
        spellCheck={false}
        autoCapitalize="none"
        data-purge-path
        onChange={(event) => typeRow(purgeKey, row.id, { domain: '', path: event.currentTarget.value })}
      />
      <Choice
        label={`Type of path ${number}`}
        value={isUnknownType ? '' : typeOf(row)}
        options={isUnknownType ? [{ value: '', label: 'Choose…' }, ...typeOptions] : typeOptions}
        onChange={(type) => typeRow(purgeKey, row.id, { type: asType(type) })}
      />
      <IconButton label={`Remove path ${number}`} onClick={() => keepRows(purgeKey, (other) => other.id !== row.id)}>
        <CloseIcon />
      </IconButton>
      <span id={`purge-result-${row.id}`} className={classes.result}>
        {problem ? <span className={classes.wrong}>{problem.words}</span> : <Result row={row} proof={proof} />}
      </span>
    </li>
  )
}

const typeOptions = types.map((value) => ({ value, label: typeLabels[value] }))

function asType(text: string): Type | undefined {
  return types.find((type) => type === text)
}

function Result({ row, proof }: Pick<LineProps, 'row' | 'proof'>) {
  const { result } = row
  switch (result.kind) {
    case 'unsent':
      return null
    case 'sending':
      return 'Sending…'
    case 'accepted':
      return <Sent row={row} proof={proof} />
    case 'held':
      return <Verdict severity="warning">{result.why}</Verdict>
    case 'refused':
    case 'failed':
      return <Verdict severity="error">{result.why}</Verdict>
  }
}

/** What became of a path that was sent, as far as the proof tells. */
function Sent({ row, proof }: Pick<LineProps, 'row' | 'proof'>) {
  const { condition } = itemOf(row)
  const address = proof?.addresses.find(({ path }) => path === condition)
  const { severity, words } = purgedInWords(address)
  return severity === null ? <NoVerdict>{words}</NoVerdict> : <Verdict severity={severity}>{words}</Verdict>
}
