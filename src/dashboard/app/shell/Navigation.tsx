import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { accountQuery } from '../../features/accounts/reads.ts'
import { useWho, type Scope } from '../../api/scope.ts'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import classes from './Navigation.module.css'
import { isCurrent, mainNav, scopeNav, type NavItem } from './nav.ts'

// loaded on demand: only partners with an open account need it
const AccountSwitcher = lazy(lazyWithRetry(() => import('./AccountSwitcher.tsx')))

/** Links to the pages of this role and of the open account. */
export function Navigation({ onChoose }: { onChoose?: () => void }) {
  const who = useWho()
  const { accountId } = useParams()
  return (
    <nav className={classes.nav} aria-label="Main">
      <Items items={mainNav(who)} onChoose={onChoose} />
      {who.role === 'user' && <Items items={scopeNav({ kind: 'user', user: who.id })} onChoose={onChoose} />}
      {who.role === 'partner' && accountId && (
        <AccountItems scope={{ kind: 'account', partner: who.id, account: accountId }} onChoose={onChoose} />
      )}
    </nav>
  )
}

function AccountItems({ scope, onChoose }: { scope: Scope & { kind: 'account' }; onChoose: (() => void) | undefined }) {
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
          <span className={classes.hidden}> account</span>
        </button>
        {switching && (
          <Suspense>
            <AccountSwitcher scope={scope} onClose={close} onChoose={onChoose} />
          </Suspense>
        )}
      </div>
      <Items items={scopeNav(scope)} onChoose={onChoose} />
    </div>
  )
}

function Items({ items, onChoose }: { items: readonly NavItem[]; onChoose: (() => void) | undefined }) {
  const { pathname } = useLocation()
  return (
    <ul className={classes.items}>
      {items.map((item) => (
        <li key={item.to}>
          <Link
            to={item.to}
            className={classes.item}
            aria-current={isCurrent(item, pathname) ? 'page' : undefined}
            onClick={onChoose}
          >
            {item.label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
