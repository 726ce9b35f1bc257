import { expect, heading, row, test } from '../fixtures.ts'

test('a test shows its results as they arrive, is edited and run again, and turned into a monitor', async ({
  page,
  signIn,
}) => {
  await signIn('account')
  await page.getByRole('link', { name: 'Tests', exact: true }).click()
  await page.getByRole('link', { name: 'New test' }).click()
  await page.getByRole('radio', { name: 'HTTP' }).check({ force: true })
  await page.getByRole('textbox', { name: 'Addresses' }).fill('https://www.fjordbikes.example/')
  await expect(page.getByText('1 sample', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Create test' }).click()
  await expect(heading(page, 'www.fjordbikes.example/')).toBeVisible()
  await expect(page.getByText('Finished with 1 sample.')).toBeVisible()
  await expect(row(page, 'Frankfurt')).toHaveCount(1)
  await page.getByRole('link', { name: 'Edit and run again' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Another look')
  await page.getByRole('button', { name: 'Create test' }).click()
  await expect(heading(page, 'Another look')).toBeVisible()
  await page.getByRole('link', { name: 'Create monitor from test' }).click()
  await expect(heading(page, 'New monitor')).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Interval, minutes' })).toHaveValue('30')
  await page.getByRole('button', { name: 'Create monitor' }).click()
  await expect(heading(page, 'Another look')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible()
})
