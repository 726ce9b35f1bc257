import type { Sample } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { connectivityWords } from '../../../format/connectivity.ts'
import { NoSuchPage } from '../../../components/NoSuchPage.tsx'
import { DataTable, type Column } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ConnectionName } from '../../../components/ConnectionName.tsx'
import { Severity } from '../../../components/Mark.tsx'
import { EmptyCell } from '../../../components/Measured.tsx'
import { Paging } from '../../../components/Paging.tsx'
import { Panel } from '../../../components/Panel.tsx'
import { useZone } from '../../../stores/preferences.ts'
import { FullRecord } from '../../../components/FullRecord.tsx'
import { dateAndTime, exactTime } from '../../../format/time.ts'
import { metricColumn } from '../metric-column.tsx'
import { CompareBox } from './CompareBox.tsx'
import { columnsShown, type ExplorerData } from './explorer-data.ts'
import type { ExplorerState } from './explorer-state.ts'
import classes from './explorer.module.css'

interface Props {
  scope: Scope
  state: ExplorerState
  data: ExplorerData
  names: ReadonlyMap<string, string>
  selected: string | undefined
  onOpen: (id: string) => void
  onChange: (change: Partial<ExplorerState>) => void
}

/** The list of samples, newest first. */
export function SampleList({ scope, state, data, names, selected, onOpen, onChange }: Props) {
  const { list } = data
  const rows = list.data?.rows ?? []
  const total = list.data?.total_entries ?? rows.length
  const columns: readonly Column<Sample>[] = [
    {
      id: 'compare',
      header: 'Compare',
      cell: ({ id, taken_at }) => <CompareBox scope={scope} id={id} takenAt={taken_at} />,
    },
    {
      id: 'severity',
      header: 'Severity',
      cell: ({ sample_type, judged }) =>
        sample_type === undefined ? <EmptyCell why="not reported" /> : <Severity type={sample_type} judged={judged} />,
    },
    {
      id: 'taken',
      header: 'Taken',
      cell: (sample) => <Opener sample={sample} selected={sample.id === selected} onOpen={onOpen} />,
    },
    ...(names.size > 1
      ? [
          {
            id: 'source',
            header: 'Monitor or test',
            cell: ({ profile_id: sourceId }: Sample) => (sourceId ? (names.get(sourceId) ?? sourceId) : '–'),
          },
        ]
      : []),
    { id: 'location', header: 'Location', cell: ({ location }) => location ?? <EmptyCell why="not reported" /> },
    {
      id: 'connectivity',
      header: 'Connection',
      grows: true,
      cell: ({ connectivity, view }) => <ConnectionName words={connectivityWords(connectivity)} view={view} />,
    },
    ...columnsShown(state.metrics).map((name) => metricColumn(name)),
    // samples in an unknown format are shown in full
    ...(rows.some(isForeign)
      ? [
          {
            id: 'record',
            header: 'Full record',
            cell: ({ raw }: Sample) => <FullRecord value={raw} what="sample" />,
          },
        ]
      : []),
  ]
  if (list.isSuccess && total === 0) {
    return (
      <EmptyState title="No samples in this range">
        {state.severity !== -1 || state.issue !== undefined || state.locations.length > 0
          ? 'No samples match these filters. Clear them or choose a longer time range.'
          : 'Choose a longer time range, or check that the monitor is running.'}
      </EmptyState>
    )
  }
  return (
    <Panel bare title="Samples">
      {rows.length > 0 ? (
        <DataTable
          label="Samples"
          columns={columns}
          rows={rows}
          rowKey={(sample) => sample.id ?? JSON.stringify(sample.raw)}
          busy={list.isPlaceholderData}
        />
      ) : list.isSuccess ? (
        <NoSuchPage page={state.page} onFirst={() => onChange({ page: 1 })} />
      ) : (
        <p role="status">Loading samples…</p>
      )}
      <Paging
        page={state.page}
        perPage={state.perPage}
        total={total}
        what="samples"
        onChange={({ page, per_page }) =>
          onChange({
            ...(page === undefined ? {} : { page }),
            ...(per_page === undefined ? {} : { perPage: per_page }),
          })
        }
      />
    </Panel>
  )
}

function isForeign({ taken_at, metrics }: Sample): boolean {
  return taken_at === undefined || metrics === undefined
}

function Opener({ sample, selected, onOpen }: { sample: Sample; selected: boolean; onOpen: (id: string) => void }) {
  const zone = useZone()
  const { id, taken_at } = sample
  const at = Date.parse(taken_at ?? '')
  const when = Number.isNaN(at) ? (taken_at ?? 'time not reported') : dateAndTime(at, zone)
  if (id === undefined) return <span>{when}</span>
  return (
    <button
      type="button"
      className={classes.opener}
      aria-current={selected || undefined}
      title={Number.isNaN(at) ? undefined : exactTime(at, zone)}
      onClick={() => onOpen(id)}
    >
      {when}
    </button>
  )
}
