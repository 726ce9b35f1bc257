import { Button } from '@mantine/core'
import { DataTable, type Column } from '../../../../components/DataTable.tsx'
import { Verdict } from '../../../../components/Mark.tsx'
import { EmptyCell } from '../../../../components/Measured.tsx'
import { Panel } from '../../../../components/Panel.tsx'
import { fullNumber, plural } from '../../../../format/format.ts'
import { exactTime, preciseTime } from '../../../../format/time.ts'
import { useZone } from '../../../../stores/preferences.ts'
import classes from './cache.module.css'
import { seconds } from './look.ts'
import { type Proof, type Step, verdictOf } from './proof.ts'
import { changeProofs, useProofs } from './proof-store.ts'

/** What was stored of each purged path before and after the purge, as it happens. */
export function ProofPanel({ purgeKey }: { purgeKey: string }) {
  const { rows, note, isRunning, isStopping } = useProofs(purgeKey)
  if (rows.length === 0 && note === null) return null
  return (
    <Panel
      title="Proof"
      actions={
        isRunning &&
        rows.length > 0 && (
          <Button
            variant="default"
            disabled={isStopping}
            onClick={() => changeProofs(purgeKey, () => ({ isStopping: true }))}
          >
            {isStopping ? 'Stopping…' : 'Stop checking'}
          </Button>
        )
      }
    >
      <p role="status" className={classes.hint}>
        {inWords(rows, isRunning)}
      </p>
      {note && <p className={classes.hint}>{note}</p>}
      {rows.length > 0 && (
        <>
          <DataTable label="What the purge did" columns={columns} rows={rows} rowKey={({ id }) => String(id)} />
          <p className={classes.hint}>
            HIT: stored on at least one edge node. MISS: stored on none. The visit is one real request through each edge
            node, and counts as traffic.{isRunning && ' Stopping doesn’t undo the purge.'}
          </p>
        </>
      )}
    </Panel>
  )
}

const columns: readonly Column<Proof>[] = [
  { id: 'path', header: 'Path', grows: true, cell: ({ path }) => <code>{path}</code> },
  { id: 'before', header: 'Before', cell: ({ before }) => <StepCell step={before} /> },
  {
    id: 'after',
    header: 'After',
    cell: ({ after }) => <StepCell step={after} ifHeld="Another visitor’s request has stored it again." />,
  },
  { id: 'again', header: 'After one visit', grows: true, cell: ({ again }) => <StepCell step={again} isLast /> },
]

interface StepCellProps {
  step: Step
  /** What it means that something is stored. */
  ifHeld?: string
  /** Something should be stored again by now. */
  isLast?: boolean
}

function StepCell({ step, ifHeld, isLast = false }: StepCellProps) {
  const zone = useZone()
  switch (step.kind) {
    case 'waiting':
      return <EmptyCell why="not yet" />
    case 'skipped':
      return <EmptyCell why="not checked" />
    case 'looking':
      return 'Looking…'
    case 'failed':
      return (
        <span className={classes.outcome}>
          <Verdict severity="error">{step.why}</Verdict>
        </span>
      )
    case 'found':
    case 'kept': {
      const { at, isHeld, age, status, why } = step.finding
      const details = isHeld ? ` ${status ?? ''} · age\u00a0${seconds(age ?? 0)}` : ''
      return (
        <span className={classes.outcome}>
          <Verdict severity={step.kind === 'kept' ? 'error' : isLast && !isHeld ? 'warning' : 'ok'}>
            {isHeld ? 'HIT' : 'MISS'}
            {details}
          </Verdict>
          <br />
          <time dateTime={new Date(at).toISOString()} title={exactTime(at, zone)} className={classes.hint}>
            {preciseTime(at, zone)}
          </time>
          {step.kind === 'found' && isHeld && ifHeld && <> {ifHeld}</>}
          {isLast && !isHeld && why && (
            <>
              <br />
              {why}
            </>
          )}
        </span>
      )
    }
  }
}

function inWords(rows: readonly Proof[], isRunning: boolean): string {
  if (rows.length === 0) return ''
  const verdicts = rows.map(verdictOf)
  const countOf = (verdict: ReturnType<typeof verdictOf>) => verdicts.filter((one) => one === verdict).length
  const done = rows.length - countOf(undefined)
  const wasHeld = verdicts.some((verdict) => verdict !== 'new' && verdict !== 'never stored')
  const neverStored = wasHeld ? 'never stored' : 'not stored after the visit either'
  const parts = [
    countOf('proved') > 0 && `${fullNumber(countOf('proved'))} purged and stored again`,
    countOf('not stored again') > 0 && `${fullNumber(countOf('not stored again'))} purged and not stored again`,
    countOf('new') > 0 && `${fullNumber(countOf('new'))} newly stored`,
    countOf('never stored') > 0 && `${fullNumber(countOf('never stored'))} ${neverStored}`,
    countOf('kept') > 0 && `${fullNumber(countOf('kept'))} still stored`,
    countOf('open') > 0 && `${fullNumber(countOf('open'))} not fully checked`,
  ].filter(Boolean)
  const nothing = `${rows.length === 1 ? 'This address wasn’t' : 'None of these addresses was'} stored before, so there was nothing to remove. `
  const sum = parts.length > 0 ? `${wasHeld ? '' : nothing}${parts.join(', ')}.` : ''
  return isRunning ? `Checked ${done} of ${plural(rows.length, 'path')}. ${sum}`.trim() : sum
}
