import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Choice } from '../../kit/choices/Choice.tsx'
import { CloseIcon } from '../../kit/marks/icons.tsx'
import { IconButton } from '../../kit/actions/IconButton.tsx'
import classes from './cache.module.css'
import { PatternLine } from './PatternLine.tsx'
import type { Proof, ProofPlace } from './proof.ts'
import { type Group, type Kind, types, type Type } from './purge-kinds.ts'
import {
  isAddressLine,
  isBlank,
  problemOf,
  textOf,
  typeLabels,
  typeOf,
  type Problem,
  type RegexCheck,
  type Row,
} from './purge-rows.ts'
import { RowResult } from './RowResult.tsx'
import { keepRows, typeRow } from './purge-store.ts'

/** More inputs would make typing slow. */
const maxShown = 60

interface Props {
  purgeKey: string
  place: ProofPlace
  /** What is chosen, so what blank rows are for. */
  group: Group
  rows: readonly Row[]
  host: string
  regexProblem: RegexCheck | undefined
  /** What is known of the paths that were sent. */
  proof: Proof | null | undefined
  /** A run is in progress, so the rows can't be edited. */
  busy: boolean
}

/** The paths to purge, each checked as it's typed, with what became of it. */
export function PurgeLines({ purgeKey, place, group, rows, host, regexProblem, proof, busy }: Props) {
  const [showAll, setShowAll] = useState(false)
  const shown = showAll ? rows : rows.slice(0, maxShown)
  return (
    <fieldset className={classes.fields} disabled={busy}>
      <ol className={classes.purgeLines} aria-label="Paths to purge">
        {shown.map((typed, i) => {
          const row = rowIn(group, typed)
          const line = { purgeKey, number: i + 1, proof, problem: problemOf(row, host, regexProblem) }
          if (isAddressLine(row)) return <PurgeLine key={row.id} {...line} row={row} />
          return <PatternLine key={row.id} {...line} place={place} row={row} />
        })}
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

/** A blank row is of what is chosen. */
function rowIn({ kinds }: Group, row: Row): Row & { readonly kind: Kind } {
  const { kind = 'address' } = row
  return isBlank(row) && !kinds.includes(kind) ? { ...row, kind: kinds[0], type: undefined } : { ...row, kind }
}

export interface LineProps extends Pick<Props, 'purgeKey' | 'proof'> {
  row: Row
  number: number
  problem: Problem | undefined
}

function PurgeLine({ purgeKey, row, number, proof, problem }: LineProps) {
  const { kind, type: chosen } = row
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
        onChange={(event) =>
          typeRow(purgeKey, row.id, { domain: '', path: event.currentTarget.value, kind, type: chosen })
        }
      />
      <Choice
        label={`Type of path ${number}`}
        value={isUnknownType ? '' : typeOf(row)}
        options={isUnknownType ? [{ value: '', label: 'Choose…' }, ...typeOptions] : typeOptions}
        onChange={(type) => typeRow(purgeKey, row.id, { kind, type: asType(type) })}
      />
      <IconButton label={`Remove path ${number}`} onClick={() => keepRows(purgeKey, (other) => other.id !== row.id)}>
        <CloseIcon />
      </IconButton>
      <span id={`purge-result-${row.id}`} className={classes.result}>
        <RowResult row={row} problem={problem} proof={proof} />
      </span>
    </li>
  )
}

const typeOptions = types.map((value) => ({ value, label: typeLabels[value] }))

function asType(text: string): Type | undefined {
  return types.find((type) => type === text)
}
