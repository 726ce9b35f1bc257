import { session } from '../api/session.ts'
import classes from './HolderBanner.module.css'

/** Says that a partner looks at an account as its holder, on every page, and leads back. */
export function HolderBanner() {
  const impersonator = session.impersonator()
  if (!impersonator) return null
  return (
    <aside className={classes.banner} aria-label="Opened as account holder">
      <span>
        You are in <strong>{impersonator.accountName}</strong> as its account holder, with the account’s key. What you
        change, you change for them.
      </span>
      <button type="button" className={classes.back} onClick={() => session.stopImpersonating()}>
        Back to the partner
      </button>
    </aside>
  )
}
