import { readSession, type CurrentSession } from '../../contract/index.ts'
import { subjectOf } from '../api/current-session.ts'
import { renderPage } from './render-page.tsx'
import type { StubService } from './stub-service.ts'

/** Renders the dashboard for somebody with a session of the service's, at an account or a partner. */
export function renderFor(
  current: CurrentSession,
  address: string,
  service: StubService,
  role: 'partner' | 'user' = 'user',
) {
  service.keepSessions().reply(readSession, { session: current })
  return renderPage(address, service, role, { session: current.id, subject: subjectOf(current) })
}
