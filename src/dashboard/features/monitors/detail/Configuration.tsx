import type { Monitor } from '../../../../contract/index.ts'
import { useConnectionNames } from '../use-connection-names.ts'
import { connectivityWords } from '../connectivity.ts'
import { deviceLabel } from '../device.ts'
import { CopyValue } from '../../../kit/values/CopyValue.tsx'
import { ExternalLink } from '../../../kit/values/ExternalLink.tsx'
import { PropertiesTable, type Fact } from '../../../kit/layout/PropertiesTable.tsx'
import { plural } from '../../../kit/format/format.ts'
import { formatMetricTick, metricWords } from '../../samples/metrics.ts'
import { Panel } from '../../../kit/layout/Panel.tsx'
import { RecordView } from '../../../kit/values/RecordView.tsx'
import { Time } from '../../../kit/values/Time.tsx'
import { isForeign } from '../list/NameCell.tsx'
import { samplesPerRound, scheduleWords } from '../schedule.ts'

/** How a monitor or test is set up. A record with unknown fields is also shown in full. */
export function Configuration({ record, kind }: { record: Monitor; kind: 'monitor' | 'test' }) {
  const nameOf = useConnectionNames()
  return (
    <>
      <Panel title="Configuration">
        <PropertiesTable
          facts={[
            ...targetFacts(record),
            ...locationFacts(record, nameOf),
            ...scheduleFacts(record, kind),
            ...limitFacts(record),
          ]}
        />
      </Panel>
      {isForeign(record) && (
        <Panel title="Full record">
          <p>This service reports its {kind}s in fields that this dashboard doesn’t recognize.</p>
          <RecordView value={record.raw} what={kind} />
        </Panel>
      )}
    </>
  )
}

function targetFacts({ id, type, constants }: Monitor): Fact[] {
  const { url, http_method, http_body, http_headers, auth, screenshots, browser_cache, device } = constants ?? {}
  return [
    ...(url ? [{ label: 'Address', value: <ExternalLink href={url}>{url}</ExternalLink> }] : []),
    ...(type ? [{ label: 'Type', value: type === 'WEBPAGE' ? 'Web page' : type }] : []),
    ...(http_method ? [{ label: 'Method', value: http_method }] : []),
    ...(http_body ? [{ label: 'Request body', value: <code>{http_body}</code> }] : []),
    ...(http_headers && http_headers.length > 0
      ? [{ label: 'Headers', value: http_headers.map(({ name, value }) => `${name}: ${value ?? 'hidden'}`).join('; ') }]
      : []),
    ...(auth ? [{ label: 'Credentials', value: `${auth}; a password is never shown` }] : []),
    ...(browser_cache
      ? [
          {
            label: 'Views',
            value: browser_cache === 'EMPTY_AND_FULL' ? 'First and repeat view' : 'First view',
          },
        ]
      : []),
    ...(device ? [{ label: 'Device', value: deviceLabel(device) }] : []),
    ...(screenshots === undefined ? [] : [{ label: 'Screenshots', value: screenshots ? 'On' : 'Off' }]),
    ...(id ? [{ label: 'ID', value: <CopyValue value={id} what="ID" short /> }] : []),
  ]
}

function locationFacts(record: Monitor, nameOf: (words: string) => string): Fact[] {
  const { locations, connectivities, browsers } = record.variables ?? {}
  return [
    ...(locations ? [{ label: 'Locations', value: locations.join(', ') || 'Chosen by the service' }] : []),
    ...(connectivities
      ? [
          {
            label: 'Connections',
            value:
              connectivities
                .map(connectivityWords)
                .map((words) => (nameOf(words) === words ? words : `${nameOf(words)}: ${words}`))
                .join('; ') || connectivityWords(null),
          },
        ]
      : []),
    ...(browsers && browsers.length > 0
      ? [{ label: 'Browsers', value: browsers.map(({ name, version }) => `${name} ${version}`).join(', ') }]
      : []),
    ...(locations ? [{ label: 'Per round', value: plural(samplesPerRound(record), 'sample') }] : []),
  ]
}

function limitFacts({ limits }: Monitor): Fact[] {
  const all = Object.entries(limits ?? {}).map(
    ([name, value]) => `${metricWords(name).label} ${formatMetricTick(name, value)}`,
  )
  return all.length > 0 ? [{ label: 'Slow when over', value: all.join(', ') }] : []
}

function scheduleFacts(
  { timing, created_at, updated_at, suspended_message }: Monitor,
  kind: 'monitor' | 'test',
): Fact[] {
  return [
    ...(timing ? [{ label: 'Schedule', value: scheduleWords(timing, kind) }] : []),
    // what each finished test says
    ...(suspended_message && !(kind === 'test' && suspended_message === 'finished')
      ? [{ label: 'Reason for pausing', value: suspended_message }]
      : []),
    ...(created_at ? [{ label: 'Created', value: <Time at={created_at} /> }] : []),
    ...(updated_at ? [{ label: 'Updated', value: <Time at={updated_at} /> }] : []),
  ]
}
