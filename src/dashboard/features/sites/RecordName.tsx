import { CopyValue } from '../../kit/values/CopyValue.tsx'
import classes from './DnsRecord.module.css'
import { panelName } from './dns.ts'

interface Props {
  name: string
  domain: string | null | undefined
  /** Names the value in the buttons' labels, in lower case. */
  what: string
}

/** The name of a DNS record, as panels want it and in full. */
export function RecordName({ name, domain, what }: Props) {
  const short = panelName(name, domain)
  if (short === undefined) return <CopyValue value={name} what={what} isHost />
  return (
    <span className={classes.names}>
      <CopyValue value={short} what={what} isHost />
      <span className={classes.full}>
        in full <CopyValue value={name} what={`full ${what}`} isHost />
      </span>
    </span>
  )
}
