import { useIsPhone } from '../../kit/layout/use-media.ts'
import { session } from '../../api/session.ts'
import classes from './HolderBanner.module.css'

/** Shown on every page while a partner impersonates an account holder, with a button that ends it. */
export function HolderBanner() {
  const impersonator = session.impersonator()
  const isPhone = useIsPhone()
  if (!impersonator) return null
  return (
    <aside className={classes.banner} aria-label="Opened as account holder" data-paper="hidden">
      {isPhone ? (
        <span className={classes.short}>
          As <strong>{impersonator.accountName}</strong>
        </span>
      ) : (
        <span>
          You’re signed in to <strong>{impersonator.accountName}</strong> as its account holder. Changes you make affect
          this account.
        </span>
      )}
      <button type="button" className={classes.back} onClick={() => session.stopImpersonating()}>
        Return to partner view
      </button>
    </aside>
  )
}
