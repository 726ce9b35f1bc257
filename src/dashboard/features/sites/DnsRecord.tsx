import { CopyButton } from '../../kit/values/CopyValue.tsx'
import classes from './DnsRecord.module.css'
import { ZoneFileEntry } from './ZoneFileEntry.tsx'

/** The DNS record to create for a new site. */
export function DnsRecord({ host, target }: { host: string; target: string }) {
  return (
    <div className={classes.record}>
      <p>Create this record to send visitors through the service. The site goes live automatically.</p>
      <div className={classes.line}>
        <ZoneFileEntry host={host} target={target} domain={undefined} />
      </div>
      <div className={classes.parts}>
        <span>
          Service CNAME <code>{target}</code>
        </span>
        <CopyButton value={target} what="service CNAME" />
      </div>
    </div>
  )
}
