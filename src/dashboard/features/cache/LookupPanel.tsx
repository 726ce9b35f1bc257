import { Button, TextInput } from '@mantine/core'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { lookIntoCache, type StoredVariant } from '../../../contract/index.ts'
import { ApiError } from '../../../client/errors.ts'
import { ifOffered, q } from '../../api/queries.ts'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { NoVerdict, Verdict } from '../../kit/marks/Mark.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { Time } from '../../kit/values/Time.tsx'
import { bytes } from '../../kit/format/format.ts'
import { useAddress, withParam } from '../../kit/navigation/use-address.ts'
import classes from './cache.module.css'
import { isUnderWay, useProof } from './proof.ts'
import { usePurge } from './purge-store.ts'
import {
  asAddress,
  formsInWords,
  isOnHost,
  lookupInWords,
  nginxCaveat,
  rowsOf,
  seconds,
  severityOfMissing,
  visitorsInWords,
  whyMissing,
  whyNothingStored,
  type LookupRow,
} from './lookup.ts'

interface Props {
  purgeKey: string
  siteId: string
  user: string
  host: string
  /** The optimizer's state. */
  state: unknown
}

const lookupOf = (siteId: string, user: string, url: string) => ({
  ...ifOffered(q(lookIntoCache, { path: { site_id: siteId }, query: { url, user_id: user } })),
  // it's about this moment
  staleTime: 0,
  gcTime: 0,
})

/** What each edge node has stored of an address. The address is in the page's address. */
export function LookupPanel({ purgeKey, siteId, user, host, state }: Props) {
  const [params, setParams] = useAddress()
  const url = params.get('look') ?? ''
  const lookup = useQuery({ ...lookupOf(siteId, user, url), enabled: url !== '', refetchOnWindowFocus: false })
  const nothing = whyNothingStored(state)
  const { purgedAt } = usePurge(purgeKey)
  const isRunning = isUnderWay(useProof({ siteId, user }).data)
  const isBefore = lookup.data != null && purgedAt !== null && lookup.dataUpdatedAt <= purgedAt
  const problem = lookup.error instanceof ApiError ? lookup.error.fields['url'] : undefined
  const lookAgain = useEffectEvent(() => void lookup.refetch())
  useEffect(() => {
    if (isBefore && !isRunning) lookAgain()
  }, [isBefore, isRunning])
  return (
    <Panel title="Look up in the cache">
      <LookupForm
        url={url}
        host={host}
        busy={lookup.isFetching}
        problem={problem}
        onLook={(typed) => {
          if (typed === url) void lookup.refetch()
          else setParams(withParam('look', typed), { preventScrollReset: true })
        }}
      />
      {nothing && <p className={classes.hint}>{nothing}</p>}
      {lookup.error && problem === undefined ? (
        <ErrorState error={lookup.error} title="Couldn’t look this address up." onRetry={() => void lookup.refetch()} />
      ) : (
        <p role="status" className={classes.hint}>
          {lookup.isFetching ? (
            'Asking every edge node…'
          ) : lookup.data ? (
            <>
              {/* both schemes are looked up */}
              <code>{lookup.data.url.replace(/^https?:\/\//, '')}</code>: {lookupInWords(lookup.data)}
            </>
          ) : null}
        </p>
      )}
      {url === '' && (
        <p className={classes.hint}>
          See what the edge has stored for an address, how long it keeps it, and why something isn’t stored.
        </p>
      )}
      {lookup.data === null && (
        <EmptyState title="This service doesn’t say what it has cached">
          Purging and flushing work without it, but nothing shows what they removed.
        </EmptyState>
      )}
      {lookup.data && lookup.data.nodes.length > 0 && (
        <>
          <DataTable
            label={`Stored of ${lookup.data.url}`}
            columns={columns}
            rows={rowsOf(lookup.data)}
            rowKey={({ key }) => key}
            busy={lookup.isFetching}
          />
          <p className={classes.hint}>
            Looked up <Time at={lookup.dataUpdatedAt} withoutZone />
            {isBefore && ', before the latest purge'}, as a visitor without cookies.{' '}
            {nginxCaveat(lookup.data.nodes.map(({ form, answer }) => ({ form, held: answer?.held })))}
          </p>
        </>
      )}
    </Panel>
  )
}

interface FormProps {
  url: string
  host: string
  busy: boolean
  /** What the service says is wrong with the address. */
  problem: string | undefined
  onLook: (url: string) => void
}

function LookupForm({ url, host, busy, problem, onLook }: FormProps) {
  const [typed, setTyped] = useState(url)
  const [wrong, setWrong] = useState<string>()
  const [shown, setShown] = useState(url)
  const field = useRef<HTMLInputElement>(null)
  // also after Back
  if (url !== shown) {
    setShown(url)
    setTyped(url)
    setWrong(undefined)
  }
  const changed = asAddress(typed) !== url
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (busy) return
        const address = asAddress(typed)
        const isFine = address !== '' && isOnHost(address, host)
        setWrong(isFine ? undefined : `Enter a path or an address on ${host}.`)
        if (isFine) onLook(address)
        else field.current?.focus()
      }}
    >
      <TextInput
        ref={field}
        label="Address"
        description={`A path such as /index.html, or an address on ${host}`}
        value={typed}
        error={wrong ?? (!changed && problem ? `This ${problem}.` : undefined)}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setWrong(undefined)
        }}
        inputContainer={(input) => (
          <div className={classes.look}>
            {input}
            {/* a disabled one would lose the focus */}
            <Button type="submit" variant="default" aria-disabled={busy} data-disabled={busy}>
              {changed || url === '' ? 'Look up' : 'Look up again'}
            </Button>
          </div>
        )}
      />
    </form>
  )
}

