import { Link } from 'react-router'
import type { IncidentRecord } from '../../../../contract/index.ts'
import { locationsInWords, shownSamples, worstInWords } from '../../../../words/incidents.ts'
import type { Query } from '../../../api/queries.ts'
import type { Scope } from '../../../api/scope.ts'
import { fullNumber, plural } from '../../../kit/format/format.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { PropertiesTable, type Fact } from '../../../kit/layout/PropertiesTable.tsx'
import { LastUpdated } from '../../../kit/reading/LastUpdated.tsx'
import { Breakable } from '../../../kit/values/Breakable.tsx'
import { paths } from '../../../paths.ts'
import { Severity } from '../../samples/Severity.tsx'
import type { Site } from '../../sites/reads.ts'
import { serverWords } from '../../sites/server-words.ts'
import { Lasted, sampleWord } from '../incident-facts.tsx'
import { Moment } from './Moment.tsx'
import { watchedPlaces } from './shown.ts'

interface Props {
  scope: Scope
  incident: IncidentRecord
  site: Site | undefined
  query: Query<unknown>
}

const dayMs = 24 * 3_600_000
const monitorsNamed = 5

/** What else is known of an incident. */
export function Details({ scope, incident, site, query }: Props) {
  const { severity, host, site_id, started_at, ended_at, requests, places } = incident
  const started = Date.parse(started_at)
  const worst = worstInWords(incident)
  const monitors = watchedPlaces(incident).flatMap(([first]) => first ?? [])
  const facts: readonly Fact[] = [
    { label: 'Severity', value: <Severity type={severity} /> },
    {
      label: 'Started',
      value: <Moment at={started_at} />,
      ...(Number.isNaN(started)
        ? {}
        : {
            note: (
              <Link
                to={paths.activity(scope, {
                  ...(site_id === null ? {} : { site: site_id }),
                  from: started - dayMs,
                  to: started,
                })}
              >
                Activity in the 24 h before
              </Link>
            ),
          }),
    },
    ...(ended_at === null ? [] : [{ label: 'Ended', value: <Moment at={ended_at} /> }]),
    { label: 'Duration', value: <Lasted incident={incident} /> },
    ...(incident.worst && worst !== undefined
      ? [{ label: 'Worst value', value: worst, note: <Moment at={incident.worst.at} /> }]
      : []),
    places.length === 0
      ? {
          label: 'Seen by',
          value: 'The service',
          note: requests
            ? `${fullNumber(requests.failed)} of ${plural(requests.asked, 'request')} to ${serverWords(scope)} failed`
            : 'No monitor sees it.',
        }
      : {
          label: 'Seen in',
          value: locationsInWords(incident),
          note: plural(shownSamples(incident), `${sampleWord(incident)} sample`),
        },
    ...(monitors.length === 0
      ? []
      : [
          {
            label: monitors.length === 1 ? 'Monitor' : 'Monitors',
            value: monitors.slice(0, monitorsNamed).map(({ monitor_id, monitor_name }) => (
              <div key={monitor_id}>
                <Link to={paths.monitor(scope, monitor_id)}>
                  <Breakable text={monitor_name ?? monitor_id} />
                </Link>
              </div>
            )),
            ...(monitors.length > monitorsNamed
              ? { note: `and ${fullNumber(monitors.length - monitorsNamed)} more` }
              : {}),
          },
        ]),
    ...(site_id === null
      ? []
      : [
          {
            label: 'Site',
            value: (
              <Link to={paths.site(scope, site_id)}>
                <Breakable text={site?.host ?? host} />
              </Link>
            ),
          },
        ]),
  ]
  return (
    <Panel title="Details" actions={<LastUpdated of={[query]} />}>
      <PropertiesTable facts={facts} />
    </Panel>
  )
}
