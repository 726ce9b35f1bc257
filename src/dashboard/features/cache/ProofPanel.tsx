import { useMutation } from '@tanstack/react-query'
import { joinWithAnd, stopProof } from '../../../contract/index.ts'
import { call } from '../../api/client.ts'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { Band } from '../../kit/feedback/Band.tsx'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { Achieved, AchievedMark, Marked, NoVerdict, Verdict } from '../../kit/marks/Mark.tsx'
import { ArrowIcon } from '../../kit/marks/icons.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { useIsPhone } from '../../kit/layout/use-media.ts'
import { Panel } from '../../kit/layout/Panel.tsx'
import { fullNumber } from '../../kit/format/format.ts'
import classes from './cache.module.css'
import { nginxCaveat, seconds, whyNotKept, whyNothingStored } from './lookup.ts'
import { caveatsOf, isUnderWay, type ProofPlace, showProof, useProof } from './proof.ts'
import { type Address, changeIn, contentIn, isPattern, nodeTimesOf, secondsOf, summaryOf } from './proof-words.ts'
import { ProofByNode } from './ProofByNode.tsx'
import { ProofOfPatterns } from './ProofOfPatterns.tsx'
import { typeLabels, typeOf } from './purge-rows.ts'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'

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
  const isPhone = useIsPhone()
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
  const [first] = addresses
  if (!first) return null
  const nothing = whyNothing(addresses)
  if (nothing)
    return (
      <Panel title="Proof">
        <p role="status" className={classes.hint}>
          {`There’s nothing to prove. ${whyNothingStored(state) ?? nothing}`}
        </p>
      </Panel>
    )
  const isRunning = isUnderWay(proof)
  const { tone, title, detail } = summaryOf(proof)
  const single = addresses.filter((address) => !isPattern(address))
  const hints = [
    isPhone && single.length > 0 && hitOrMiss,
    hasHashes(addresses) && hashHint,
    caveatsOf(proof),
    nginxCaveat(nodesIn(addresses)),
  ]
  const hint = hints.filter(Boolean).join(' ')
  return (
    <Panel
      title="Proof"
      aside={first.before && <Time at={first.before.at} />}
      actions={
        isRunning && (
          <ReasonButton
            does="cache.stopProof"
            variant="default"
            disabled={stop.isPending}
            onClick={() => stop.mutate()}
          >
            {stop.isPending ? 'Stopping…' : 'Stop checking'}
          </ReasonButton>
        )
      }
    >
      <div role="status">
        <Band
          label="Outcome"
          tone={tone}
          title={title}
          detail={detail}
          aside={tone === 'achieved' && <NodeTimes addresses={addresses} />}
        />
      </div>
      {stop.error && <ErrorState error={stop.error} title="Couldn’t stop checking." />}
      <ProofOfPatterns addresses={addresses.filter(isPattern)} />
      {single.length > 0 && (
        <DataTable
          label="What the purge did"
          columns={columns}
          rows={single}
          rowKey={({ id }) => id}
          explainsOnPhone={false}
        />
      )}
      {hint && <p className={classes.hint}>{hint}</p>}
      <ProofByNode addresses={single} />
    </Panel>
  )
}

/** Why none of the addresses could be looked up, if they all have the same reason. */
function whyNothing([first, ...others]: readonly Address[]): string | undefined {
  const problem = first?.before?.problem ?? undefined
  return others.every(({ before }) => before?.problem === problem) ? problem : undefined
}

const maxNodeTimes = 4

/** `✓ Frankfurt 0.2 s` */
function NodeTimes({ addresses }: { addresses: readonly Address[] }) {
  const times = nodeTimesOf(addresses)
  if (times.length === 0) return null
  const more = times.length - maxNodeTimes
  return (
    <ul className={classes.nodeTimes} aria-label="Time by edge node">
      {times.slice(0, maxNodeTimes).map(({ id, location, ms }) => (
        <li key={id}>
          <Marked mark={<AchievedMark />}>
            <strong>{location}</strong>
          </Marked>
          <span>{secondsOf(ms)}</span>
        </li>
      ))}
      {more > 0 && <li>and {fullNumber(more)} more</li>}
    </ul>
  )
}

const hitOrMiss = 'HIT: stored on at least one edge node. MISS: stored on none.'
const hashHint = 'The short code is the start of the SHA-256 of what’s stored, uncompressed.'

