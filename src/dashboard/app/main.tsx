// first: what schemas say, and that they run no generated code
import '../../contract/messages.ts'
import '../kit/theme/mantine-styles.ts'
import './global.css'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Credentials } from '../api/credentials.ts'
import { App } from './app.tsx'
import { takeFlash } from '../api/flash.ts'
import { queryClient } from '../api/queries.ts'
import { session } from '../api/session.ts'
import { watchStyles } from '../kit/navigation/lazy-with-retry.ts'
import { zoneName } from '../kit/format/time.ts'
import { zoneNow } from '../kit/format/zone.ts'
import { toast } from '../kit/feedback/toast.ts'
import { asHolder, asPartner, isOfLink, paths } from '../paths.ts'
import { loadOnIntent } from '../kit/navigation/load-on-intent.ts'
import { createRouter, type Router } from '../kit/navigation/router.ts'
import { routes } from './routes.tsx'
import { forgetPlace } from '../kit/navigation/RouteAnnouncer.tsx'

// must run before any other code loads
watchStyles()
forgetPlace()
void start()

/** Starts the router and renders the first page in tasks of their own, so that input is handled in between. */
async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  await nextTask()
  const router = createRouter(routes)
  followSession(router)
  loadOnIntent(routes)
  const flash = takeFlash()
  if (flash) toast(flash)
  await nextTask()
  // every page shows it, and asking for it first may take long
  zoneName(zoneNow(), Date.now())
  await nextTask()
  // in slices, as input may wait for it
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <App router={router} />
      </StrictMode>,
    )
  })
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

function followSession(router: Router): void {
  session.subscribe(() => {
    const next = session.next()
    if (next) window.location.assign(samePageFor(router, next))
    if (next || session.current()) return
    const { location, navigation } = router.state
    const { pathname, search } = navigation.location ?? location
    if (isOfLink(pathname)) return
    const to = session.refusal() ? paths.signIn({ back: pathname + search }) : paths.signIn()
    // the next user must not see this account's data
    void router.navigate(to, { replace: true }).then(() => queryClient.clear())
  })
}

/** Where someone goes on as partner or account holder: where they are, if the other has that page. */
function samePageFor(router: Router, next: Credentials): string {
  const { pathname, search } = router.state.location
  const address = pathname + search
  if (session.isElsewhere()) return paths.home()
  const current = session.current()
  if (current?.role === next.role && current.id === next.id) return address
  if (next.role === 'user') return asHolder(address) ?? paths.home()
  const account = current?.id ?? ''
  return asPartner(address, account) ?? paths.account(account)
}
