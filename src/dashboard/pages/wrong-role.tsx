import { Button } from '@mantine/core'
import { lazy } from 'react'
import { Link, useParams, useRouteError } from 'react-router'
import { useWho, WrongRole } from '../api/scope.ts'
import { session } from '../api/session.ts'
import { lazyWithRetry } from '../lazy-with-retry.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { paths } from '../paths.ts'
import { PageError } from './page-error.tsx'

// rarely needed, so not part of the first load
const AccountFinder = lazy(lazyWithRetry(() => import('./AccountFinder.tsx')))

/** Shown for a page of the other role, and for a site's portal address opened by a partner. */
export function WrongRolePage() {
  const error = useRouteError()
  const { siteId } = useParams()
  const who = useWho()
  if (!(error instanceof WrongRole)) return <PageError />
  if (who.role === 'partner' && siteId && siteId !== 'new') return <AccountFinder site={siteId} />
  return (
    <>
      <PageHeader title={error.wanted === 'partner' ? 'Partners only' : 'Account holders only'} />
      <EmptyState
        title={error.message}
        action={
          session.impersonator() ? (
            <Button onClick={() => session.stopImpersonating()}>Return to partner view</Button>
          ) : (
            <Link to={paths.home()}>{who.role === 'partner' ? 'Go to the fleet' : 'Go to your sites'}</Link>
          )
        }
      >
        {session.impersonator()
          ? 'You’re viewing this account as its holder.'
          : `You’re signed in as ${who.role === 'partner' ? 'a partner' : 'an account holder'}. To see this page, sign out, then sign in as ${who.role === 'partner' ? 'an account holder' : 'a partner'}.`}
      </EmptyState>
    </>
  )
}
