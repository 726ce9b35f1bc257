import { Link, useParams, useRouteError } from 'react-router'
import { useWho, WrongRole } from '../api/scope.ts'
import { EmptyState } from '../components/EmptyState.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { paths } from '../paths.ts'
import { PageError } from './page-error.tsx'

/** Pages of the other role, said plainly; and a site's portal address opened by a partner. */
export function WrongPlace() {
  const error = useRouteError()
  const { siteId } = useParams()
  const who = useWho()
  if (!(error instanceof WrongRole)) return <PageError />
  if (who.role === 'partner' && siteId && siteId !== 'new') {
    return (
      <>
        <PageHeader title="Which account has this site?" />
        <EmptyState
          title={`This address names site ${siteId}, but not its account.`}
          action={<Link to={paths.accounts()}>Go to accounts</Link>}
        >
          It is the address for the account holder, and the partner API finds a site only within its account. Open the
          account that it belongs to, then the site.
        </EmptyState>
      </>
    )
  }
  return (
    <>
      <PageHeader title={error.wanted === 'partner' ? 'A page for partners' : 'A page for account holders'} />
      <EmptyState
        title={error.message}
        action={<Link to={paths.home()}>{who.role === 'partner' ? 'Go to accounts' : 'Go to your sites'}</Link>}
      >
        You are signed in as {who.role === 'partner' ? 'a partner' : 'an account holder'}. To see it, sign out and sign
        in with the other role’s id and key.
      </EmptyState>
    </>
  )
}
