import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { Scope } from '../../../api/scope.ts'
import { lazyWithRetry } from '../../../lazy-with-retry.ts'
import { LastUpdated } from '../../../components/LastUpdated.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { ErrorState } from '../../../components/ErrorState.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { Toolbar } from '../../../components/Toolbar.tsx'
import { paths } from '../../../paths.ts'
import { useScopeCrumbs } from '../../sites/crumbs.ts'
import { Breakdown } from './Breakdown.tsx'
import { useCompared } from './compare-tray.ts'
import { useExplorerData } from './explorer-data.ts'
import { defaultMetric, type ProfileSelection } from './explorer-state.ts'
import { Filters } from './Filters.tsx'
import { MetricChart } from './MetricChart.tsx'
import { Picks } from './Picks.tsx'
import { profileName, useProfiles } from './profiles.ts'
import { RangeChoice } from './RangeChoice.tsx'
import { SampleList } from './SampleList.tsx'
import { Summary } from './Summary.tsx'
import { useEvents } from './use-events.ts'
import { useExplorerState } from './use-explorer-state.ts'

const PickDialog = lazy(lazyWithRetry(() => import('./PickDialog.tsx')))
const ExportDialog = lazy(lazyWithRetry(() => import('./ExportDialog.tsx')))
const SampleDrawer = lazy(lazyWithRetry(() => import('./SampleDrawer.tsx')))

interface Props {
  scope: Scope
  /** Where the page is not under another heading already. */
  title?: string
  /** Picked where the address picks nothing. */
  usual: readonly ProfileSelection[]
}

/** Samples of monitors and tests over time, with everything that was chosen in the address. */
export function Explorer({ scope, title, usual }: Props) {
  const { state: asked, change, pick, sample, open, dialog, setDialog } = useExplorerState()
  const picks = asked.picks.length > 0 ? asked.picks : usual
  const [whole, setWhole] = useState<string>()
  const profiles = useProfiles(
    scope,
    picks.map(({ profile }) => profile),
  )
  const metric = defaultMetric(picks.map(({ profile }) => profiles.get(profile)?.record.type))
  const state = asked.metrics.length > 0 ? asked : { ...asked, metrics: [metric] }
  const data = useExplorerData(scope, state, picks, whole)
  const names = new Map(picks.map(({ profile }) => [profile, profileName(profiles.get(profile), profile)] as const))
  const events = useEvents(scope, profiles.values())
  const compared = useCompared(scope)
  const crumbs = useScopeCrumbs(scope)
  const actions = (
    <>
      <Button variant="default" component={Link} to={paths.compareSamples(scope, compared)}>
        Compare {compared.length}
      </Button>
      <Button variant="default" onClick={() => setDialog('export')} disabled={picks.length === 0}>
        Export…
      </Button>
    </>
  )
  return (
    <>
      {title && <PageHeader title={title} crumbs={scope.kind === 'account' ? crumbs : []} actions={actions} />}
      <Toolbar>
        <Picks
          picks={picks}
          names={names}
          onPick={() => setDialog('pick')}
          onChange={(next) => change({ picks: next })}
          fixed={state.picks.length === 0}
        />
        <RangeChoice range={state.range} span={data.span} onChange={(range) => change({ range })} />
        {!title && actions}
      </Toolbar>
      {picks.length === 0 ? (
        <EmptyState
          title="Nothing is picked"
          action={<Button onClick={() => setDialog('pick')}>Pick monitors or tests</Button>}
        >
          Samples belong to a monitor or a test. Pick some to see what they measured.
        </EmptyState>
      ) : (
        <>
          <Filters scope={scope} state={state} data={data} onChange={change} />
          {data.list.error && !data.list.data ? (
            <ErrorState
              error={data.list.error}
              title="The samples could not be read."
              onRetry={() => void Promise.all([data.list.refetch(), data.series.refetch()])}
            />
          ) : (
            <>
              <Toolbar>
                <Summary data={data} onWhole={() => setWhole(data.key)} />
                <LastUpdated of={[data.listQuery, data.seriesQuery]} />
              </Toolbar>
              {state.metrics.map((name) => (
                <MetricChart
                  key={name}
                  metric={name}
                  data={data}
                  events={events}
                  selected={sample}
                  onOpen={open}
                  onRange={(from, to) => change({ range: { from, to } })}
                />
              ))}
              <Breakdown metric={state.metrics[0] ?? metric} data={data} />
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
          <PickDialog
            scope={scope}
            picks={state.picks}
            names={names}
            onClose={() => setDialog(undefined)}
            onPick={pick}
          />
        )}
        {dialog === 'export' && picks.length > 0 && (
          <ExportDialog scope={scope} data={data} names={names} onClose={() => setDialog(undefined)} />
        )}
        {sample !== undefined && <SampleDrawer scope={scope} id={sample} onClose={() => open(undefined)} />}
      </Suspense>
    </>
  )
}
