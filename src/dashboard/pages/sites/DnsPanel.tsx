import type { Site } from '../../api/sites.ts'
import { CopyButton, CopyValue } from '../../components/CopyValue.tsx'
import { DataTable, type Column } from '../../components/DataTable.tsx'
import { Verdict } from '../../components/Mark.tsx'
import { EmptyCell } from '../../components/Measured.tsx'
import { Panel } from '../../components/Panel.tsx'
import { relative } from '../../format/time.ts'
import { useNow } from '../../hooks/use-now.ts'
import { dnsVerdict, nameOf, type DnsVerdict } from './dns.ts'
import classes from './DnsRecord.module.css'

/** The record that a site's DNS should have, beside what was last seen there. */
export function DnsPanel({ site }: { site: Site }) {
  const target = site.service_cname
  if (!target) return null
  const verdict = dnsVerdict(site)
  const name = nameOf(site.host)
  const record = `${name}. CNAME ${target}.`
  const columns: readonly Column<{ target: string }>[] = [
    { id: 'type', header: 'Type', cell: () => 'CNAME' },
    { id: 'name', header: 'Name', cell: () => <CopyValue value={name} what="the record’s name" /> },
    { id: 'should', header: 'Should be', cell: () => <CopyValue value={target} what="the CNAME target" /> },
    { id: 'seen', header: 'Seen', grows: true, cell: () => <Seen verdict={verdict} /> },
  ]
  return (
    <Panel title="DNS" aside={<Age verdict={verdict} />}>
      <DataTable label="DNS record" columns={columns} rows={[{ target }]} rowKey={(row) => row.target} />
      <p className={classes.hint}>
        {hints[verdict.kind]} As a zone file has it: <code>{record}</code>
        <CopyButton value={record} what="the record" />
      </p>
    </Panel>
  )
}

const hints = {
  points: 'Visitors go through the service.',
  elsewhere: 'Visitors go through the service once the record is as it should be; the state then changes by itself.',
  none: 'Visitors go through the service once the record is there; the state then changes by itself.',
  unasked: 'The service asks within a minute or so; the state changes by itself.',
  untold:
    'Visitors go through the service once the record is there. This service does not tell what it last saw; the state changes by itself.',
} as const satisfies Record<DnsVerdict['kind'], string>

function Seen({ verdict }: { verdict: DnsVerdict }) {
  switch (verdict.kind) {
    case 'points':
    case 'elsewhere':
      return <code className={classes.seen}>{verdict.seen}</code>
    case 'none':
      return 'no CNAME record'
    case 'unasked':
      return <EmptyCell why="The service has not asked yet" />
    case 'untold':
      return <EmptyCell why="The service does not tell" />
  }
}

function Age({ verdict }: { verdict: DnsVerdict }) {
  const now = useNow(1000)
  if (verdict.kind === 'untold') return null
  if (verdict.kind === 'unasked') return <span>not looked at yet</span>
  const at = Date.parse(verdict.at)
  const seen = Number.isNaN(at) ? verdict.at : relative(Math.min(at, now), now)
  return (
    <Verdict severity={verdict.kind === 'points' ? 'ok' : 'warning'}>
      {verdict.kind === 'points' ? `seen ${seen}` : `not as it should be, seen ${seen}`}
    </Verdict>
  )
}
