import { expect, type Page } from '@playwright/test'
import { fillSignIn, heading } from '../fixtures.ts'
import { startOrigin, startService, test } from '../live.ts'

/** Fills in the form of a monitor or test, submits it, and waits for the new record's page. */
async function create(page: Page, kind: 'monitor' | 'test', name: string, type: string, url: string): Promise<void> {
  await page.getByRole('radio', { name: type }).check({ force: true })
  await page.getByRole('textbox', { name: 'Addresses' }).fill(url)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  if (type === 'Web page') await expect(page.getByRole('checkbox', { name: 'Screenshots' })).toBeChecked()
  await page.getByRole('button', { name: `Create ${kind}` }).click()
  await expect(heading(page, name)).toBeVisible()
}

test('a monitor and a test created in the dashboard give real samples with waterfall and screenshots', async ({
  page,
  request,
}) => {
  test.setTimeout(300_000)
  const [service, origin] = await Promise.all([startService(), startOrigin()])
  try {
    const url = `http://${origin.host}/`
    const made = await request.post(`${service.url}/api/partners/${service.partner.id}/accounts`, {
      headers: { 'SERVICE-API-KEY': service.partner.key },
      data: { email: 'samples@example.org', site: url },
    })
    const { user_id: account } = await made.json()
    await page.goto(`${service.url}/accounts/${account}/tests/new`)
    await fillSignIn(page, service.partner.id, service.partner.key)

    // the browser measures while the monitor is created
    await create(page, 'test', 'once', 'Web page', url)
    await page.getByRole('link', { name: 'Monitors', exact: true }).click()
    await page.getByRole('link', { name: 'New monitor' }).click()
    await create(page, 'monitor', 'plain', 'HTTP', url)
    const latest = page.getByRole('table', { name: 'Latest samples' })
    await expect(latest.getByRole('row')).toHaveCount(2)
    await expect(latest).toContainText('200')
    await page.getByRole('link', { name: 'Tests', exact: true }).click()
    await page.getByRole('link', { name: 'once' }).click()
    await expect(page.getByText('Finished with 1 sample.')).toBeVisible({ timeout: 180_000 })

    await page.getByRole('link', { name: 'Samples', exact: true }).click()
    await page.getByRole('button', { name: '+ Monitor or test' }).click()
    await page.getByRole('dialog').getByRole('checkbox', { checked: true }).uncheck()
    await page.getByRole('checkbox', { name: /^plain/ }).check()
    await page.getByRole('checkbox', { name: /^once/ }).check()
    await page.getByRole('button', { name: 'Show 2' }).click()
    const list = page.getByRole('table', { name: 'Samples', exact: true })
    await expect(list.getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('radio', { name: 'all 2' })).toBeVisible()
    await expect(list.getByRole('row').filter({ hasText: 'plain' })).toContainText(/\d+(\.\d+)?\s(?:ms|s)/)

    await list.getByRole('row').filter({ hasText: 'once' }).getByRole('button').click()
    await page.getByRole('dialog').getByRole('link', { name: 'Open full sample' }).click()
    const waterfall = page.getByRole('table', { name: /^Requests of/ })
    for (const name of ['/', '/style.css', '/app.js', '/mark.svg']) {
      await expect(waterfall.getByRole('button', { name, exact: true })).toBeVisible()
    }
    const last = page.getByRole('list', { name: 'Filmstrip' }).getByRole('img').last()
    await expect(last).toBeVisible()
    expect(await last.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    await expect(page.getByRole('table', { name: 'Response headers of the page' })).toContainText('text/html')
    expect(await service.stop()).toBe(0)
  } finally {
    origin.stop()
    await service.stop()
  }
})
