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

// seldom needed: not part of a first view
const WhichAccount = lazy(lazyWithRetry(() => import('./AccountFinder.tsx')))

/** Pages of the other role, said plainly; and a site's portal address opened by a partner. */
export function WrongPlace() {
  const error = useRouteError()
  const { siteId } = useParams()
  const who = useWho()
  if (!(error instanceof WrongRole)) return <PageError />
  if (who.role === 'partner' && siteId && siteId !== 'new') return <WhichAccount site={siteId} />
  return (
    <>
      <PageHeader title={error.wanted === 'partner' ? 'A page for partners' : 'A page for account holders'} />
      <EmptyState
        title={error.message}
        action={
          session.impersonator() ? (
            <Button onClick={() => session.stopImpersonating()}>Back to the partner</Button>
          ) : (
            <Link to={paths.home()}>{who.role === 'partner' ? 'Go to accounts' : 'Go to your sites'}</Link>
          )
        }
      >
        {session.impersonator()
          ? 'You have opened an account as its holder.'
          : `You are signed in as ${who.role === 'partner' ? 'a partner' : 'an account holder'}. To see it, sign out and sign in with the other role’s id and key.`}
      </EmptyState>
    </>
  )
}
