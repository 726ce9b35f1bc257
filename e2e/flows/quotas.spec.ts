import { expect, heading, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const none = { monitors: null, runs: null, bytes: null, checks: null }

/** Allows the main account, which has eight sites, another number of them. */
async function allowSites({ service, account }: Mock, sites: number): Promise<void> {
  await service.services.database.db
    .insertInto('account_quotas')
    .values({ account_id: account.id, sites, ...none })
    .onConflict((on) => on.column('account_id').doUpdateSet({ sites }))
    .execute()
}

test('a quota is shown before it is reached, and why nothing can be added', async ({ page, mock, signIn }) => {
  await allowSites(mock, 9)
  await signIn('account', '/account')
  await expect(page.getByRole('region', { name: 'Plan' })).toContainText('8 of 9')
  await page.goto('/sites/new')
  await expect(page.getByText('8 of the plan’s 9 sites are in use.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Host' }).fill('last.example')
  await page.getByRole('button', { name: 'Add site' }).click()
  await expect(heading(page, 'last.example')).toBeVisible()
  await page.goto('/sites/new')
  await expect(page.getByRole('button', { name: 'Add site' })).toHaveAccessibleDescription(
    'The 9 sites of the account’s plan are in use. Delete a site before you add another.',
  )
})
