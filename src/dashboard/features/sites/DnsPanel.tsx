import { useMutation } from '@tanstack/react-query'
import { isExtensionMissing } from '../../../client/errors.ts'
import type { Scope } from '../../api/scope.ts'
import { checkDnsNow, type Site } from './reads.ts'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { BusyButton } from '../../kit/actions/BusyButton.tsx'
import { CopyButton, CopyValue } from '../../kit/values/CopyValue.tsx'
import { DataTable, type Column } from '../../kit/tables/DataTable.tsx'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { ago } from '../../kit/format/time.ts'
import { useNow } from '../../kit/reading/use-now.ts'
import { dnsMessage, dnsNameOf, dnsVerdict, isRootDomain, isIpAddress, type DnsVerdict } from './dns.ts'
import classes from './DnsRecord.module.css'
import { RecordName } from './RecordName.tsx'
import { ZoneFileEntry } from './ZoneFileEntry.tsx'

/** A site's DNS record: the expected one next to the one the service found, which can be checked at any time. */
export function DnsPanel({ scope, site }: { scope: Scope; site: Site }) {
  const check = useMutation({ mutationFn: () => checkDnsNow(scope, site.id) })
  const target = site.service_cname
  if (!target) return null
  const name = dnsNameOf(site.host)
  const domain = site.dns?.domain
  if (isIpAddress(site.host)) {
    return (
      <Panel title="DNS">
        <p className={classes.hint}>
          {name} is an IP address, so no DNS record can send its visitors through the service. Add the site by its host
          name instead.
        </p>
      </Panel>
    )
  }
  const verdict = dnsVerdict(site)
  const isRoot = isRootDomain(site) && verdict.kind !== 'matches'
  const columns: readonly Column<{ target: string }>[] = [
    // what is compared comes first, where the table is wider than the window
    { id: 'type', header: 'Type', cell: () => (isRoot ? 'ALIAS or ANAME' : 'CNAME') },
    {
      id: 'expected',
      header: 'Expected',
      grows: true,
      cell: () => <CopyValue value={target} what="service CNAME" isHost />,
    },
    {
      id: 'found',
      header: 'Found',
      grows: true,
      cell: () => (isRoot ? <EmptyCell why="The service can’t see such a record" /> : <Found verdict={verdict} />),
    },
    {
      id: 'name',
      header: 'Name',
      names: true,
      cell: () => <RecordName name={name} domain={domain} what="record name" />,
    },
  ]
  return (
    <Panel
      title="DNS"
      aside={!isRoot && <LastCheck verdict={verdict} state={site.optimizer} />}
      actions={
        verdict.kind !== 'not reported' &&
        !isRoot && (
          <BusyButton variant="default" loading={check.isPending} onClick={() => check.mutate()}>
            Check now
          </BusyButton>
        )
      }
    >
      <DataTable label="DNS record" columns={columns} rows={[{ target }]} rowKey={(row) => row.target} />
      {check.error && (
        <ErrorState
          error={check.error}
          title="Couldn’t check the record."
          {...(isExtensionMissing(check.error)
            ? { advice: 'This service checks records only on its own schedule.' }
            : {})}
        />
      )}
      <p role="status" className={classes.hint}>
        {check.isSuccess && !check.isPending ? outcomeOf(check.data.answered, verdict) : ''}
      </p>
      {site.dns?.taken && (
        <Notice tone="plain">
          Another site of this service had {name} first, so visitors go there. To bring them to this site, point the
          CNAME record here. Where there can’t be one, create this TXT record:{' '}
          <RecordName name={site.dns.taken.txt_name} domain={domain} what="name of the TXT record" /> with the value{' '}
          <CopyValue value={site.dns.taken.txt_value} what="value of the TXT record" isHost />
        </Notice>
      )}
      {isRoot ? (
        <Notice tone="plain">
          {name} is a root domain, which can’t have a CNAME record. Best add www.{name} as a site instead, and redirect{' '}
          {name} to it. Or, if your DNS provider offers it, set the ALIAS or ANAME record above. The service can’t see
          such a record, so the site doesn’t go live automatically.
        </Notice>
      ) : (
        <p className={classes.hint}>
          {hintOf(site.optimizer, verdict)} Zone file entry:{' '}
          <ZoneFileEntry host={site.host} target={target} domain={domain} />
        </p>
      )}
      {scope.kind === 'account' && verdict.kind !== 'matches' && !isRoot && !isForwarding(site.optimizer) && (
        <div>
          <CopyButton value={dnsMessage(site)} what="message to your customer" inWords />
        </div>
      )}
    </Panel>
  )
}

