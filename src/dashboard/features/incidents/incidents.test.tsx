import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

test.each([
  ['partner', `/accounts/${accountId}/incidents`],
  ['user', '/incidents'],
] as const)('a %s is told that a service reports no incidents', async (role, address) => {
  await renderPage(address, serviceWith(), role)
  await expect.element(page.getByText('This service doesn’t report incidents')).toBeVisible()
})
