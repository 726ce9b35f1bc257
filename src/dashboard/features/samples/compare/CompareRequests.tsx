import { Button } from '@mantine/core'
import { VisuallyHidden } from '../../../kit/layout/VisuallyHidden.tsx'
import { useState, type ReactNode } from 'react'
import { Breakable } from '../../../kit/values/Breakable.tsx'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { Verdict } from '../../../kit/marks/Mark.tsx'
import { EmptyCell, Measured } from '../../../kit/values/Measured.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { bytes, duration, fullNumber, plural } from '../../../kit/format/format.ts'
import { useAddress } from '../../../kit/navigation/use-address.ts'
import { useIsPhone } from '../../../kit/layout/use-media.ts'
import { goneWords } from '../sample/deletion.ts'
import { changeInWords } from './cause.ts'
import classes from './compare.module.css'
import type { Compared } from './compared.ts'
import { sizeChange, timeChange, usual } from './difference.ts'
import {
  changeKinds,
  changesOf,
  groupsOf,
  type ChangeKind,
  type GroupChange,
  type RequestChange,
  type Side,
} from './request-changes.ts'

/** How many requests are shown at first. */
const shownAtFirst = 20

const kindWords: Readonly<Record<ChangeKind, string>> = {
  failed: 'Failed',
  fixed: 'Fixed',
  new: 'New',
  gone: 'Gone',
  slower: 'Slower',
  faster: 'Faster',
  same: 'About the same',
}

/** Which requests became slower, failed, came or went between the earliest sample and another one. */
export function CompareRequests({ samples }: { samples: readonly Compared[] }) {
  const [params, setParams] = useAddress()
  const [isWhole, setWhole] = useState(false)
  const isPhone = useIsPhone()
  const [first, ...others] = samples
  const later = others.find(({ id }) => id === params.get('with')) ?? others[0]
  if (!first || !later) return null
  const set = (name: 'with' | 'changed', value: string) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const missing = [first, later].flatMap(({ letter, sample }) => {
    const words = goneWords(sample)
    return words === undefined ? [] : [{ letter, words }]
  })
  const changes = changesOf(first.sample.requests ?? [], later.sample.requests ?? [])
  const kind = changeKinds.find((one) => one === params.get('changed'))
  const chosen = kind === undefined ? changes : changes.filter((change) => change.kind === kind)
  const shown = isWhole ? chosen : chosen.slice(0, shownAtFirst)
  const letters = [first.letter, later.letter] as const
  return (
    <Panel
      title="Requests"
      aside={`${later.letter} compared with ${first.letter}`}
      actions={
        others.length > 1 && (
          <SegmentedControl
            label={`Compare ${first.letter} with`}
            value={later.id}
            options={others.map(({ id, letter }) => ({ value: id, label: letter }))}
            onChange={(id) => set('with', id === others[0]?.id ? '' : id)}
          />
        )
      }
    >
      {missing.length > 0 ? (
        <p>{missingInWords(missing)} Only the metrics can be compared.</p>
      ) : changes.length === 0 ? (
        <p className={classes.note}>The service has no requests for these samples.</p>
      ) : (
        <>
          <p>
            <strong>{changeInWords(changes, letters)}</strong>
          </p>
          <div className={classes.kinds}>
            <SegmentedControl
              label="Show requests"
              value={kind ?? 'all'}
              options={[
                { value: 'all', label: `All ${fullNumber(changes.length)}` },
                ...changeKinds.flatMap((value) => {
                  const count = changes.filter((change) => change.kind === value).length
                  // one that was chosen stays, also where the next pair has none
                  return count === 0 && value !== kind
                    ? []
                    : [{ value, label: `${kindWords[value]} ${fullNumber(count)}` }]
                }),
              ]}
              onChange={(value) => set('changed', value === 'all' ? '' : value)}
            />
          </div>
          {chosen.length === 0 ? (
            <p className={classes.note}>None of these requests.</p>
          ) : (
            <DataTable
              label="Requests, most changed first"
              columns={columnsFor(letters, isPhone)}
              rows={shown}
              rowKey={({ key }) => key}
            />
          )}
          {shown.length < chosen.length && (
            <div>
              <Button variant="default" onClick={() => setWhole(true)}>
                Show all {plural(chosen.length, 'request')}
              </Button>
            </div>
          )}
          <Groups title="By type" header="Type" groups={groupsOf(changes, 'type')} letters={letters} />
          <Groups title="By host" header="Host" groups={groupsOf(changes, 'host')} letters={letters} />
        </>
      )}
    </Panel>
  )
}

