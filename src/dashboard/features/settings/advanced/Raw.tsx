import { RecordView } from '../../../kit/values/RecordView.tsx'
import classes from '../settings.module.css'

/** A record as the service reports it, behind its words. */
export function Raw({ value, what }: { value: unknown; what: string }) {
  return (
    <details className={classes.raw}>
      <summary>{`${what.charAt(0).toUpperCase()}${what.slice(1)}`}</summary>
      <RecordView value={value} what={what} />
    </details>
  )
}
