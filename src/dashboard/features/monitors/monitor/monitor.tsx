import { useMutation, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useNavigate, useParams, type LoaderFunctionArgs } from 'react-router'
import { maxPerPage, type Sample } from '../../../../contract/index.ts'
import { availabilityOf } from '../availability.ts'
import { samplesWithIssues } from '../issues.ts'
import { hoursOf, pageRangeIn, type RangePreset, type Span, spanIn } from '../../../kit/ranges/range-presets.ts'
import { markStale } from '../../../api/change.ts'
import { isRunning, recordOf, remove, runNow, samplesOf, setRunning } from '../reads.ts'
import { isExtensionMissing } from '../../../../client/errors.ts'
import { loadWithin } from '../../../api/load-within.ts'
import { load } from '../../../api/queries.ts'
import { scopeOf, useScope } from '../../../api/scope.ts'
import { ResultStrip } from '../../samples/ResultStrip.tsx'
import { confirm } from '../../../kit/dialogs/confirm.ts'
import { LastUpdated } from '../../../kit/reading/LastUpdated.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { PageBody } from '../../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../../kit/layout/PageHeader.tsx'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { RangeControl } from '../../../kit/ranges/RangeControl.tsx'
import { LinkButton } from '../../../kit/actions/LinkButton.tsx'
import { MoreMenu } from '../../../kit/actions/MoreMenu.tsx'
import { ReasonButton } from '../../../kit/actions/ReasonButton.tsx'
import { useListCrumbs } from '../../accounts/use-scope-crumbs.ts'
import { toast } from '../../../kit/feedback/toast.ts'
import { usePageRange } from '../../../kit/ranges/use-page-range.ts'
import { useZoom } from '../../../kit/ranges/use-zoom.ts'
import { useShownRange } from '../../../kit/ranges/shown-range.ts'
import { paths } from '../../../paths.ts'
import { Configuration } from '../detail/Configuration.tsx'
import { ExplorerLink } from '../ExplorerLink.tsx'
import { IssuesPanel } from '../detail/IssuesPanel.tsx'
import { MetricPanel } from '../detail/MetricPanel.tsx'
import { isForeign, nameOf } from '../list/NameCell.tsx'
import { LatestSamples } from '../LatestSamples.tsx'
import { deletionWarning } from '../deletion-warning.ts'
import { pageError } from '../../errors/page-error.tsx'
import { MonitorFigures } from './MonitorFigures.tsx'
import { OpenIncidents } from './OpenIncidents.tsx'

const refreshMs = 30_000
/** Until the first sample arrives, or that of a run, but no longer than a while. */
const firstMs = 3000
const awaitedMs = 120_000
/** The samples of a round arrive one after another. */
const arrivingMs = 20_000
const latestShown = 15

const latestOf = (...[scope, id]: Parameters<typeof samplesOf>) => samplesOf(scope, id, { per_page: maxPerPage })

export async function loader({ params, request }: LoaderFunctionArgs): Promise<null> {
  const scope = scopeOf(params)
  const id = params['monitorId'] ?? ''
  const { searchParams } = new URL(request.url)
  const range = spanIn(searchParams) ?? pageRangeIn(searchParams)
  const inTime = loadWithin(latestOf(scope, id), availabilityOf(scope, id, range), samplesWithIssues(scope, id, range))
  await Promise.all([load(recordOf(scope, 'monitor', id)), inTime])
  return null
}

export const ErrorBoundary = pageError({
  title: 'Monitor',
  about: 'monitor',
})

/** Whether the latest samples show that nothing was measured, ever or within a range. */
function unmeasuredIn(
  latest: readonly Sample[] | undefined,
  range: RangePreset | Span,
): 'ever' | 'in range' | undefined {
  const times = latest?.map(({ taken_at }) => Date.parse(taken_at ?? ''))
  if (!times || times.some(Number.isNaN)) return undefined
  if (times.length === 0) return 'ever'
  const { from, to } = hoursOf(range)
  const isCovered = times.length < maxPerPage || Math.min(...times) < from
  return isCovered && !times.some((at) => at >= from && at <= to) ? 'in range' : undefined
}

