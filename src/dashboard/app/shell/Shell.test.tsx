import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { session } from '../../api/session.ts'
import { confirm } from '../../kit/dialogs/confirm.ts'
import { partnerId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

test('whoever signs in next isn’t asked what somebody else was', async () => {
  const { router } = await renderPage('/accounts', serviceWith())
  const dialog = page.getByRole('dialog')
  const accounts = page.getByRole('heading', { level: 1, name: 'Accounts' })
  await expect.element(accounts).toBeVisible()
  confirm({ title: 'Delete “Ada”?', body: 'All of it goes.', verb: 'Delete', action: async () => undefined })
  await expect.element(dialog).toBeVisible()
  const before = session.current()
  if (before) session.refuse('ended', before)
  await router.navigate('/sign-in')
  await expect.element(page.getByRole('button', { name: 'Sign in' })).toBeVisible()
  session.start({ role: 'partner', id: partnerId, baseUrl: '/api', key: 'another' }, false)
  await router.navigate('/accounts')
  await expect.element(accounts).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})
