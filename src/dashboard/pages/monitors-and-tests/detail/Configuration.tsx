import type { Monitor } from '../../../../contract/index.ts'
import { useConnectionNames } from '../../../hooks/use-connection-names.ts'
import { connectivityWords } from '../../../format/connectivity.ts'
import { CopyValue } from '../../../components/CopyValue.tsx'
import { ExternalLink } from '../../../components/ExternalLink.tsx'
import { PropertiesTable, type Fact } from '../../../components/PropertiesTable.tsx'
import { plural } from '../../../format/format.ts'
import { Panel } from '../../../components/Panel.tsx'
import { RecordView } from '../../../components/RecordView.tsx'
import { Time } from '../../../components/Time.tsx'
import { isForeign } from '../list/NameCell.tsx'

/** How a monitor or test is set up, in words. A record of other fields is shown whole. */
export function Configuration({ record, kind }: { record: Monitor; kind: 'monitor' | 'test' }) {
  const nameOf = useConnectionNames()
  return (
    <>
      <Panel title="Configuration">
        <PropertiesTable facts={[...whatFacts(record), ...whereFacts(record, nameOf), ...whenFacts(record, kind)]} />
      </Panel>
      {isForeign(record) && (
        <Panel title="The whole record">
          <p>This service tells its {kind}s in other fields than this dashboard knows. Here is all it told.</p>
          <RecordView value={record.raw} what={`the ${kind}`} />
        </Panel>
      )}
    </>
  )
}

function whatFacts({ id, type, constants }: Monitor): Fact[] {
  const { url, http_method, http_body, http_headers, auth, screenshots, browser_cache } = constants ?? {}
  return [
    ...(url ? [{ label: 'Address', value: <ExternalLink href={url}>{url}</ExternalLink> }] : []),
    ...(type ? [{ label: 'Type', value: type === 'WEBPAGE' ? 'Web page, in a browser' : type }] : []),
    ...(http_method ? [{ label: 'Method', value: http_method }] : []),
    ...(http_body ? [{ label: 'Request body', value: <code>{http_body}</code> }] : []),
    ...(http_headers && http_headers.length > 0
      ? [{ label: 'Headers', value: http_headers.map(({ name, value }) => `${name}: ${value}`).join('; ') }]
      : []),
    ...(auth ? [{ label: 'Credentials', value: `${auth}, with a password that is not read back` }] : []),
    ...(browser_cache
      ? [
          {
            label: 'Browser cache',
            value:
              browser_cache === 'EMPTY_AND_FULL'
                ? 'empty, then full: a first and a repeat visit'
                : 'empty: a first visit',
          },
        ]
      : []),
    ...(screenshots === undefined ? [] : [{ label: 'Screenshots', value: screenshots ? 'taken' : 'not taken' }]),
    ...(id ? [{ label: 'Id', value: <CopyValue value={id} what="id" short /> }] : []),
  ]
}

function whereFacts(record: Monitor, nameOf: (words: string) => string): Fact[] {
  const { locations, connectivities, browsers } = record.variables ?? {}
  return [
    ...(locations ? [{ label: 'Locations', value: locations.join(', ') || 'none named' }] : []),
    ...(connectivities
      ? [
          {
            label: 'Connectivity',
            value:
              connectivities
                .map(connectivityWords)
                .map((words) => (nameOf(words) === words ? words : `${nameOf(words)}: ${words}`))
                .join('; ') || 'the line as it is',
          },
        ]
      : []),
    ...(browsers && browsers.length > 0
      ? [{ label: 'Browsers', value: browsers.map(({ name, version }) => `${name} ${version}`).join(', ') }]
      : []),
    ...(locations ? [{ label: 'A round', value: plural(samplesARound(record), 'sample') }] : []),
  ]
}

function whenFacts({ timing, created_at, updated_at, suspended_message }: Monitor, kind: 'monitor' | 'test'): Fact[] {
  return [
    ...(timing ? [{ label: kind === 'monitor' ? 'How often' : 'How long', value: paceWords(timing, kind) }] : []),
    ...(suspended_message ? [{ label: 'Suspended', value: suspended_message }] : []),
    ...(created_at ? [{ label: 'Created', value: <Time at={created_at} /> }] : []),
    ...(updated_at ? [{ label: 'Changed', value: <Time at={updated_at} /> }] : []),
  ]
}

/** `every 30 min`, `3 rounds, one after the other`, `for 120 min, every 10 min`. */
export function paceWords(timing: NonNullable<Monitor['timing']>, kind: 'monitor' | 'test'): string {
  const { interval, duration, run_times } = timing
  const every = interval ? `every ${interval} min` : 'one after the other'
  if (kind === 'monitor') return interval ? every : 'not reported'
  if (duration && run_times) return `${plural(run_times, 'round')} or ${duration} min, ${every}`
  if (duration) return `for ${duration} min, ${every}`
  if (run_times && run_times > 1) return `${plural(run_times, 'round')}, ${every}`
  return 'once'
}

/** Samples of one round: what is not named counts as one. */
export function samplesARound({ variables, constants }: Monitor): number {
  const { locations, connectivities, browsers } = variables ?? {}
  const views = constants?.browser_cache === 'EMPTY_AND_FULL' ? 2 : 1
  const counts = [locations, connectivities, browsers].map((list) => Math.max(1, list?.length ?? 0))
  return counts.reduce((product, count) => product * count, views)
}
