import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { anAccount } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

test('an account holder’s own account has the key, which is shown only when asked for', async () => {
  await renderPage('/account', serviceWith(), 'user')
  const main = page.getByRole('main')
  await expect.element(main.getByText(anAccount().email)).toBeVisible()
  await expect.element(main.getByTitle(accountId)).toBeVisible()
  await expect
    .element(page.getByRole('region', { name: 'curl example' }))
    .toHaveTextContent(`/api/sites?user_id=${accountId}`)
  // the key of the session
  const key = main.getByText('key', { exact: true })
  await expect.element(key).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Show API key' }).click()
  await expect.element(key).toBeVisible()
})
