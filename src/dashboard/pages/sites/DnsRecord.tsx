import { CopyButton } from '../../components/CopyValue.tsx'
import classes from './DnsRecord.module.css'

/** The CNAME record that sends a site's visitors through the service, as a zone file has it. */
export function DnsRecord({ host, target }: { host: string; target: string }) {
  const name = host.replace(/:\d+$/, '')
  const record = `${name}. CNAME ${target}.`
  return (
    <div className={classes.record}>
      <p>
        Visitors go through the service once this record is in the DNS. It is looked for regularly; the state changes by
        itself.
      </p>
      <div className={classes.line}>
        <code>{record}</code>
        <CopyButton value={record} what="the record" />
      </div>
      <div className={classes.parts}>
        <span>
          Target <code>{target}</code>
        </span>
        <CopyButton value={target} what="the CNAME target" />
      </div>
    </div>
  )
}
