import { useSuspenseQuery } from '@tanstack/react-query'
import { listSessions } from '../../../contract/index.ts'
import { currentSessionQuery } from '../../api/current-session.ts'
import { load, q } from '../../api/queries.ts'
import { session } from '../../api/session.ts'
import { EmptyState } from '../../kit/feedback/EmptyState.tsx'
import { LastUpdated } from '../../kit/reading/LastUpdated.tsx'
import { PageBody } from '../../kit/layout/PageBody.tsx'
import { PageHeader } from '../../kit/layout/PageHeader.tsx'
import { Panel } from '../../kit/layout/Panel.tsx'
import { pageError } from '../errors/page-error.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { EndOthers, SessionTable } from './SessionTable.tsx'

const sessions = q(listSessions, {})

export async function loader() {
  if (session.isByCookie()) await load(sessions, currentSessionQuery)
  return null
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
  const { person, method } = useSuspenseQuery(currentSessionQuery).data.session ?? {}
  const { data } = useSuspenseQuery(sessions)
  return (
    <>
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

/** For a service without sessions. */
function OfKey() {
  return (
    <EmptyState title="You signed in with an API key">
      This browser keeps the key until you sign out. The service has no passwords, and no list of who is signed in.
    </EmptyState>
  )
}
