import { useQuery } from '@tanstack/react-query'
import type { IncidentRecord } from '../../../../contract/index.ts'
import type { Scope } from '../../../api/scope.ts'
import { useAddress, withParam } from '../../../kit/navigation/use-address.ts'
import { recordOf } from '../../monitors/reads.ts'
import { incidentRefreshMs } from '../reads.ts'
import { shownPlace, watchedPlaces } from './shown.ts'
import { useEvidence } from './use-evidence.ts'

/** The monitor whose values are shown, the place that the evidence is from, and what shows it there. */
export function useShownMonitor(scope: Scope, incident: IncidentRecord) {
  const [params, setParams] = useAddress()
  const watched = watchedPlaces(incident)
  const places = watched.find(([place]) => place?.monitor_id === params.get('monitor')) ?? watched[0] ?? []
  const place = shownPlace(incident, places)
  const { data: monitor } = useQuery({
    ...recordOf(scope, 'monitor', place?.monitor_id ?? ''),
    enabled: place !== undefined,
    refetchInterval: incident.ended_at === null ? incidentRefreshMs : false,
  })
  const evidence = useEvidence(scope, incident, place, monitor)
  return {
    place,
    monitor,
    evidence,
    monitors: watched.flatMap(([first]) =>
      first ? [{ value: first.monitor_id, label: first.monitor_name ?? first.monitor_id }] : [],
    ),
    choose: (id: string) =>
      setParams(withParam('monitor', id === watched[0]?.[0]?.monitor_id ? null : id), {
        replace: true,
        preventScrollReset: true,
      }),
  }
}

export type ShownMonitor = ReturnType<typeof useShownMonitor>
