import { useMutation } from '@tanstack/react-query'
import { isExtensionMissing } from '../../../client/errors.ts'
import type { Scope } from '../../api/scope.ts'
import { checkDnsNow, type Site } from './reads.ts'
import { ActionLink } from '../../kit/actions/LinkButton.tsx'
import { ReasonButton } from '../../kit/actions/ReasonButton.tsx'
import { CopyButton, CopyValue } from '../../kit/values/CopyValue.tsx'
import { ErrorState } from '../../kit/feedback/ErrorState.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { ago } from '../../kit/format/time.ts'
import { useNow } from '../../kit/reading/use-now.ts'
import { paths } from '../../paths.ts'
import { dnsNameOf, isIpAddress } from '../../../contract/dns-records.ts'
import { dnsMessage, dnsVerdict, hasAddresses, isUnseenRoot, zoneLines, type DnsVerdict } from './dns.ts'
import { DnsTable } from './DnsTable.tsx'
import { checkedInWords, dnsHint, outcomeInWords } from './dns-words.ts'
import classes from './DnsRecord.module.css'
import { RecordName } from './RecordName.tsx'
import { ZoneFileEntry } from './ZoneFileEntry.tsx'

/** A site's DNS records: the expected ones next to what the service found, which can be checked at any time. */
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
  const isUnseen = isUnseenRoot(site) && verdict.kind !== 'matches'
  const isPossible = !site.dns?.addresses || hasAddresses(site) || verdict.kind === 'matches'
  return (
    <Panel
      title="DNS"
      aside={!isUnseen && isPossible && <LastCheck site={site} verdict={verdict} />}
      actions={
        verdict.kind !== 'not reported' &&
        !isUnseen &&
        isPossible && (
          <ReasonButton
            does="sites.checkDns"
            variant="default"
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            Check now
          </ReasonButton>
        )
      }
    >
      <DnsTable site={site} />
      {check.error && (
        <ErrorState
          error={check.error}
          title="Couldn’t check DNS."
          {...(isExtensionMissing(check.error)
            ? { advice: 'This service checks records only on its own schedule.' }
            : {})}
        />
      )}
      <p role="status" className={classes.hint}>
        {check.isSuccess && !check.isPending ? checkedInWords(check.data.answered, site, verdict.kind) : ''}
      </p>
      {site.dns?.taken && isPossible && (
        <Taken {...site.dns.taken} name={name} domain={domain} isRoot={!!site.dns.addresses} />
      )}
      {isUnseen && <UnseenRoot name={name} />}
      {!isPossible && (
        <Notice tone="plain">
          {name} is a root domain, which can’t have a CNAME record, and this service has no public address for it. Its
          operator has to set one first (EDGE_ADDRESSES). Until then, add www.{name} as a site, and redirect {name} to
          it.
        </Notice>
      )}
      {!isUnseen && isPossible && (
        <p className={classes.hint}>
          {dnsHint(site, verdict.kind)}
          {verdict.kind === 'no origin' && <ActionLink to={paths.changeServer(scope, site.id)}>Set server</ActionLink>}
          {!site.dns?.addresses && (
            <>
              {' '}
              Zone file entry: <ZoneFileEntry host={site.host} target={target} domain={domain} />
            </>
          )}
        </p>
      )}
      {!isUnseen && isPossible && verdict.kind !== 'matches' && verdict.kind !== 'no origin' && (
        <RecordsToCopy scope={scope} site={site} target={target} />
      )}
    </Panel>
  )
}

/** What is copied into the DNS panel of the domain, or sent to whoever can do that. */
function RecordsToCopy({ scope, site, target }: { scope: Scope; site: Site; target: string }) {
  const isRoot = site.dns?.addresses !== undefined
  const isForCustomer = scope.kind === 'account' && !isForwarding(site.optimizer)
  if (!isRoot && !isForCustomer) return null
  return (
    <>
      {isRoot && (
        <p className={classes.hint}>
          Where your DNS provider offers it, an ALIAS or ANAME record to{' '}
          <CopyValue value={target} what="service CNAME" isHost /> takes the place of the addresses.
        </p>
      )}
      <div className={classes.buttons}>
        {isForCustomer && <CopyButton value={dnsMessage(site)} what="message to your customer" inWords />}
        {isRoot && <CopyButton value={() => zoneLines(site).join('\n')} what="zone file entries" inWords />}
      </div>
    </>
  )
}

function UnseenRoot({ name }: { name: string }) {
  return (
    <Notice tone="plain">
      {name} is a root domain, which can’t have a CNAME record. Best add www.{name} as a site instead, and redirect{' '}
      {name} to it. Or, if your DNS provider offers it, set the ALIAS or ANAME record above. The service can’t see such
      a record, so the site doesn’t go live automatically.
    </Notice>
  )
}

interface TakenProps {
  readonly txt_name: string
  readonly txt_value: string
  readonly name: string
  readonly domain: string | null | undefined
  readonly isRoot: boolean
}

function Taken({ txt_name: txtName, txt_value: txtValue, name, domain, isRoot }: TakenProps) {
  return (
    <Notice tone="plain">
      Another site of this service had {name} first, so visitors go there.{' '}
      {isRoot ? (
        'The TXT record above brings them to this site.'
      ) : (
        <>
          To bring them to this site, point the CNAME record here. Where there can’t be one, create this TXT record:{' '}
          <RecordName name={txtName} domain={domain} what="name of the TXT record" /> with the value{' '}
          <CopyValue value={txtValue} what="value of the TXT record" isHost />
        </>
      )}
    </Notice>
  )
}

/** In these states, a site works the same without its record. */
const isForwarding = (state: unknown) => state === 'bypass' || state === 'proxy only'

function LastCheck({ site, verdict }: { site: Site; verdict: DnsVerdict }) {
  const now = useNow(1000)
  if (verdict.kind === 'not reported') return null
  if (verdict.kind === 'not checked') return <span>Not checked yet</span>
  const at = Date.parse(verdict.at)
  const when = Number.isNaN(at) ? verdict.at : ago(at, now)
  const words = `${outcomeInWords(site, verdict.kind)} · checked ${when}`
  if (verdict.kind === 'matches') return <Verdict severity="ok">{words}</Verdict>
  if (isForwarding(site.optimizer)) return <span>{words}</span>
  // what took a site offline is an incident
  return <Verdict severity={site.optimizer === 'off' ? 'error' : 'warning'}>{words}</Verdict>
}
