import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { joinWithAnd, stopProof } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { fullNumber, plural } from '../../kit/format/format.ts'
import { exactTime, preciseTime } from '../../kit/format/time.ts'
import { useZone } from '../../kit/format/zone.ts'
import classes from './cache.module.css'
import { seconds, whyNotKept, whyNothingStored } from './lookup.ts'
import { isUnderWay, caveatsOf, type Proof, type ProofPlace, showProof, useProof } from './proof.ts'

type Address = Proof['addresses'][number]

interface Props {
  place: ProofPlace
  /** The optimizer's state. */
  state: unknown
  /** Whether something was purged since the page was loaded. */
  hasPurged: boolean
}

/** What was stored of each purged path before and after the purge, as it happens. */
export function ProofPanel({ place, state, hasPurged }: Props) {
  const { data: proof, error, refetch } = useProof(place)
  const stop = useMutation({
    mutationFn: () => call(stopProof, { path: { site_id: place.siteId }, query: { user_id: place.user } }),
    onSuccess: (stopped) => showProof(place, stopped),
  })
  if (proof === null)
    return (
      hasPurged && (
        <Panel title="Proof">
          <p className={classes.hint}>This service doesn’t say what it has cached, so it can’t prove what it purges.</p>
        </Panel>
      )
    )
  if (!proof)
    return error && <ErrorState error={error} title="Couldn’t load the proof." onRetry={() => void refetch()} />
  const { addresses } = proof
  if (addresses.length === 0) return null
  const isRunning = isUnderWay(proof)
  const nothing = whyNothing(addresses)
  const caveats = caveatsOf(proof)
  return (
    <Panel
      title="Proof"
      actions={
        isRunning && (
          <Button variant="default" disabled={stop.isPending} onClick={() => stop.mutate()}>
            {stop.isPending ? 'Stopping…' : 'Stop checking'}
          </Button>
        )
      }
    >
      <p role="status" className={classes.hint}>
        {nothing ? `There’s nothing to prove. ${whyNothingStored(state) ?? nothing}` : inWords(addresses)}
      </p>
      {stop.error && <ErrorState error={stop.error} title="Couldn’t stop checking." />}
      {!nothing && (
        <>
          {caveats && <p className={classes.hint}>{caveats}</p>}
          <DataTable label="What the purge did" columns={columns} rows={addresses} rowKey={({ id }) => id} />
          {isRunning && <p className={classes.hint}>Stopping doesn’t undo the purge.</p>}
        </>
      )}
    </Panel>
  )
}

/** Why none of the addresses could be looked up, if they all have the same reason. */
function whyNothing([first, ...others]: readonly Address[]): string | undefined {
  const problem = first?.before?.problem ?? undefined
  return others.every(({ before }) => before?.problem === problem) ? problem : undefined
}

const hitOrMiss = 'HIT: stored on at least one edge node. MISS: stored on none.'

const columns: readonly Column<Address>[] = [
  { id: 'path', header: 'Path', grows: true, cell: ({ path }) => <code>{path}</code> },
  { id: 'before', header: 'Before', hint: hitOrMiss, cell: (address) => <Lookup of={address} step="before" /> },
  { id: 'after', header: 'After', hint: hitOrMiss, cell: (address) => <Lookup of={address} step="after" /> },
  {
    id: 'again',
    header: 'After one visit',
    hint: 'One real request through each edge node, which counts as traffic.',
    grows: true,
    cell: (address) => <Lookup of={address} step="again" />,
  },
]

function Lookup({ of: address, step }: { of: Address; step: 'before' | 'after' | 'again' }) {
  const zone = useZone()
  const lookup = address[step]
  if (!lookup) {
    if (address.result !== null) return <EmptyCell why="not checked" />
    return step === 'again' && !address.after ? <EmptyCell why="not yet" /> : 'Looking…'
  }
  const { held: isHeld, status, age, not_kept: notKept, silent, problem } = lookup
  if (isHeld === null)
    return (
      <span className={classes.outcome}>
        <Verdict severity="error">{problem}</Verdict>
      </span>
    )
  const at = Date.parse(lookup.at)
  const isLast = step === 'again'
  const isKept = step === 'after' && address.result === 'still stored'
  const more = [
    step === 'after' && isHeld && !isKept && 'Another visitor’s request has stored it again.',
    isLast && !isHeld && notKept && whyNotKept(notKept),
    silent.length > 0 && `No answer from ${joinWithAnd(silent)}.`,
  ].filter(Boolean)
  return (
    <span className={classes.outcome}>
      <Verdict severity={isKept ? 'error' : isLast && !isHeld ? 'warning' : 'ok'}>
        {isHeld ? `HIT ${status ?? ''} · age\u00a0${seconds(age ?? 0)}` : 'MISS'}
      </Verdict>
      <br />
      <time dateTime={lookup.at} title={exactTime(at, zone)} className={classes.hint}>
        {preciseTime(at, zone)}
      </time>
      {more.length > 0 && (
        <>
          <br />
          {more.join(' ')}
        </>
      )}
    </span>
  )
}

function inWords(addresses: readonly Address[]): string {
  const countOf = (wanted: Address['result']) => addresses.filter(({ result }) => result === wanted).length
  const open = countOf(null)
  if (countOf('stored again') === addresses.length) {
    const all = addresses.length === 1 ? 'The path was purged' : `All ${fullNumber(addresses.length)} paths purged`
    return `${all}. A test visit cached the new version.`
  }
  const wasHeld = addresses.some(({ result }) => result !== 'newly stored' && result !== 'never stored')
  const outcomes = Object.entries({
    'purged and stored again': countOf('stored again'),
    'purged and not stored again': countOf('not stored again'),
    'newly stored': countOf('newly stored'),
    [wasHeld ? 'never stored' : 'not stored after the visit either']: countOf('never stored'),
    'still stored': countOf('still stored'),
    'not fully checked': countOf('unknown'),
  }).flatMap(([words, count]) => (count > 0 ? [`${fullNumber(count)} ${words}`] : []))
  const nothing = `${addresses.length === 1 ? 'This address wasn’t' : 'None of these addresses was'} stored before, so there was nothing to remove. `
  const sum = outcomes.length > 0 ? `${wasHeld ? '' : nothing}${outcomes.join(', ')}.` : ''
  return open > 0 ? `Checked ${addresses.length - open} of ${plural(addresses.length, 'path')}. ${sum}`.trim() : sum
}
