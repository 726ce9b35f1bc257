import { expect, heading, row, test } from '../fixtures.ts'

test('a test that runs once shows its results as they arrive, then finishes', async ({ page, signIn }) => {
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
})

test('a test with several rounds shows its progress', async ({ page, mock, signIn }) => {
  await signIn('account', '/tests/new')
  await page.getByRole('radio', { name: 'HTTP' }).check({ force: true })
  await page.getByRole('textbox', { name: 'Addresses' }).fill('https://rounds.example/')
  await page.getByRole('radio', { name: 'Several rounds' }).check({ force: true })
  await page.getByRole('textbox', { name: 'Rounds' }).fill('2')
  await page.getByRole('textbox', { name: 'Interval, minutes' }).fill('6')
  await page.getByRole('button', { name: 'Create test' }).click()
  await expect(page.getByText('1 of 2 samples, 1 of 2 rounds.')).toBeVisible()
  await expect(page.getByRole('progressbar')).toHaveJSProperty('value', 0.5)
  await mock.clock.advance(7 * 60_000)
  await expect(page.getByText('Finished with 2 samples.')).toBeVisible()
})

test('a test with a duration shows the elapsed time; the list shows what is running', async ({ page, signIn }) => {
  await signIn('account', '/tests')
  await expect(row(page, 'Launch rehearsal')).toContainText('Finished')
  await expect(row(page, 'Campaign soak')).toContainText('Running')
  await page.getByRole('link', { name: 'Campaign soak' }).click()
  await expect(page.getByText(/\d+ samples so far\. \d+ of 120\smin elapsed\./)).toBeVisible()
})

test('a test can be edited and run again, and turned into a monitor', async ({ page, signIn }) => {
  await signIn('account', '/tests')
  await page.getByRole('link', { name: 'One look' }).click()
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

test('a test is deleted after confirmation', async ({ page, signIn }) => {
  await signIn('account', '/tests')
  await page.getByRole('link', { name: 'One look' }).click()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete test' }).click()
  await expect(heading(page, 'Tests')).toBeVisible()
  await expect(page.getByRole('link', { name: 'One look' })).toHaveCount(0)
})

test('errors are shown at their fields, and a failure keeps what was typed', async ({ page, signIn }) => {
  await signIn('account', '/tests/new')
  await page.getByRole('textbox', { name: 'Addresses' }).fill('https://fail-503.test/')
  await page.getByRole('radio', { name: 'For a set time' }).check({ force: true })
  await page.getByRole('textbox', { name: 'Total minutes' }).fill('0')
  await page.getByRole('button', { name: 'Create test' }).click()
  await expect(page.getByText('This must be at least 1 minute.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Total minutes' }).fill('10')
  await page.getByRole('button', { name: 'Create test' }).click()
  await expect(page.getByRole('alert').first()).toContainText('Couldn’t create the test.')
  await expect(page.getByRole('textbox', { name: 'Addresses' })).toHaveValue('https://fail-503.test/')
})

test('a test that doesn’t exist is reported as not found', async ({ page, signIn }) => {
  await signIn('account', '/tests/01a1fd58-0000-7000-8000-000000000000')
  await expect(page.getByRole('alert')).toContainText('This test wasn’t found.')
})
