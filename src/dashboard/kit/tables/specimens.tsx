import { useState } from 'react'
import { Checkbox } from '../choices/Checkbox.tsx'
import { DataTable, type Column } from './DataTable.tsx'
import { Verdict } from '../marks/Mark.tsx'
import { Measured } from '../values/Measured.tsx'
import { NoSuchPage } from './NoSuchPage.tsx'
import { Paging } from './Paging.tsx'
import { Stacked } from '../layout/Stacked.tsx'
import { duration, percent } from '../format/format.ts'
import { longName, longWord } from '../specimens/sample-data.ts'
import { Stack, type Specimens } from '../specimens/specimen.tsx'

interface Row {
  readonly host: string
  readonly state: string
  readonly firstByte: number | null
  readonly offload: number | null
}

const sites: readonly Row[] = [
  { host: 'www.fjordbikes.example', state: 'active', firstByte: 212, offload: 0.784 },
  { host: 'shop.aaltofurniture.example', state: 'maintenance', firstByte: 1340, offload: 0.31 },
  { host: 'blog.caseverde.example', state: 'preview', firstByte: 498, offload: null },
  { host: 'www.indigodental.example', state: 'off', firstByte: null, offload: null },
]
const odd: readonly Row[] = [{ host: longWord, state: 'a state of another service', firstByte: 93_000, offload: 0 }]

const columns: readonly Column<Row>[] = [
  { id: 'host', header: 'Host', sortable: true, grows: true, cell: ({ host }) => host },
  {
    id: 'state',
    header: 'State',
    cell: ({ state }) => <Verdict severity={state === 'active' ? 'ok' : 'warning'}>{state}</Verdict>,
  },
  {
    id: 'firstByte',
    header: 'First byte',
    align: 'end',
    sortable: true,
    cell: ({ firstByte }) => <Measured value={firstByte} format={duration} />,
  },
  {
    id: 'offload',
    header: 'Offload',
    align: 'end',
    cell: ({ offload }) => <Measured value={offload} format={percent} why="no traffic yet" />,
  },
]
const stacked: readonly Column<Row>[] = [
  { id: 'host', header: 'Site', names: true, cell: ({ host }) => <Stacked below={longName}>{host}</Stacked> },
  ...columns.slice(1),
]

function Sorted() {
  const [by, setBy] = useState('firstByte')
  const [direction, setDirection] = useState<'asc' | 'desc'>('desc')
  const compare = (a: Row, b: Row) =>
    by === 'host' ? a.host.localeCompare(b.host) : (a.firstByte ?? -1) - (b.firstByte ?? -1)
  const rows = sites.toSorted(direction === 'asc' ? compare : (a, b) => compare(b, a))
  const onSort = (column: string, to: 'asc' | 'desc') => {
    setBy(column)
    setDirection(to)
  }
  return (
    <DataTable
      label="Sorted sites"
      columns={columns}
      rows={rows}
      rowKey={({ host }) => host}
      sort={{ by, direction, onSort }}
    />
  )
}

function Selectable() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set(['shop.aaltofurniture.example']))
  const box: Column<Row> = {
    id: 'selected',
    header: 'Selected',
    cell: ({ host }) => (
      <Checkbox
        aria-label={`Select ${host}`}
        checked={selected.has(host)}
        onChange={(event) => {
          const next = new Set(selected)
          if (event.currentTarget.checked) next.add(host)
          else next.delete(host)
          setSelected(next)
        }}
      />
    ),
  }
  return (
    <Stack>
      <p role="status">{selected.size} selected</p>
      <DataTable label="Selectable sites" columns={[box, ...columns]} rows={sites} rowKey={({ host }) => host} />
    </Stack>
  )
}

function Pages({ what, total, start = 1 }: { what: string; total: number | undefined; start?: number }) {
  const [{ page, per_page: perPage }, setPlace] = useState({ page: start, per_page: 25 })
  return (
    <Paging
      page={page}
      perPage={perPage}
      total={total}
      shown={perPage}
      what={what}
      onChange={(change) => setPlace((now) => ({ ...now, ...change }))}
    />
  )
}

const plain = (label: string, rows: readonly Row[], busy = false) => (
  <DataTable label={label} columns={columns} rows={rows} rowKey={({ host }) => host} busy={busy} />
)

export const specimens: Specimens = {
  DataTable: {
    purpose: 'Lists records in rows, which become a stack on a narrow screen.',
    cases: [
      { state: 'Default', example: plain('Sites', sites) },
      { state: 'Sorted', example: <Sorted /> },
      { state: 'Selected', example: <Selectable /> },
      { state: 'Loading', note: 'The rows are about to be replaced', example: plain('Sites, loading', sites, true) },
      { state: 'Empty', note: 'Pages put an EmptyState here', example: plain('No sites', []) },
      { state: 'Long text', example: plain('Sites with long names', odd) },
      {
        state: 'Two lines',
        example: (
          <DataTable
            label="Sites with a second line"
            columns={stacked}
            rows={sites.slice(0, 2)}
            rowKey={({ host }) => host}
          />
        ),
      },
    ],
  },
  Paging: {
    purpose: 'Shows which part of a list is on screen, and leads to the next; nothing if it’s all of it.',
    cases: [
      { state: 'Default', example: <Pages what="accounts" total={423} start={2} /> },
      { state: 'Total not known', example: <Pages what="samples" total={undefined} start={4} /> },
    ],
  },
  NoSuchPage: {
    purpose: 'Leads back when an address names a page beyond the last one.',
    cases: [{ state: 'Default', example: <NoSuchPage page={9} onFirst={() => undefined} /> }],
  },
}
