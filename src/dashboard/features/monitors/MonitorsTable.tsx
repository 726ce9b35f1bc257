import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listMonitors, type Monitor, type Sample } from '../../../contract/index.ts'
import { latestSamplesOf, recentOf } from './reads.ts'
import { queryClient } from '../../api/queries.ts'
import { endpointOf, type Scope } from '../../api/scope.ts'
import { medianOf } from '../samples/series.ts'
import { LoadingStrip, ResultStrip } from '../samples/ResultStrip.tsx'
import { LoadingSparkline, Sparkline } from '../../kit/charts/Sparkline.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { reasonOf } from '../../kit/feedback/ErrorState.tsx'
import { formatMetric, metricWords, speedMetric } from '../samples/metrics.ts'
import { RunState } from './RunState.tsx'
import { Stacked } from '../../kit/layout/Stacked.tsx'
import { useIsPhone } from '../../kit/layout/use-media.ts'
import { paths } from '../../paths.ts'
import { LastResult } from './list/LastResult.tsx'
import type { Bulk } from './list/use-bulk.ts'
import { NameCell } from './list/NameCell.tsx'
import { markColumn, menuColumn, selectColumn } from './list/row-columns.tsx'
import { everyInWords } from './schedule.ts'
import { behindOf, roundsOf, worstOf } from './rounds.ts'

interface Props {
  scope: Scope
  rows: readonly Monitor[]
  bulk: Bulk
  busy?: boolean
}

const refreshMs = 60_000

/** Monitors with their recent results. */
export function MonitorsTable({ scope, rows, bulk, busy = false }: Props) {
  const isPhone = useIsPhone()
  const latest = useQuery({ ...latestSamplesOf(scope, rows), enabled: rows.length > 0, refetchInterval: refreshMs })
  const byMonitor = Map.groupBy(latest.data ?? [], ({ profile_id }) => profile_id ?? '')
  const why = latest.error ? reasonOf(latest.error) : 'no recent samples'
  const isLoading = latest.isPending && rows.length > 0
  const metrics = [...new Set(rows.map(({ type }) => speedMetric(type)))]
  const behind = behindOf(rows, byMonitor)
  const { refetch } = latest
  const list = endpointOf(listMonitors, scope).id
  useEffect(() => {
    if (behind === 'list') void queryClient.invalidateQueries({ queryKey: [list] })
    if (behind === 'strips') void refetch()
  }, [behind, list, refetch])
  const latestOf = (monitor: Monitor) => newestOf(monitor, byMonitor.get(monitor.id ?? '') ?? [])
  const columns: readonly Column<Monitor>[] = [
    selectColumn(bulk),
    markColumn,
    {
      id: 'name',
      header: 'Name',
      grows: true,
      phone: 'title',
      cell: (monitor) => (
        <NameCell
          record={monitor}
          to={monitor.id && paths.monitor(scope, monitor.id)}
          kind="monitor"
          reason={bulk.reasons.get(monitor.id ?? '')}
        />
      ),
    },
    {
      id: 'state',
      header: 'State',
      phone: 'end',
      cell: ({ status, suspended_message, timing }) => (
        <Stacked below={timing?.interval ? everyInWords(timing.interval) : undefined}>
          <RunState status={status} message={suspended_message} />
        </Stacked>
      ),
    },
    {
      id: 'last',
      header: 'Last result',
      phone: 'line',
      cell: (monitor) => (
        <LastResult monitor={monitor} worst={worstOf(latestOf(monitor)[0] ?? [])} isMarked={!isPhone} />
      ),
    },
    {
      id: 'latest',
      header: 'Recent results',
      cell: (monitor) =>
        isLoading ? (
          <LoadingStrip of={recentOf(monitor).rounds} />
        ) : (
          <ResultStrip samples={latestOf(monitor).flatMap((round) => worstOf(round) ?? [])} why={why} oneLine />
        ),
    },
    {
      id: 'speed',
      header: `Latest ${metrics.map((metric) => metricWords(metric).short).join(' / ')}`,
      cell: (monitor) => {
        const metric = speedMetric(monitor.type)
        return isLoading && monitor.last_sample ? (
          <LoadingSparkline />
        ) : (
          <Sparkline
            what={metricWords(metric).label}
            values={latestOf(monitor)
              .toReversed()
              .map((round) => medianOf(round, metric))}
            format={(value) => formatMetric(metric, value)}
            limit={monitor.limits?.[metric]}
            poor={metricWords(metric).thresholds?.poor}
            below={metrics.length > 1 ? metricWords(metric).short : undefined}
          />
        )
      },
    },
    menuColumn('monitor', { scope, bulk }),
  ]
  return (
    <DataTable
      label="Monitors"
      columns={columns}
      rows={rows}
      rowKey={(monitor) => monitor.id ?? JSON.stringify(monitor.raw)}
      busy={busy}
    />
  )
}

/** The samples of a monitor's latest rounds, newest first. One that was paused before has only its last sample. */
function newestOf(monitor: Monitor, samples: readonly Sample[]): readonly (readonly Measured[])[] {
  if (samples.length > 0) return roundsOf(samples).slice(0, recentOf(monitor).rounds)
  return monitor.last_sample ? [[monitor.last_sample]] : []
}

type Measured = Pick<Sample, 'id' | 'taken_at' | 'sample_type' | 'metrics' | 'judged'>
