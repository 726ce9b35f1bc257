import { Breakable } from '../../kit/values/Breakable.tsx'
import { Verdict } from '../../kit/marks/Mark.tsx'
import { EmptyCell } from '../../kit/values/Measured.tsx'
import type { DnsRecord as Expected } from '../../../contract/dns-records.ts'
import { familyOf } from '../../../contract/dns-records.ts'
import { dnsVerdict, isUnseenRoot } from './dns.ts'
import classes from './DnsRecord.module.css'
import type { RootRecords, Site } from './reads.ts'

/** What the service found in place of an expected record. */
export function FoundRecord({ type, site }: { type: Expected['type']; site: Site }) {
  const { kind } = dnsVerdict(site)
  const root = site.dns?.addresses
  if (kind === 'not checked') return <EmptyCell why="Not checked yet" />
  if (kind === 'not reported') return <EmptyCell why="Not reported by the service" />
  if (type === 'TXT') return <FoundText root={root} isNeeded={kind !== 'matches'} />
  const cname = site.dns?.cname_seen
  // as a mark, so that the record has the width that it needs
  if (cname && kind === 'matches' && type === 'CNAME') return <Verdict severity="ok">As expected</Verdict>
  if (cname) return <Seen text={type === 'CNAME' ? cname : `CNAME ${cname}`} />
  if (isUnseenRoot(site)) return <EmptyCell why="The service can’t see such a record" />
  const seen = root?.seen.filter((address) => familyOf(address) === type) ?? []
  if (seen.length === 0) return `No ${type} record`
  return (
    <ul className={classes.addresses}>
      {seen.map((address) => (
        <li key={address}>
          <Seen text={address} />
          {root?.foreign.includes(address) && ' isn’t the service’s'}
        </li>
      ))}
    </ul>
  )
}

function FoundText({ root, isNeeded }: { root: RootRecords | undefined; isNeeded: boolean }) {
  if (root?.txt.seen) return 'Found'
  return isNeeded ? 'No such record' : <EmptyCell why="Not needed any more" />
}

function Seen({ text }: { text: string }) {
  return (
    <code className={classes.seen}>
      <Breakable text={text} keepsParts />
    </code>
  )
}
