import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { readAccount } from '../../../contract/index.ts'
import { session } from '../../api/session.ts'
import { anAccount } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

test.each([
  ['a service that notes it is told that the partner acts', { welcome_email: { state: 'sent', attempts: 0 } }, true],
  ['another service isn’t', {}, false],
] as const)('%s', async (_, more, isNamed) => {
  const impersonate = vi.spyOn(session, 'impersonate').mockImplementation(() => {})
  await renderPage(`/accounts/${accountId}`, serviceWith().reply(readAccount, { ...anAccount(), ...more }))
  const partnerKey = session.current()?.key
  await page.getByRole('button', { name: 'Open as account holder' }).click()
  expect(partnerKey).toBeDefined()
  expect(impersonate).toHaveBeenCalledWith(expect.objectContaining({ key: anAccount().api_key }), anAccount().name)
  expect(impersonate.mock.lastCall?.[0].partnerKey).toBe(isNamed ? partnerKey : undefined)
  impersonate.mockRestore()
})