const hasHashes = (addresses: readonly Address[]) =>
  addresses.some(({ before, again }) => contentIn(before) !== undefined || contentIn(again) !== undefined)

const nodesIn = (addresses: readonly Address[]) =>
  addresses.flatMap(({ before, again }) => [before, again].flatMap((one) => one?.nodes ?? []))

const columns: readonly Column<Address>[] = [
  {
    id: 'path',
    header: 'Path',
    grows: true,
    cell: ({ path }) => (
      <span className={classes.lines}>
        <strong>{path}</strong>
        <span className={classes.hint}>{typeLabels[typeOf({ domain: '', path })]}</span>
      </span>
    ),
  },
  {
    id: 'before',
    header: 'Before',
    hint: hitOrMiss,
    cell: (address) => <Lookup of={address} step="before" />,
  },
  { id: 'after', header: 'Purged', hint: hitOrMiss, cell: (address) => <Lookup of={address} step="after" /> },
  {
    id: 'again',
    header: 'After a visit',
    hint: 'One real request through each edge node, which counts as traffic.',
    cell: (address) => <Lookup of={address} step="again" />,
  },
  { id: 'content', header: 'Content', cell: (address) => <Content of={address} /> },
]

type Step = 'before' | 'after' | 'again'

function Lookup({ of: address, step }: { of: Address; step: Step }) {
  const lookup = address[step]
  if (!lookup) {
    if (address.result !== null) return <EmptyCell why="not checked" />
    return step === 'again' && !address.after ? <EmptyCell why="not yet" /> : 'Looking…'
  }
  const { held: isHeld, status, age, not_kept: notKept, silent, problem } = lookup
  if (isHeld === null)
    return (
      <span className={classes.why}>
        <Verdict severity="error">{problem}</Verdict>
      </span>
    )
  const isLast = step === 'again'
  const isKept = step === 'after' && address.result === 'still stored'
  const words = isHeld ? (status === 200 ? 'HIT' : `HIT ${status ?? ''}`) : 'MISS'
  const more = [
    step === 'after' && isHeld && !isKept && 'Another visitor’s request has stored it again.',
    isLast && !isHeld && notKept && whyNotKept(notKept),
    silent.length > 0 && `No answer from ${joinWithAnd(silent)}.`,
  ].filter(Boolean)
  return (
    <span className={classes.step}>
      {step !== 'before' && <ArrowIcon />}
      <span className={classes.lines}>
        {isKept ? (
          <Verdict severity="error">{words}</Verdict>
        ) : isLast && !isHeld ? (
          <Verdict severity="warning">{words}</Verdict>
        ) : (
          <strong data-proven={(isLast && isHeld) || undefined}>{words}</strong>
        )}
        <span className={classes.hint}>
          {isHeld ? (
            <>
              {step !== 'after' && <Hash of={address} step={step} />} {ageInWords(age ?? 0, isLast)}
            </>
          ) : (
            'stored nowhere'
          )}
        </span>
        {more.length > 0 && <span className={classes.why}>{more.join(' ')}</span>}
      </span>
    </span>
  )
}

const ageInWords = (age: number, isLast: boolean) =>
  isLast ? `age\u00a0${seconds(age)}` : `${seconds(age)}\u00a0old`.replaceAll(' ', '\u00a0')

/** Letters of a hash that tell two versions apart at a glance. */
const hashLetters = 6

function Hash({ of: address, step }: { of: Address; step: Step }) {
  const content = contentIn(address[step])
  if (content === 'several') return <code className={classes.hash}>several</code>
  if (!content?.sha256) return null
  const isNew = step === 'again' && changeIn(address)?.kind === 'new'
  return (
    <code className={classes.hash} title={`SHA-256 ${content.sha256}`} data-new={isNew || undefined}>
      {content.sha256.slice(0, hashLetters)}
    </code>
  )
}

function Content({ of: address }: { of: Address }) {
  const change = changeIn(address)
  if (!change) return <EmptyCell why="not yet" />
  const { kind, words, more } = change
  if (kind === 'unknown') return <EmptyCell why={words} />
  return (
    <span className={classes.lines}>
      {kind === 'new' ? <Achieved>{words}</Achieved> : <NoVerdict>{words}</NoVerdict>}
      {more && <span className={classes.under}>{more}</span>}
    </span>
  )
}
