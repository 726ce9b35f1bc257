import { Button } from '@mantine/core'
import type { Sample } from '../../../../contract/index.ts'
import type { Span } from '../../../kit/ranges/range-presets.ts'
import type { Scope } from '../../../api/scope.ts'
import { connectivityWords } from '../../monitors/connectivity.ts'
import { NoSuchPage } from '../../../kit/tables/NoSuchPage.tsx'
import { DataTable, type Column } from '../../../kit/tables/DataTable.tsx'
import { EmptyState } from '../../../kit/feedback/EmptyState.tsx'
import { ConnectionName } from '../../monitors/ConnectionName.tsx'
import { sampleKind } from '../result-kind.ts'
import { Severity } from '../Severity.tsx'
import { EmptyCell } from '../../../kit/values/Measured.tsx'
import { Paging } from '../../../kit/tables/Paging.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { useZone } from '../../../kit/format/zone.ts'
import { Found } from '../../../kit/reading/Found.tsx'
import { FullRecord } from '../../../kit/values/FullRecord.tsx'
import { dateAndTime, exactTime } from '../../../kit/format/time.ts'
import { useIsPhone } from '../../../kit/layout/use-media.ts'
import { metricColumn } from '../metric-column.tsx'
import { SampleIssues } from '../SampleIssues.tsx'
import { CompareBar } from './CompareBar.tsx'
import { CompareBox } from './CompareBox.tsx'
import { columnsShown, type ExplorerData } from './explorer-data.ts'
import type { ExplorerState } from '../explorer-state.ts'
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
  const isPhone = useIsPhone()
  const rows = list.data?.rows ?? []
  const total = list.data?.total_entries ?? rows.length
  // a sample in an unknown format is shown in full, which two lines can't hold
  const hasForeign = rows.some(isForeign)
  const hasIssues = !hasForeign && rows.some(({ issues }) => issues && issues.length > 0)
  const place = (phone: NonNullable<Column<Sample>['phone']>) => (hasForeign ? {} : { phone })
  const columns: readonly Column<Sample>[] = [
    {
      id: 'compare',
      header: 'Compare',
      ...place('select'),
      cell: ({ id, taken_at }) => <CompareBox scope={scope} id={id} takenAt={taken_at} />,
    },
    {
      id: 'severity',
      header: 'Severity',
      ...place('aside'),
      cell: (sample) =>
        sample.sample_type === undefined ? (
          <EmptyCell why="not reported" />
        ) : (
          <Severity type={sample.sample_type} judged={sample.judged} kind={sampleKind(sample)} />
        ),
    },
    {
      id: 'taken',
      header: 'Taken',
      ...place('title'),
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
    {
      id: 'location',
      header: 'Location',
      ...place('line'),
      cell: ({ location, connectivity, view }) => {
        const where = location ?? <EmptyCell why="not reported" />
        if (!isPhone) return where
        return (
          <>
            {where} · <ConnectionName words={connectivityWords(connectivity)} view={view} />
          </>
        )
      },
    },
    {
      id: 'connectivity',
      header: 'Connection',
      grows: !hasIssues,
      cell: ({ connectivity, view }) => <ConnectionName words={connectivityWords(connectivity)} view={view} />,
    },
    ...(hasIssues
      ? [{ id: 'issues', header: 'Issues', grows: true, cell: (sample: Sample) => <SampleIssues sample={sample} /> }]
      : []),
    ...columnsShown(state.metrics).map((name) => ({
      ...metricColumn(name),
      // what the chart shows
      ...(name === (state.metrics[0] ?? 'first_byte') ? place('end') : {}),
    })),
    ...(hasForeign
      ? [
          {
            id: 'record',
            header: 'Full record',
            cell: ({ raw }: Sample) => <FullRecord value={raw} what="sample" />,
          },
        ]
      : []),
  ]
  const isFiltered = state.severity !== -1 || state.issue !== undefined || state.locations.length > 0
  const found = (
    <Found
      // the list and its absence have it at the same place
      key="found"
      count={list.isSuccess && !list.isPlaceholderData ? total : undefined}
      what={['sample', 'samples']}
      filtered={isFiltered}
    >
      <NoSamples isFiltered={isFiltered} span={data.span} onChange={onChange} />
    </Found>
  )
  if (list.isSuccess && total === 0) {
    return (
      <>
        {found}
        <CompareBar scope={scope} />
      </>
    )
  }
  return (
    <>
      {found}
      <Panel bare title="Samples">
        <CompareBar scope={scope} hint="Select samples to compare them." />
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
    </>
  )
}

/** Why there are none, and what to do about it. */
function NoSamples({
  isFiltered,
  span: { from, to },
  onChange,
}: Pick<Props, 'onChange'> & { isFiltered: boolean; span: Span }) {
  const zoomOut = () => onChange({ range: { from: from - (to - from) / 2, to: to + (to - from) / 2 } })
  return isFiltered ? (
    <EmptyState
      title="No samples match"
      action={
        <Button variant="default" onClick={() => onChange({ severity: -1, issue: undefined, locations: [] })}>
          Clear filters
        </Button>
      }
    >
      None of the samples in this range match these filters.
    </EmptyState>
  ) : (
    <EmptyState
      title="No samples in this range"
      action={
        <Button variant="default" onClick={zoomOut}>
          Zoom out
        </Button>
      }
    >
      Choose a longer time range, or check that the monitor is running.
    </EmptyState>
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
