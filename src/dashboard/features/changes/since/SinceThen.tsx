import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Scope } from '../../../api/scope.ts'
import { ActionLink } from '../../../kit/actions/LinkButton.tsx'
import { SegmentedControl } from '../../../kit/choices/SegmentedControl.tsx'
import { ErrorState } from '../../../kit/feedback/ErrorState.tsx'
import { fullNumber, plural } from '../../../kit/format/format.ts'
import { lasted } from '../../../kit/format/time.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { rangePresets } from '../../../kit/ranges/range-presets.ts'
import { useNow } from '../../../kit/reading/use-now.ts'
import { LoadingLines } from '../../../kit/values/LoadingLines.tsx'
import { paths } from '../../../paths.ts'
import type { IdentifiedMonitor } from '../../sites/key-page.ts'
import type { ListedSite } from '../../sites/reads.ts'
import { refreshMs } from '../../sites/refresh-intervals.ts'
import { useKeyPage } from '../../sites/use-key-page.ts'
import { eventsWithin, type Event } from '../reads.ts'
import { compareMetrics, samplesWithin, type Comparison, type Measured } from './compared.ts'
import { ComparedMetrics } from './ComparedMetrics.tsx'
import { leastValues } from './difference-of-medians.ts'

/** How much time is compared on each side. A whole day, so that both have a night. */
const windows = ['24h', '7d'] as const

interface Props {
  scope: Scope
  event: Event
  /** When it happened, UNIX ms. */
  at: number
  site: ListedSite
}

/** What the monitor of a site's home page measured before a change and since. The address holds how much time is compared. */
export function SinceThen({ scope, event, at, site }: Props) {
  const [params, setParams] = useAddress()
  const chosen = windows.find((name) => name === params.get('window')) ?? windows[0]
  const { keyPage, searching, failure, retry } = useKeyPage(scope, site)
  const control = (
    <SegmentedControl
      label="Time compared"
      value={chosen}
      options={windows.map((value) => ({ value, label: rangePresets[value].label }))}
      onChange={(value) =>
        setParams(withParam('window', value === windows[0] ? null : value), { replace: true, preventScrollReset: true })
      }
    />
  )
  if (keyPage) return <Compared {...{ scope, event, at, site, chosen, control }} monitor={keyPage} />
  return (
    <Panel title="Since then">
      {failure ? (
        <ErrorState error={failure} title="Couldn’t load the site’s monitors." onRetry={retry} />
      ) : searching ? (
        <LoadingLines />
      ) : (
        <p>
          No monitor checks this site’s home page.{' '}
          <ActionLink to={paths.newMonitor(scope, { address: site.host })}>Create a monitor</ActionLink>
        </p>
      )}
    </Panel>
  )
}

interface ComparedProps extends Props {
  monitor: IdentifiedMonitor
  chosen: (typeof windows)[number]
  control: React.ReactNode
}

function Compared({ scope, event, at, site, monitor, chosen, control }: ComparedProps) {
  const now = useNow(refreshMs)
  const { ms, words } = rangePresets[chosen]
  const isOver = at + ms <= now
  const end = isOver ? { to: at + ms } : {}
  const shared = { placeholderData: keepPreviousData }
  const before = useQuery({ ...samplesWithin(scope, monitor.id, { from: at - ms, to: at - 1 }), ...shared })
  const after = useQuery({
    ...samplesWithin(scope, monitor.id, { from: at, ...end }),
    ...shared,
    refetchInterval: isOver ? false : refreshMs,
  })
  const others = useQuery(eventsWithin(scope, { site: site.id }, { from: at - ms, ...end }))
  const error = before.error ?? after.error
  if (!before.data || !after.data)
    return (
      <Panel title="Since then" actions={control}>
        {error ? (
          <ErrorState
            error={error}
            title="Couldn’t load the samples."
            onRetry={() => {
              void before.refetch()
              void after.refetch()
            }}
          />
        ) : (
          <LoadingLines areRows />
        )}
      </Panel>
    )
  const compared = compareMetrics(before.data.rows, after.data.rows)
  const sides = [
    { measured: before.data, when: `the ${words} before` },
    { measured: after.data, when: isOver ? `the ${words} after` : `the ${lasted(Math.max(0, now - at))} since` },
  ]
  const lacking = sides.find(({ measured }) => measured.rows.length < leastValues)
  if (lacking) {
    const isComing = lacking.measured === after.data && !isOver
    return (
      <Panel title="Since then" actions={control}>
        <p>
          Not enough samples{isComing ? ' yet' : ''}: {lacking.measured.rows.length} of {leastValues} in {lacking.when}.
          {isComing && ` ${comparisonDue(before.data, after.data, ms)}`}
        </p>
      </Panel>
    )
  }
  const found = others.data?.rows.filter(
    ({ id, monitor_id: of }) => id !== event.id && (!of || of === monitor.id),
  ).length
  const span = { from: at - ms, to: isOver ? at + ms : Math.max(at, now) }
  return (
    <Panel title="Since then" aside={summaryOf(compared)} actions={control}>
      <p>
        {`Compares ${sides.map(({ measured, when }) => `${samplesOf(measured)} of ${when}`).join(' with ')}. `}
        {found !== undefined && found > 0 && (
          <>
            <Link to={paths.activity(scope, { site: site.id, ...span })}>{plural(found, 'other change')}</Link> in this
            time may have had an effect too.
          </>
        )}
      </p>
      {compared.length > 0 && <ComparedMetrics compared={compared} sinceWords={isOver ? 'After' : 'Since'} />}
    </Panel>
  )
}

/** When there will be enough samples, if they arrive as in the time before. */
function comparisonDue({ rows, of = rows.length }: Measured, after: Measured, ms: number): string {
  return `The comparison comes in about ${lasted((leastValues - after.rows.length) * (ms / of))}.`
}

/** `48 samples`, `the latest 500 of 1,440 samples` */
function samplesOf({ rows, of = rows.length }: Measured): string {
  return of > rows.length
    ? `the latest ${fullNumber(rows.length)} of ${plural(of, 'sample')}`
    : plural(rows.length, 'sample')
}

/** `2 worse, 1 better`, `no difference shown` */
function summaryOf(compared: readonly Comparison[]): string {
  const count = (verdict: Comparison['verdict']) => compared.filter((one) => one.verdict === verdict).length
  const parts = (['worse', 'better', 'other'] as const).flatMap((verdict) => {
    const n = count(verdict)
    return n === 0 ? [] : [`${n} ${verdict === 'other' ? 'different' : verdict}`]
  })
  return parts.join(', ') || 'no difference shown'
}
