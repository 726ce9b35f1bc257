import type { Site } from '../../api/sites.ts'
import { CopyValue } from '../../components/CopyValue.tsx'
import { DataTable, type Column } from '../../components/DataTable.tsx'
import { Verdict } from '../../components/Mark.tsx'
import { EmptyCell } from '../../components/Measured.tsx'
import { Panel } from '../../components/Panel.tsx'
import { relative } from '../../format/time.ts'
import { useNow } from '../../hooks/use-now.ts'
import { dnsNameOf, dnsVerdict, type DnsVerdict } from './dns.ts'
import classes from './DnsRecord.module.css'
import { ZoneFileEntry } from './ZoneFileEntry.tsx'

/** A site's DNS record: the expected one beside the one the service found. */
export function DnsPanel({ site }: { site: Site }) {
  const target = site.service_cname
  if (!target) return null
  const verdict = dnsVerdict(site)
  const name = dnsNameOf(site.host)
  const columns: readonly Column<{ target: string }>[] = [
    { id: 'type', header: 'Type', cell: () => 'CNAME' },
    { id: 'name', header: 'Name', cell: () => <CopyValue value={name} what="record name" /> },
    { id: 'expected', header: 'Expected', cell: () => <CopyValue value={target} what="service CNAME" /> },
    { id: 'found', header: 'Found', grows: true, cell: () => <Found verdict={verdict} /> },
  ]
  return (
    <Panel title="DNS" aside={<LastCheck verdict={verdict} />}>
      <DataTable label="DNS record" columns={columns} rows={[{ target }]} rowKey={(row) => row.target} />
      <p className={classes.hint}>
        {hints[verdict.kind]} Zone file entry: <ZoneFileEntry host={site.host} target={target} />
      </p>
    </Panel>
  )
}

const hints = {
  matches: 'Visitors go through the service.',
  differs: 'Change the record to the expected value. The site goes live automatically.',
  missing: 'Create this record. The site goes live automatically.',
  'not checked': 'The service checks the record within about a minute. The site goes live automatically.',
  'not reported':
    'Visitors go through the service once this record exists. The site goes live automatically. This service doesn’t report what it found.',
} as const satisfies Record<DnsVerdict['kind'], string>

function Found({ verdict }: { verdict: DnsVerdict }) {
  switch (verdict.kind) {
    case 'matches':
    case 'differs':
      return <code className={classes.seen}>{verdict.seen}</code>
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

function LastCheck({ verdict }: { verdict: DnsVerdict }) {
  const now = useNow(1000)
  if (verdict.kind === 'not reported') return null
  if (verdict.kind === 'not checked') return <span>Not checked yet</span>
  const at = Date.parse(verdict.at)
  const when = Number.isNaN(at) ? verdict.at : relative(Math.min(at, now), now)
  return (
    <Verdict severity={verdict.kind === 'matches' ? 'ok' : 'warning'}>
      {`${outcomes[verdict.kind]} · checked ${when}`}
    </Verdict>
  )
}
