import { Link } from 'react-router'
import type { IncidentRecord } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { Choice } from '../../../kit/choices/Choice.tsx'
import { useNow } from '../../../kit/reading/use-now.ts'
import { paths } from '../../../paths.ts'
import { writeState } from '../../samples/explorer-state.ts'
import { EvidencePanel } from './EvidencePanel.tsx'
import { shownMetric, spanAround, watchedPlaces } from './shown.ts'
import type { ShownMonitor } from './use-shown-monitor.ts'
import { ValueChart } from './ValueChart.tsx'
import { useLocations } from './where.ts'
import { WhereTable } from './WhereTable.tsx'

const nowStepMs = 60_000

interface Props {
  scope: Scope
  incident: IncidentRecord
  shown: ShownMonitor
}

/** What monitors have measured: the value over time, the evidence, and where it is seen. */
export function Measurements({ scope, incident, shown }: Props) {
  const { place, monitor, evidence, monitors, choose } = shown
  const metric = place && monitor ? shownMetric(incident, place, monitor) : 'time_to_display'
  const locations = useLocations(scope, incident, monitor, metric, evidence.first)
  if (incident.places.length === 0) return null
  const choice = monitors.length > 1 && place && (
    <div>
      <Choice label="Monitor" labelShown value={place.monitor_id} options={monitors} onChange={choose} />
    </div>
  )
  const hasChart = incident.kind !== 'certificate'
  return (
    <>
      {choice}
      {hasChart && monitor?.id !== undefined && (
        <ValueChart
          scope={scope}
          incident={incident}
          monitor={{ ...monitor, id: monitor.id }}
          metric={metric}
          first={evidence.first}
          isFirstKnown={evidence.isFirstKnown}
        />
      )}
      {place && (
        <EvidencePanel
          scope={scope}
          incident={incident}
          place={place}
          metric={metric}
          evidence={evidence}
          actions={<AllSamples scope={scope} incident={incident} />}
        />
      )}
      <WhereTable
        incident={incident}
        metric={metric}
        locations={locations}
        // a page that failed has no value
        hasValues={hasChart && incident.kind !== 'down'}
      />
    </>
  )
}

const maxSources = 10

/** Leads to the samples of the incident's monitors around it. */
function AllSamples({ scope, incident }: { scope: Scope; incident: IncidentRecord }) {
  const now = useNow(nowStepMs)
  const { kind, severity, cause } = incident
  const sources = watchedPlaces(incident)
    .slice(0, maxSources)
    .flatMap((places) => {
      const [first] = places
      return first ? [{ id: first.monitor_id, locations: [...new Set(places.map(({ location }) => location))] }] : []
    })
  if (sources.length === 0) return null
  const state = writeState(new URLSearchParams(), {
    sources,
    range: spanAround(incident, now),
    ...(kind === 'down' ? { severity } : {}),
    // a page that answered with an error has no speed
    ...(kind === 'down' && cause.startsWith('HTTP ') ? { metrics: ['status_code'] as const } : {}),
  })
  return <Link to={paths.samples(scope, state)}>All samples</Link>
}