/** A monitor's status, its results over the range, and its latest samples. */
function MonitorPage() {
  const scope = useScope()
  const listCrumbs = useListCrumbs(scope)
  const { monitorId: id = '' } = useParams()
  const navigate = useNavigate()
  const recordQuery = recordOf(scope, 'monitor', id)
  const { data: monitor, refetch } = useSuspenseQuery({ ...recordQuery, refetchInterval: refreshMs })
  const name = nameOf(monitor)
  const sampleBeforeRun = useRef<string>(undefined)
  const run = useMutation({
    mutationFn: () => runNow(scope, id),
    onSuccess: () => toast(`${name} is being measured`),
  })
  const latest = useQuery({
    ...latestOf(scope, id),
    refetchInterval: ({ state }) => {
      const [sample] = state.data?.rows ?? []
      const isFirst = state.data !== undefined && !sample && isRunning(monitor)
      const isAwaited =
        run.isSuccess && sample?.id === sampleBeforeRun.current && Date.now() - run.submittedAt < awaitedMs
      const isArriving = Date.now() - Date.parse(sample?.taken_at ?? '') < arrivingMs
      return isFirst || isAwaited || isArriving ? firstMs : refreshMs
    },
  })
  const newest = latest.data && (latest.data.rows[0]?.id ?? 'none')
  const known = monitor.last_sample?.id ?? 'none'
  useEffect(() => {
    // a new sample may change the latest result
    if (newest !== undefined && newest !== known) void refetch()
  }, [newest, known, refetch])
  const [range, setRange] = usePageRange()
  const [zoom] = useZoom()
  const shown = zoom ?? range
  useShownRange(shown)
  const runningChange = useMutation({
    mutationFn: (running: boolean) => setRunning(scope, id, running),
    onSuccess: (_, running) => {
      toast(running ? `${name} started` : `${name} paused`)
      return markStale(running ? 'monitors.start' : 'monitors.stop')
    },
  })
  const askToDelete = () =>
    confirm({
      title: `Delete the monitor ${name}?`,
      body: deletionWarning([monitor]),
      verb: 'Delete monitor',
      danger: true,
      action: async () => {
        await remove(scope, 'monitor', [id])
        toast(`${name} deleted`)
        await markStale('monitors.delete', 'none')
        await navigate(paths.monitors(scope))
      },
    })
  const status = monitor.status?.toUpperCase()
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[...listCrumbs, { label: 'Monitors', to: paths.monitors(scope) }]}
        actions={
          <>
            {[true, false]
              // an unknown state may need either
              .filter((start) => status !== (start ? 'RUNNING' : 'SUSPENDED'))
              .map((start, i) => (
                <ReasonButton
                  // one takes the place and the focus of the other
                  key={i}
                  does={start ? 'monitors.start' : 'monitors.stop'}
                  variant="default"
                  loading={runningChange.isPending && runningChange.variables === start}
                  onClick={() => runningChange.mutate(start)}
                >
                  {start ? 'Start' : 'Pause'}
                </ReasonButton>
              ))}
            <ReasonButton
              does="monitors.run"
              variant="default"
              loading={run.isPending}
              disabledReason={status === 'SUSPENDED' ? 'Paused. Start it to run it.' : undefined}
              onClick={() => {
                sampleBeforeRun.current = latest.data?.rows[0]?.id
                run.mutate()
              }}
            >
              Run now
            </ReasonButton>
            {isForeign(monitor) ? (
              <ReasonButton
                variant="default"
                disabledReason="This dashboard can’t edit monitors of this service."
                onClick={() => undefined}
              >
                Edit
              </ReasonButton>
            ) : (
              <LinkButton variant="default" to={paths.editMonitor(scope, id)}>
                Edit
              </LinkButton>
            )}
            <MoreMenu
              label={`More about ${name}`}
              items={[
                { label: 'Clone', to: paths.newMonitor(scope, { from: id }) },
                { label: 'New test from this', to: paths.newTest(scope, { from: id }) },
                { label: 'Delete…', isDanger: true, does: 'monitors.delete', onSelect: askToDelete },
              ]}
            />
          </>
        }
      />
      <PageBody>
        {runningChange.error && (
          <ErrorState
            error={runningChange.error}
            title={runningChange.variables ? 'Couldn’t start the monitor.' : 'Couldn’t pause the monitor.'}
          />
        )}
        {run.error && (
          <ErrorState
            error={run.error}
            title="Couldn’t run the monitor."
            {...(isExtensionMissing(run.error)
              ? {
                  advice:
                    'This service may not support it. “New test from this” in the menu ⋯ measures the same in a test.',
                }
              : {})}
          />
        )}
        <OpenIncidents scope={scope} monitorId={id} />
        <div>
          <RangeControl value={zoom ? '' : range} onChange={setRange} />
        </div>
        <MonitorFigures
          scope={scope}
          id={id}
          monitor={monitor}
          range={shown}
          samples={latest.data?.rows}
          newest={newest}
          error={latest.error}
        />
        <MetricPanel key={id} scope={scope} id={id} record={monitor} range={range} newest={newest} />
        <IssuesPanel
          scope={scope}
          id={id}
          range={shown}
          unmeasured={unmeasuredIn(latest.data?.rows, shown)}
          newest={newest}
        />
        <Panel
          bare
          title="Latest samples"
          aside={latest.data && latest.data.rows.length > 0 && <ResultStrip samples={latest.data.rows.slice(0, 40)} />}
          actions={
            <>
              <ExplorerLink scope={scope} id={id} />
              <LastUpdated of={[recordQuery, latestOf(scope, id)]} />
            </>
          }
        >
          <LatestSamples
            scope={scope}
            type={monitor.type}
            latest={latest}
            most={latestShown}
            limits={monitor.limits}
            whenNone={
              status === 'SUSPENDED'
                ? 'The monitor is paused. The first samples arrive within seconds of starting it.'
                : 'The first ones arrive within seconds. This page updates automatically.'
            }
          />
        </Panel>
        <Configuration record={monitor} kind="monitor" />
      </PageBody>
    </>
  )
}

export { MonitorPage as Component }
