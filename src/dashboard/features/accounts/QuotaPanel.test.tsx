import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readQuotas } from '../../../contract/index.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

const plan = page.getByRole('region', { name: 'Plan' })
const none = { used: 0, allowed: 100 }
const quotas = {
  plan: 'free',
  sites: { used: 8, allowed: 9 },
  monitors: none,
  runs: none,
  bytes: none,
  checks: { used: null, allowed: 2 },
} as const

test.each([
  ['partner', `/accounts/${accountId}/account`, readQuotas.partner],
  ['user', '/account', readQuotas.user],
] as const)('a %s sees how much of the plan is in use', async (role, address, endpoint) => {
  await renderPage(address, serviceWith().reply(endpoint, quotas), role)
  await expect.element(plan).toHaveTextContent(/Sites.*8 of 9.*Checks at once.*2/)
})

test('where the service doesn’t say what a plan allows, nothing is shown of it', async () => {
  await renderPage('/account', serviceWith(), 'user')
  await expect.element(page.getByRole('region', { name: 'Your account' })).toBeVisible()
  await expect.element(plan).not.toBeInTheDocument()
})
