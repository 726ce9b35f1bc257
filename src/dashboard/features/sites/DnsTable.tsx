import { type Column, DataTable } from '../../kit/tables/DataTable.tsx'
import { CopyValue } from '../../kit/values/CopyValue.tsx'
import { dnsRecords, type DnsRecord as Expected } from '../../../contract/dns-records.ts'
import { dnsVerdict, isUnseenRoot } from './dns.ts'
import classes from './DnsRecord.module.css'
import { FoundRecord } from './FoundRecord.tsx'
import { RecordName } from './RecordName.tsx'
import type { Site } from './reads.ts'

/**
 * The DNS records that a site needs, next to what the service found.
 * @param host names them, where they aren't the site's own
 */
export function DnsTable({ site, host }: { site: Site; host?: string }) {
  const isUnseen = isUnseenRoot(site) && dnsVerdict(site).kind !== 'matches'
  const records = dnsRecords(site)
  if (records.length === 0) return null
  const columns: readonly Column<Expected>[] = [
    // what is compared comes first, where the table is wider than the window
    { id: 'type', header: 'Type', cell: ({ type }) => (isUnseen ? 'ALIAS or ANAME' : type) },
    { id: 'expected', header: 'Expected', grows: true, cell: (record) => <ExpectedValues {...record} /> },
    { id: 'found', header: 'Found', grows: true, cell: ({ type }) => <FoundRecord type={type} site={site} /> },
    {
      id: 'name',
      header: 'Name',
      names: true,
      cell: (record) => (
        <RecordName name={record.name} domain={site.dns?.domain} what={whatOf(record, 'record name')} />
      ),
    },
  ]
  return (
    <DataTable
      label={`DNS record${records.length === 1 ? '' : 's'}${host === undefined ? '' : ` for ${host}`}`}
      columns={columns}
      rows={records}
      rowKey={({ type }) => type}
    />
  )
}

/** Tells the buttons of several records apart. */
const whatOf = ({ type }: Expected, what: string) => (type === 'CNAME' ? what : `${type} ${what}`)

function ExpectedValues({ type, values }: Expected) {
  if (values.length === 0) return 'No such record'
  const what = type === 'CNAME' ? 'service CNAME' : type === 'TXT' ? 'value of the TXT record' : 'address'
  return (
    <ul className={classes.addresses}>
      {values.map((value) => (
        <li key={value}>
          <CopyValue value={value} what={values.length > 1 ? `${what} ${value}` : what} isHost />
        </li>
      ))}
    </ul>
  )
}
