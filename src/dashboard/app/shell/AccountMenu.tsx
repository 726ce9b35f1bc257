import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { readUserEmail } from '../../../contract/index.ts'
import { partnerQuery } from '../../features/accounts/partner.ts'
import { q, type Query } from '../../api/queries.ts'
import { useWho, type Who } from '../../api/scope.ts'
import { useSignedIn } from '../../api/current-session.ts'
import { Breakable } from '../../kit/values/Breakable.tsx'
import { Dropdown } from '../../kit/choices/Dropdown.tsx'
import { UpDownIcon, UserIcon } from '../../kit/marks/icons.tsx'
import { useZone } from '../../kit/format/zone.ts'
import { zoneName } from '../../kit/format/time.ts'
import { useNow } from '../../kit/reading/use-now.ts'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import classes from './AccountMenu.module.css'
import { initialsOf } from './initials.ts'

const AccountPanel = lazy(lazyWithRetry(() => import('./AccountPanel.tsx')))

const roleWords = { partner: 'Partner', user: 'Account holder' } as const

const minuteMs = 60_000

/** Shows who is signed in, and opens what they can set and where they can go. */
export function AccountMenu({ onHelp }: { onHelp: () => void }) {
  const who = useWho()
  const zone = useZone()
  const now = useNow(minuteMs)
  const { current, place } = useSignedIn()
  const person = current?.person
  const { data, error } = useQuery({ ...recordOf(who), enabled: !person })
  const record = data ? ('name' in data ? data.name : (data.email ?? who.id)) : error ? who.id : ''
  const name = person?.name ?? record
  return (
    <Dropdown
      label="Signed in"
      align="start"
      button={(props) => (
        <button type="button" className={classes.target} {...props}>
          <span className={classes.initials} aria-hidden="true">
            {name ? initialsOf(name) : <UserIcon />}
          </span>
          <span className={classes.words}>
            <span className={classes.name} title={name}>
              <Breakable text={name} />
            </span>{' '}
            <span className={classes.role}>
              {person ? place : roleWords[who.role]} ·{' '}
              <span title="Time zone for all times shown. Change it in this menu.">{zoneName(zone, now)}</span>
            </span>
          </span>
          <span className={classes.expand}>
            <UpDownIcon />
          </span>
        </button>
      )}
    >
      {(close) => (
        <Suspense>
          <AccountPanel name={name} onHelp={onHelp} onClose={close} />
        </Suspense>
      )}
    </Dropdown>
  )
}

/** Has a partner's name or an account holder's email. */
function recordOf(who: Who): Query<{ readonly name: string } | { readonly email?: string | undefined }> {
  return who.role === 'partner' ? partnerQuery(who.id) : q(readUserEmail, { query: { user_id: who.id } })
}