const columns: readonly Column<LookupRow>[] = [
  {
    id: 'node',
    header: 'Edge node',
    cell: ({ node: { location, addresses } }) => (
      <span title={addresses.join(', ')}>
        {location}
        <VisuallyHidden> {addresses.join(', ')}</VisuallyHidden>
      </span>
    ),
  },
  { id: 'state', header: 'Stored', grows: true, cell: ({ node, variant }) => <Stored node={node} variant={variant} /> },
  { id: 'age', header: 'Age', align: 'end', cell: ({ variant }) => <Age variant={variant} /> },
  { id: 'left', header: 'Time left', align: 'end', cell: ({ variant }) => <TimeLeft variant={variant} /> },
  {
    id: 'size',
    header: 'Size',
    align: 'end',
    cell: ({ variant }) => (variant ? bytes(variant.size) : <EmptyCell why="nothing stored" />),
  },
  { id: 'variant', header: 'Variant', cell: ({ variant }) => <Variant variant={variant} /> },
]

const stateWords = {
  fresh: ['ok', 'Fresh'],
  stale: ['warning', 'Stale, used while a new one is fetched'],
  revalidate: ['warning', 'Your server is asked before each use'],
} as const

function Stored({ node, variant }: Pick<LookupRow, 'node' | 'variant'>) {
  if (!variant) {
    const missing = severityOfMissing(node)
    return missing ? (
      <Verdict severity={missing}>{whyMissing(node)}</Verdict>
    ) : (
      <NoVerdict>{whyMissing(node)}</NoVerdict>
    )
  }
  const [severity, words] = stateWords[variant.state]
  return (
    <Verdict severity={severity}>
      {words} · {variant.status}
    </Verdict>
  )
}

function Age({ variant }: { variant: StoredVariant | undefined }) {
  return variant ? <>{seconds(variant.age)} old</> : <EmptyCell why="nothing stored" />
}

function TimeLeft({ variant }: { variant: StoredVariant | undefined }) {
  if (!variant) return <EmptyCell why="nothing stored" />
  return variant.time_left > 0 ? <>{seconds(variant.time_left)}</> : <EmptyCell why="no longer fresh" />
}

/** What selects a variant, in which forms it's stored, and for visitors by which scheme. */
function Variant({ variant }: { variant: StoredVariant | undefined }) {
  if (!variant) return <EmptyCell why="nothing stored" />
  return (
    <span className={classes.outcome}>
      {visitorsInWords(variant)}
      <br />
      <span className={classes.hint}>{formsInWords(variant)}</span>
    </span>
  )
}
