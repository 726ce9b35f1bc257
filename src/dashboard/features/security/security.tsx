import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, type Path, useLoaderData, useLocation } from 'react-router'
import { type CurrentSession, listSessions, readFactors } from '../../../contract/index.ts'
import { readConfig } from '../../api/config.ts'
import { currentSessionQuery, type SessionReply } from '../../api/current-session.ts'
import { ifOffered, load, q, queryClient } from '../../api/queries.ts'
import { session } from '../../api/session.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { lazyWithRetry } from '../../kit/navigation/lazy-with-retry.ts'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { pageError } from '../errors/page-error.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { EndOthers, SessionTable } from './SessionTable.tsx'

// not for the session of a key
const loadFactors = lazyWithRetry(() => import('./Factors.tsx'))
const Factors = lazy(loadFactors)

const sessions = q(listSessions, {})
/** Null for the session of a key, and where the service has no factors. */
const factors = ifOffered(q(readFactors, {}))

/** Others sign in elsewhere, or as nobody. */
const canHaveFactors = (current: CurrentSession | null | undefined) =>
  current?.person != null && current.method !== 'link' && current.method !== 'sign_on'

export async function loader() {
  if (session.isByCookie()) {
    await load(sessions, currentSessionQuery)
    if (canHaveFactors(queryClient.getQueryData<SessionReply>(currentSessionQuery.queryKey)?.session))
      await Promise.all([load(factors), loadFactors()])
  }
  return { takesPasskeys: (await readConfig()).passkeys }
}

export const ErrorBoundary = pageError({ title: 'Security' })

function SecurityPage() {
  const isByCookie = session.isByCookie()
  return (
    <>
      <PageHeader title="Security" actions={isByCookie && <LastUpdated of={[sessions, currentSessionQuery]} />} />
      <PageBody>{isByCookie ? <OfSession /> : <OfKey />}</PageBody>
    </>
  )
}

export { SecurityPage as Component }

function OfSession() {
  const { session: current } = useSuspenseQuery(currentSessionQuery).data
  const { person, method } = current ?? {}
  const { data } = useSuspenseQuery(sessions)
  return (
    <>
      <RequiredFactor current={current} />
      <Panel title="Password">
        {method === 'link' ? (
          <p>
            You came by a link of your hosting provider. To change how you sign in, sign out and sign in with your email
            address. If you never chose a password, set one at “Forgot your password?”.
          </p>
        ) : method === 'sign_on' ? (
          <p>
            You signed in by single sign-on, so how you sign in is decided there. To set a password for this service
            beside it, sign out and choose “Forgot your password?”.
          </p>
        ) : person ? (
          <ChangePassword />
        ) : (
          <p>You signed in with an API key, so there is no password. Whoever has the key can sign in the same way.</p>
        )}
      </Panel>
      {canHaveFactors(current) && (
        <Suspense>
          <OwnFactors />
        </Suspense>
      )}
      <Panel
        title="Sessions"
        bare
        actions={data.sessions.length > 1 && <EndOthers count={data.sessions.length - 1} ofKey={!person} />}
      >
        <SessionTable sessions={data.sessions} ofKey={!person} />
      </Panel>
    </>
  )
}

/** Says where a second factor is required and, once there is one, leads back to the page that was left for it. */
function RequiredFactor({ current }: { current: CurrentSession | null }) {
  const { takesPasskeys } = useLoaderData<typeof loader>()
  const { state } = useLocation() as { state: { back?: Path } | null }
  const back = state?.back
  const where = current?.memberships.filter(({ needs_factor }) => needs_factor).map(({ name }) => name) ?? []
  if (where.length > 0)
    return (
      <Notice tone="warning" urgent={back !== undefined}>
        A second factor is required at {where.join(', ')}. {takesPasskeys ? 'Add a passkey or set up' : 'Set up'} an
        authenticator app to go on there.
      </Notice>
    )
  return (
    back !== undefined && (
      <Notice tone="plain">
        You have a second factor now. <Link to={back}>Go on where you were</Link>
      </Notice>
    )
  )
}

function OwnFactors() {
  const { data } = useSuspenseQuery(factors)
  const { takesPasskeys } = useLoaderData<typeof loader>()
  return data && <Factors factors={data} takesPasskeys={takesPasskeys} />
}

/** For a service without sessions. */
function OfKey() {
  return (
    <EmptyState title="You signed in with an API key">
      This browser keeps the key until you sign out. The service has no passwords, and no list of who is signed in.
    </EmptyState>
  )
}
