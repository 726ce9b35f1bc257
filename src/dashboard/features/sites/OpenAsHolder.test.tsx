import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { readAccount } from '../../../contract/index.ts'
import { isByCookie } from '../../api/credentials.ts'
import { session } from '../../api/session.ts'
import { aCurrentSession, aMembership, anAccount } from '../../test/records.ts'
import { accountId, partnerId, renderPage } from '../../test/render-page.tsx'
import { renderFor } from '../../test/signed-in.ts'
import { serviceWith } from '../../test/service-with.ts'

test.each([
  ['a service that notes it is told that the partner acts', { welcome_email: { state: 'sent', attempts: 0 } }, true],
  ['another service isn’t', {}, false],
] as const)('%s', async (_, more, isNamed) => {
  const impersonate = vi.spyOn(session, 'impersonate').mockImplementation(() => {})
  await renderPage(`/accounts/${accountId}`, serviceWith().reply(readAccount, { ...anAccount(), ...more }))
  const partner = session.current()
  const partnerKey = partner && !isByCookie(partner) ? partner.key : undefined
  await page.getByRole('button', { name: 'Open as account holder' }).click()
  expect(partnerKey).toBeDefined()
  expect(impersonate).toHaveBeenCalledWith(expect.objectContaining({ key: anAccount().api_key }), anAccount().name)
  const [holder] = impersonate.mock.lastCall ?? []
  expect(holder && !isByCookie(holder) && holder.partnerKey).toBe(isNamed ? partnerKey : undefined)
  impersonate.mockRestore()
})

test('in a session of the service’s, no key is needed', async () => {
  const impersonate = vi.spyOn(session, 'impersonate').mockImplementation(() => {})
  const current = aCurrentSession({ memberships: [aMembership({ kind: 'partner', id: partnerId, name: 'Nord Host' })] })
  const { api_key: _, ...account } = anAccount()
  await renderFor(current, `/accounts/${accountId}`, serviceWith().reply(readAccount, account), 'partner')
  await page.getByRole('button', { name: 'Open as account holder' }).click()
  expect(impersonate).toHaveBeenCalledWith(
    { role: 'user', id: account.id, baseUrl: '/api', session: current.id, subject: current.person?.id },
    account.name,
  )
  impersonate.mockRestore()
})
