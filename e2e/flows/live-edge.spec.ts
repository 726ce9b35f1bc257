import { expect, type Page } from '@playwright/test'
import { DnsServer } from '../../src/service/test/dns-server.ts'
import { fillSignIn, heading } from '../fixtures.ts'
import { startService, test } from '../live.ts'
import { startOrigin } from '../mock/origin.ts'
import { Visitor } from '../visitor.ts'

/** Slow machines may take this long until what was changed here is seen there, ms. */
const patient = { timeout: 120_000 }

/** The sum of the requests that the table beside the chart shows. */
async function shownRequests(page: Page): Promise<number> {
  await page.reload()
  const table = page.getByRole('table', { name: /^Requests answered .* as a table/ })
  await expect(table).toBeVisible()
  const [, ...rows] = await table.getByRole('row').all()
  const cells = await Promise.all(rows.map((row) => row.getByRole('cell').first().textContent()))
  return cells.reduce((sum, text) => sum + Number(text?.replaceAll(/\D/g, '')), 0)
}

test('a site goes live once its CNAME is set: served, counted, purged and in maintenance', async ({
  page,
  context,
}) => {
  test.setTimeout(600_000)
  const [dns, origin] = await Promise.all([DnsServer.start(), startOrigin()])
  const hostname = 'www.shop.example'
  const host = `${hostname}:${origin.port}`
  dns.set(hostname, { a: ['127.0.0.1'] })
  const service = await startService({
    DNS_SERVERS: dns.address,
    DNS_INTERVAL: '1',
    // so that the browser opens preview addresses
    SERVICE_DOMAIN: 'edge.localhost',
  })
  const visitor = new Visitor(service.edge)
  const visit = (path: string) => visitor.visit(hostname, path)
  const cacheStatus = async (path: string) => (await visit(path)).headers['cache-status'] ?? 'none'
  try {
    await page.goto(service.url)
    await fillSignIn(page, service.partner.id, service.partner.key)
    await page.getByRole('link', { name: 'Create account' }).first().click()
    await page.getByRole('textbox', { name: 'Email' }).fill('shop@example.org')
    await page.getByRole('textbox', { name: 'Site', exact: true }).fill(`http://${host}/`)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(heading(page, 'Account created')).toBeVisible()
    const preview = (await page.getByRole('link', { name: /^http:\/\/p-/ }).getAttribute('href')) ?? ''
    const cname = (await page.getByText(/^s-[0-9a-f]+\.edge\.localhost$/).textContent()) ?? ''
    await page.getByRole('link', { name: host, exact: true }).click()
    await expect(heading(page, host)).toBeVisible()
    const siteUrl = page.url()
    const steps = page.getByRole('list', { name: 'Progress of the site' }).getByRole('listitem')

    await test.step('the first sample arrives by itself', async () => {
      await expect(steps.filter({ hasText: 'First sample' })).toContainText('done', patient)
    })

    await test.step('the preview address shows the site before DNS is changed', async () => {
      const tab = await context.newPage()
      await expect.poll(async () => (await tab.goto(preview))?.status(), patient).toBe(200)
      await expect(heading(tab, hostname)).toBeVisible()
      await tab.close()
      expect(await cacheStatus('/')).toBe('none')
    })

    await test.step('the site goes live by itself', async () => {
      await expect(page.getByText('Only the preview address is optimized').first()).toBeVisible()
      dns.set(hostname, { cname })
      await expect(page.getByRole('heading', { name: 'The site is live' })).toBeVisible(patient)
      await expect(steps.filter({ hasText: 'DNS points here, done' })).toHaveCount(1)
      await expect(async () => {
        await page.reload()
        await expect(page.getByText(/^Visitors get cached, compressed pages/).first()).toBeVisible({
          timeout: 10_000,
        })
      }).toPass(patient)
      await expect.poll(() => cacheStatus('/sale'), patient).toMatch(/; hit/)
    })

    await page.goto(siteUrl.replace(/\/sites\/.*/, ''))
    await page.getByRole('button', { name: 'Open as account holder' }).click()
    await expect(heading(page, 'Sites')).toBeVisible()
    await page.getByRole('link', { name: host, exact: true }).click()
    await expect(heading(page, host)).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'Site pages' })

    await test.step('a purged page comes from the server again, others from the cache', async () => {
      const before = await visit('/sale')
      expect(before.headers['cache-status']).toMatch(/; hit/)
      await visit('/page/1')
      await tabs.getByRole('link', { name: 'Cache' }).click()
      await page.getByRole('textbox', { name: 'Path 1' }).fill('/sale')
      await page.getByRole('button', { name: 'Purge 1 path' }).click()
      await expect(page.getByText(/^The path was purged in/)).toBeVisible(patient)
      await expect(page.getByText('A test visit cached the new version. Its content is new.')).toBeVisible()
      expect((await visit('/sale')).text).not.toBe(before.text)
      expect(await cacheStatus('/sale')).toMatch(/; hit/)
      expect(await cacheStatus('/page/1')).toMatch(/; hit/)
    })

    await test.step('maintenance and back', async () => {
      await tabs.getByRole('link', { name: 'Optimizer' }).click()
      await page.getByRole('button', { name: 'Start maintenance…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(`Type ${host} to confirm`).fill(host)
      await dialog.getByRole('button', { name: 'Start maintenance' }).click()
      await expect(dialog).toBeHidden()
      await expect.poll(async () => (await visit('/sale')).status, patient).toBe(503)
      const tab = await context.newPage()
      await tab.goto(`${preview}news`)
      await expect(heading(tab, 'Down for maintenance')).toBeVisible()
      await tab.close()
      await page.getByRole('main').getByRole('button', { name: 'Resume', exact: true }).click()
      await expect.poll(async () => (await visit('/sale')).status, patient).toBe(200)
    })

    await test.step('visitors’ requests appear in the chart', async () => {
      for (let i = 0; i < 20; i++) expect((await visit(`/page/${i % 4}`)).status).toBe(200)
      // the chart draws half an hour once it has ended
      await page.clock.setFixedTime(Date.now() + 30 * 60_000)
      await tabs.getByRole('link', { name: 'Traffic' }).click()
      await page.getByRole('button', { name: 'Table' }).first().click()
      await expect(page).toHaveURL(/table=requests/)
      await expect.poll(() => shownRequests(page), patient).toBeGreaterThanOrEqual(20)
    })
    expect(await service.stop()).toBe(0)
  } finally {
    visitor.leave()
    origin.stop()
    await Promise.all([dns.stop(), service.stop()])
  }
})
