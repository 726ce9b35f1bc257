import { Button } from '@mantine/core'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Scope } from '../../../api/scope.ts'
import { lazyWithRetry } from '../../../kit/navigation/lazy-with-retry.ts'
import { LastUpdated } from '../../../kit/reading/LastUpdated.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { Notice } from '../../../kit/feedback/Notice.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { RangeChoice } from '../../../kit/ranges/RangeChoice.tsx'
import { Toolbar } from '../../../kit/layout/Toolbar.tsx'
import { speedMetric } from '../metrics.ts'
import { defaultSplitOf } from '../splits.ts'
import { useChartEvents, useMonitorSubjects } from '../../changes/use-chart-events.ts'
import { useIsPhone } from '../../../kit/layout/use-media.ts'
import { useConnectionNames } from '../../monitors/use-connection-names.ts'
import { useListCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { useShownRange } from '../../../kit/ranges/shown-range.ts'
import { Breakdown } from './Breakdown.tsx'
import { ignoresIssue, useExplorerData } from './explorer-data.ts'
import type { SourceSelection } from '../explorer-state.ts'
import { NoSources } from './NoSources.tsx'
import classes from './explorer.module.css'
import { Filters } from './Filters.tsx'
import { MetricChart } from './MetricChart.tsx'
import { SelectedSources } from './SelectedSources.tsx'
import { SplitChoice } from './SplitChoice.tsx'
import { splitSources } from './split-sources.ts'
import { sourceName, useSourceReads } from './sources.ts'
import { SampleList } from './SampleList.tsx'
import { Summary } from './Summary.tsx'
import type { PartName } from './use-bands.ts'
import { useExplorerState } from './use-explorer-state.ts'

const SourceDialog = lazy(lazyWithRetry(() => import('./SourceDialog.tsx')))
const ExportDialog = lazy(lazyWithRetry(() => import('./ExportDialog.tsx')))
const SampleDrawer = lazy(lazyWithRetry(() => import('./SampleDrawer.tsx')))

interface Props {
  scope: Scope
  /** The page's heading; undefined within a page that has one. */
  title?: string
  /** Shown if the address names no sources. */
  defaultSources: readonly SourceSelection[]
}

/** The samples of monitors and tests over time. The address holds the whole selection. */
export function Explorer({ scope, title, defaultSources }: Props) {
  const explorer = useExplorerState()
  const { state, setDialog } = explorer
  const sources = state.sources.length > 0 ? state.sources : defaultSources
  useShownRange(state.range)
  const crumbs = useListCrumbs(scope)
  const actions = (
    <Button variant="default" onClick={() => setDialog('export')} disabled={sources.length === 0}>
      Export…
    </Button>
  )
  return (
    <>
      {title && (
        <PageHeader title={title} crumbs={crumbs} actions={actions}>
          <p className={classes.hint}>A sample is one check of a page: from one location, over one connection.</p>
        </PageHeader>
      )}
      <PageBody>
        <Body scope={scope} explorer={explorer} sources={sources} actions={!title && actions} />
      </PageBody>
    </>
  )
}

interface BodyProps {
  scope: Scope
  explorer: ReturnType<typeof useExplorerState>
  sources: readonly SourceSelection[]
  /** Shown next to the sources, if no heading has room for them. */
  actions: ReactNode
}

/** Apart from the heading, which is shown before this has read and drawn anything. */
function Body({ scope, explorer, sources, actions }: BodyProps) {
  const { state: requested, change, selectSources, sample, open, dialog, setDialog } = explorer
  const [loadAllKey, setLoadAllKey] = useState<string>()
  const { sources: loaded, isRead } = useSourceReads(
    scope,
    sources.map(({ id }) => id),
  )
  const metric = speedMetric(...sources.map(({ id }) => loaded.get(id)?.record.type))
  const state = requested.metrics.length > 0 ? requested : { ...requested, metrics: [metric] }
  const defaultSplit = defaultSplitOf(splitSources(sources, loaded, state.locations)) ?? 'none'
  const split = state.by ?? (isRead || defaultSplit === 'profile' ? defaultSplit : undefined)
  const data = useExplorerData(scope, state, sources, split, loadAllKey)
  const names = new Map(sources.map(({ id }) => [id, sourceName(loaded.get(id), id)] as const))
  const connectionName = useConnectionNames()
  const nameOf: PartName = (by, part) =>
    by === 'profile' ? (names.get(part) ?? part) : by === 'connectivity' ? connectionName(part) : part
  const subjects = useMonitorSubjects(
    scope,
    [...loaded.values()].map(({ record }) => record),
  )
  const changes = useChartEvents(
    scope,
    subjects,
    data.span,
    sources.map(({ id }) => id),
  )
  // the list says why there is nothing to draw
  const isEmpty = data.list.isSuccess && !data.list.isPlaceholderData && data.list.data.total_entries === 0
  const shownMetrics = isEmpty ? [] : state.metrics
  const splitAndRange = (
    <>
      {sources.length > 0 && (
        <SplitChoice by={state.by} defaultSplit={defaultSplit} onChange={(by) => change({ by })} />
      )}
      <RangeChoice range={state.range} span={data.span} onChange={(range) => change({ range })} />
    </>
  )
  // without sources there are no filters to fold them in with
  const isFolded = useIsPhone() && sources.length > 0
  return (
    <>
      <Toolbar>
        <SelectedSources
          sources={sources}
          names={names}
          onOpen={() => setDialog('pick')}
          onChange={(next) => change({ sources: next })}
          fixed={state.sources.length === 0}
        />
        {!isFolded && splitAndRange}
        {actions}
      </Toolbar>
      {sources.length === 0 ? (
        <NoSources scope={scope} onChoose={() => setDialog('pick')} />
      ) : (
        <>
          <Filters scope={scope} state={state} data={data} onChange={change}>
            {isFolded && splitAndRange}
          </Filters>
          {ignoresIssue(data.list.data?.rows ?? [], state.issue) && (
            <Notice tone="plain">
              This service can’t filter samples by issue, so these are with any issue or none.
            </Notice>
          )}
          {data.list.error && !data.list.data ? (
            <ErrorState
              error={data.list.error}
              title="Couldn’t load the samples."
              onRetry={() => void Promise.all([data.list.refetch(), data.series.refetch()])}
            />
          ) : (
            <>
              <Toolbar>
                <Summary data={data} metrics={state.metrics} onLoadAll={() => setLoadAllKey(data.key)} />
                <LastUpdated of={[data.listQuery, data.seriesQuery]} />
              </Toolbar>
              {shownMetrics.map((name) => (
                <MetricChart
                  key={name}
                  metric={name}
                  subject={subjectOf([...names.values()])}
                  data={data}
                  by={split === 'none' ? undefined : split}
                  nameOf={nameOf}
                  changes={changes}
                  selected={sample}
                  onOpen={open}
                  onRange={(from, to) => change({ range: { from, to } })}
                />
              ))}
              {!isEmpty && <Breakdown metric={state.metrics[0] ?? metric} data={data} />}
              <SampleList
                scope={scope}
                state={state}
                data={data}
                names={names}
                selected={sample}
                onOpen={open}
                onChange={change}
              />
            </>
          )}
        </>
      )}
      <Suspense>
        {dialog === 'pick' && (
          <SourceDialog
            scope={scope}
            sources={sources}
            names={names}
            onClose={() => setDialog(undefined)}
            onSelect={selectSources}
          />
        )}
        {dialog === 'export' && sources.length > 0 && (
          <ExportDialog scope={scope} data={data} names={names} onClose={() => setDialog(undefined)} />
        )}
        {sample !== undefined && <SampleDrawer scope={scope} id={sample} onClose={() => open(undefined)} />}
      </Suspense>
    </>
  )
}

/** What a chart's image says it shows. */
function subjectOf(names: readonly string[]): string {
  return names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ')
}
