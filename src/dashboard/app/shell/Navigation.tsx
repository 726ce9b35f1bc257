import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId, useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { isAtLeast } from '../../../contract/roles.ts'
import { severities } from '../../../contract/severity.ts'
import { accountQuery } from '../../features/accounts/reads.ts'
import { openIncidents } from '../../features/incidents/reads.ts'
import { useSignedIn } from '../../api/current-session.ts'
import { useWho, type Scope } from '../../api/scope.ts'
import { fullNumber } from '../../kit/format/format.ts'
import { VisuallyHidden } from '../../kit/layout/VisuallyHidden.tsx'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import { paths } from '../../paths.ts'
import classes from './Navigation.module.css'
import { isCurrent, scopeNav, type NavItem } from './nav.ts'
import { useMainNav } from './use-main-nav.ts'

// loaded on demand: only partners with an open account need it
const AccountSwitcher = lazy(lazyWithRetry(() => import('./AccountSwitcher.tsx')))

/** Links to the pages of this role and of the open account. */
export function Navigation({ onChoose }: { onChoose?: () => void }) {
  const who = useWho()
  const { accountId } = useParams()
  return (
    <nav className={classes.nav} aria-label="Main">
      <Items items={useMainNav(who)} onChoose={onChoose} />
      {who.role === 'user' && <ScopeItems scope={{ kind: 'user', user: who.id }} onChoose={onChoose} />}
      {who.role === 'partner' && accountId && (
        <AccountItems scope={{ kind: 'account', partner: who.id, account: accountId }} onChoose={onChoose} />
      )}
    </nav>
  )
}

interface OfScope<S extends Scope = Scope> {
  scope: S
  onChoose: (() => void) | undefined
}

function AccountItems({ scope, onChoose }: OfScope<Scope & { kind: 'account' }>) {
  const [switching, setSwitching] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const close = () => {
    setSwitching(false)
    button.current?.focus()
  }
  const account = useQuery({
    ...accountQuery(scope.partner, scope.account),
    // if the account doesn't exist, the page says so
    retryOnMount: false,
  })
  return (
    <div className={classes.account}>
      <div className={classes.heading}>
        <span className={classes.name}>{account.data?.name ?? 'Account'}</span>
        <button
          type="button"
          className={classes.switch}
          aria-expanded={switching}
          ref={button}
          onClick={() => setSwitching(!switching)}
        >
          Switch
          <VisuallyHidden> account</VisuallyHidden>
        </button>
        {switching && (
          <Suspense>
            <AccountSwitcher scope={scope} onClose={close} onChoose={onChoose} />
          </Suspense>
        )}
      </div>
      <ScopeItems scope={scope} onChoose={onChoose} />
    </div>
  )
}

function ScopeItems({ scope, onChoose }: OfScope) {
  // pages that show incidents read them again; the menu follows
  const { data: open } = useQuery(openIncidents(scope))
  const worst = Math.max(0, ...(open?.rows.map(({ severity }) => severity) ?? []))
  const badge = open && open.total_entries > 0 ? { count: open.total_entries, worst } : undefined
  const incidents = paths.incidents(scope)
  return <Items items={scopeNav(scope)} badgeOf={(to) => (to === incidents ? badge : undefined)} onChoose={onChoose} />
}

interface Badge {
  readonly count: number
  /** As of an issue. */
  readonly worst: number
}

interface ItemsProps {
  items: readonly NavItem[]
  badgeOf?: (to: string) => Badge | undefined
  onChoose: (() => void) | undefined
}

function Items({ items, badgeOf, onChoose }: ItemsProps) {
  const { pathname } = useLocation()
  const { role } = useSignedIn()
  const id = useId()
  return (
    <ul className={classes.items}>
      {items
        .filter(({ least }) => !role || !least || isAtLeast(role, least))
        .map((item) => {
          const { to, label, icon: Icon, apart } = item
          const badge = badgeOf?.(to)
          return (
            <li key={to} data-apart={apart}>
              <Link
                to={to}
                className={classes.item}
                aria-current={isCurrent(item, pathname) ? 'page' : undefined}
                aria-describedby={badge && id}
                onClick={onChoose}
              >
                <Icon />
                {label}
              </Link>
              {badge && (
                <span className={classes.badge} data-severity={severities[badge.worst]} id={id}>
                  {fullNumber(badge.count)}
                  <VisuallyHidden> open {badge.count === 1 ? 'incident' : 'incidents'}</VisuallyHidden>
                </span>
              )}
            </li>
          )
        })}
    </ul>
  )
}
