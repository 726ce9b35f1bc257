import '../../contract/messages.ts'
import { notifications } from '@mantine/notifications'
import { expect, onTestFinished, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { forgetConfig } from '../api/config.ts'
import { health } from '../api/health.ts'
import { queryClient } from '../api/queries.ts'
import { session } from '../api/session.ts'
import { App } from '../app/app.tsx'
import { placesKey } from '../kit/navigation/RouteAnnouncer.tsx'
import { createRouter } from '../kit/navigation/router.ts'
import { routes } from '../app/routes.tsx'
import { answered } from '../kit/dialogs/confirm.ts'
import type { StubService } from './stub-service.ts'

export const partnerId = '01990000-0000-7000-8000-0000000000a1'
export const accountId = '01990000-0000-7000-8000-0000000000b1'

// what is tried again is tried at once
const { queries, ...others } = queryClient.getDefaultOptions()
queryClient.setDefaultOptions({ ...others, queries: { ...queries, retryDelay: 0 } })

type By = 'key' | { readonly session: string; readonly subject: string }

/**
 * Renders the dashboard at an address, as someone who has signed in or as nobody, until the test ends. `by` a session of the
 * service's instead of a key.
 */
export async function renderPage(
  address: string,
  service: StubService,
  role: 'partner' | 'user' | null = 'partner',
  by: By = 'key',
) {
  vi.stubGlobal('fetch', service.fetch)
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(service.timeout)
  const before = location.href
  history.replaceState(null, '', address)
  const place = { role: role ?? 'user', id: role === 'partner' ? partnerId : accountId, baseUrl: '/api' } as const
  if (role) session.start(by === 'key' ? { ...place, key: 'key' } : { ...place, ...by }, false)
  const router = createRouter(routes)
  const screen = await render(<App router={router} />)
  onTestFinished(async () => {
    await screen.unmount()
    router.dispose()
    queryClient.clear()
    session.end()
    forgetConfig()
    health.report('up')
    answered()
    // a toast that stays, or comes now, would cover the next test's buttons, and count as an alert while it leaves
    await expect
      .poll(() => {
        notifications.clean()
        return document.querySelector('[role="alert"]')
      })
      .toBeNull()
    sessionStorage.clear()
    localStorage.clear()
    // what the router remembers itself gives way to this
    sessionStorage.setItem(placesKey, '{}')
    history.replaceState(null, '', before)
    timeout.mockRestore()
    vi.unstubAllGlobals()
  })
  return { ...screen, router, page }
}