/** What became of the requests of one sample or of both, in a sentence where it's the same of both. */
function missingInWords(missing: readonly { readonly letter: string; readonly words: string }[]): string {
  const [one, other] = missing
  if (one && one.words === other?.words)
    return `The requests of samples ${one.letter} and ${other.letter} ${one.words}.`
  return missing.map(({ letter, words }) => `The requests of sample ${letter} ${words}.`).join(' ')
}

type Letters = readonly [before: string, after: string]

function columnsFor([a, b]: Letters, isPhone: boolean): readonly Column<RequestChange>[] {
  const end = { align: 'end' } as const
  const time = (pick: (change: RequestChange) => Side | undefined) => (change: RequestChange) => (
    <Measured value={pick(change)?.time} format={duration} />
  )
  return [
    {
      id: 'request',
      header: 'Request',
      grows: true,
      phone: 'title',
      cell: ({ name, url }) => (
        <span title={url}>
          <Breakable text={name} />
        </span>
      ),
    },
    {
      id: 'type',
      header: 'Type',
      phone: 'line',
      cell: ({ type, before, after }) => (isPhone ? `${type} · ${timesOf(before, after)}` : type),
    },
    { id: 'kind', header: 'Result', phone: 'aside', cell: ({ kind }) => <Kind kind={kind} /> },
    { id: 'before', header: a, ...end, cell: time(({ before }) => before) },
    { id: 'after', header: b, ...end, cell: time(({ after }) => after) },
    {
      id: 'time',
      header: 'Change',
      phone: 'end',
      ...end,
      cell: ({ before, after }) => <Change words={timeChange(before?.time, after?.time)} />,
    },
    {
      id: 'wait',
      header: 'Wait',
      ...end,
      cell: ({ before, after }) => <Change words={timeChange(before?.wait, after?.wait)} />,
    },
    {
      id: 'receive',
      header: 'Receive',
      ...end,
      cell: ({ before, after }) => <Change words={timeChange(before?.receive, after?.receive)} />,
    },
    {
      id: 'size',
      header: 'Size',
      ...end,
      cell: ({ before, after }) => <Change words={sizeChange(before?.bytes, after?.bytes)} />,
    },
  ]
}

/** On a phone, where there is one place for both: `60 ms → 166 ms`. */
function timesOf(before: Side | undefined, after: Side | undefined): string {
  return [before, after].map((side) => (side ? duration(side.time) : '–')).join(' → ')
}

function Kind({ kind }: { kind: ChangeKind }): ReactNode {
  if (kind === 'failed') return <Verdict severity="error">{kindWords.failed}</Verdict>
  return <span className={kind === 'same' ? classes.usual : undefined}>{kindWords[kind]}</span>
}

function Change({ words }: { words: string | undefined }) {
  if (words === undefined) return <EmptyCell why="not in both samples" />
  if (words !== usual) return words
  return (
    <span className={classes.usual} title={usual}>
      <span aria-hidden="true">≈</span>
      <VisuallyHidden>{usual}</VisuallyHidden>
    </span>
  )
}

interface GroupsProps {
  title: string
  header: string
  groups: readonly GroupChange[]
  letters: Letters
}

/** Requests and bytes in each of the two samples. */
function Groups({ title, header, groups, letters: [a, b] }: GroupsProps) {
  const isPhone = useIsPhone()
  const end = { align: 'end' } as const
  return (
    <div className={classes.part}>
      <h3>{title}</h3>
      <DataTable
        label={title}
        rows={groups}
        rowKey={({ name }) => name}
        columns={[
          { id: 'name', header, grows: true, phone: 'title', cell: ({ name }) => <Breakable text={name} /> },
          {
            id: 'before',
            header: `Requests ${a}`,
            phone: 'line',
            ...end,
            cell: ({ requests: [from, to], bytes: [size, newSize] }) =>
              isPhone
                ? `${fullNumber(from)} → ${plural(to, 'request')} · ${bytes(size)} → ${bytes(newSize)}`
                : fullNumber(from),
          },
          { id: 'after', header: `Requests ${b}`, ...end, cell: ({ requests: [, n] }) => fullNumber(n) },
          { id: 'failed-before', header: `Failed ${a}`, ...end, cell: ({ failed: [n] }) => fullNumber(n) },
          { id: 'failed-after', header: `Failed ${b}`, ...end, cell: ({ failed: [, n] }) => fullNumber(n) },
          { id: 'bytes-before', header: `Size ${a}`, ...end, cell: ({ bytes: [n] }) => bytes(n) },
          { id: 'bytes-after', header: `Size ${b}`, ...end, cell: ({ bytes: [, n] }) => bytes(n) },
          {
            id: 'change',
            header: 'Change',
            phone: 'aside',
            ...end,
            cell: ({ bytes: [from, to] }) => <Change words={sizeChange(from, to)} />,
          },
        ]}
      />
    </div>
  )
}
