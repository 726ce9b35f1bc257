import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { useWho, type WrongRole } from '../../api/scope.ts'
import { session } from '../../api/session.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { asPartner, paths } from '../../paths.ts'
import HolderLink from '../accounts/HolderLink.tsx'

/** Shown for a page of the other role. A partner who opens an account holder's link is led to the account. */
export default function WrongRoleNotice({ error }: { error: WrongRole }) {
  const { pathname } = useLocation()
  const who = useWho()
  if (who.role === 'partner' && asPartner(pathname, '') !== undefined) return <HolderLink />
  return (
    <>
      <PageHeader title={error.wanted === 'partner' ? 'Partners only' : 'Account holders only'} />
      <EmptyState
        title={error.message}
        action={
          session.impersonator() ? (
            <Button onClick={() => session.stopImpersonating()}>Return to partner view</Button>
          ) : (
            <Link to={who.role === 'partner' ? paths.accounts() : paths.home()}>
              {who.role === 'partner' ? 'Go to the accounts' : 'Go to your sites'}
            </Link>
          )
        }
      >
        {session.impersonator()
          ? 'You’re viewing this account as its holder.'
          : who.role === 'partner'
            ? 'You’re signed in as a partner. To see this page for one of your accounts, open the account, then choose “Open as account holder”.'
            : 'You’re signed in as an account holder. To see this page, sign out, then sign in as a partner.'}
      </EmptyState>
    </>
  )
}