const hints = {
  matches: 'Visitors go through the service.',
  differs: 'Change the record to the expected value. The site goes live automatically.',
  missing: 'Create this record. The site goes live automatically.',
  'not checked':
    'The service checks the record within about a minute. The site goes live automatically once it matches.',
  'not reported':
    'Visitors go through the service once this record exists. The site goes live automatically. This service doesn’t report what it found.',
} as const satisfies Record<DnsVerdict['kind'], string>

/** What the record means in the states in which DNS doesn't take a site live. */
const steeredHints: Readonly<Record<string, { readonly there: string; readonly missing: string }>> = {
  transparent: {
    there: 'Visitors go through the service, which passes their requests on unchanged.',
    missing: 'Visitors don’t come through the service until DNS has this record.',
  },
  bypass: {
    there: 'Leave the record as it is. Requests that still reach the service are only forwarded.',
    missing: 'While the optimizer is bypassed, visitors don’t need this record. Set it before you resume.',
  },
  maintenance: {
    there: 'Visitors go through the service and get the maintenance page.',
    missing: 'Visitors don’t get the maintenance page until DNS has this record.',
  },
  'proxy only': {
    there: 'Leave the record as it is. Requests that still reach the service are only forwarded.',
    missing: 'While the site is paused, visitors don’t need this record. Set it before you resume.',
  },
}

const steeredHint = (state: unknown) => (typeof state === 'string' ? steeredHints[state] : undefined)

function hintOf(state: unknown, { kind }: DnsVerdict): string {
  const steered = steeredHint(state)
  if (!steered || kind === 'not reported') return hints[kind]
  if (kind === 'not checked') return 'The service checks the record within about a minute.'
  return kind === 'matches' ? steered.there : steered.missing
}

function Found({ verdict }: { verdict: DnsVerdict }) {
  switch (verdict.kind) {
    case 'matches':
    case 'differs':
      return (
        <code className={classes.seen}>
          <Breakable text={verdict.seen} keepsParts />
        </code>
      )
    case 'missing':
      return 'No CNAME record'
    case 'not checked':
      return <EmptyCell why="Not checked yet" />
    case 'not reported':
      return <EmptyCell why="Not reported by the service" />
  }
}

const outcomes = {
  matches: 'Record matches',
  differs: 'Record doesn’t match',
  missing: 'Record not found',
} as const

/** What a check on demand has found. */
function outcomeOf(answered: boolean, verdict: DnsVerdict): string {
  if (!answered) return 'No name server answered. The service keeps what it last found and tries again by itself.'
  switch (verdict.kind) {
    case 'matches':
      return 'Checked: the record matches.'
    case 'differs':
      return 'Checked: the record has another value. A change can take as long as the old record’s time to live.'
    default:
      return 'Checked: there is no such record yet. A new record can take some minutes to appear.'
  }
}

/** In these states, a site works the same without its record. */
const isForwarding = (state: unknown) => state === 'bypass' || state === 'proxy only'

function LastCheck({ verdict, state }: { verdict: DnsVerdict; state: unknown }) {
  const now = useNow(1000)
  if (verdict.kind === 'not reported') return null
  if (verdict.kind === 'not checked') return <span>Not checked yet</span>
  const at = Date.parse(verdict.at)
  const when = Number.isNaN(at) ? verdict.at : ago(at, now)
  const words = `${outcomes[verdict.kind]} · checked ${when}`
  if (verdict.kind === 'matches') return <Verdict severity="ok">{words}</Verdict>
  if (isForwarding(state)) return <span>{words}</span>
  // what took a site offline is an incident
  return <Verdict severity={state === 'off' ? 'error' : 'warning'}>{words}</Verdict>
}
