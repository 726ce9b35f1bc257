import { expect } from '@playwright/test'
import { fillSignIn } from '../fixtures.ts'
import { startOrigin, startService, test } from '../live.ts'

test('the real service measures a real site, and the dashboard shows its sample', async ({ page, request }) => {
  test.setTimeout(300_000)
  const [service, origin] = await Promise.all([startService(), startOrigin()])
  try {
    await page.goto(service.url)
    await fillSignIn(page, service.partner.id, service.partner.key)
    await page.getByRole('link', { name: 'Create account' }).first().click()
    await page.getByRole('textbox', { name: 'Email' }).fill('live@example.org')
    await page.getByRole('textbox', { name: 'Site', exact: true }).fill(`http://${origin.host}/`)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/created/i)

    const headers = { 'SERVICE-API-KEY': service.partner.key }
    const api = `${service.url}/api/partners/${service.partner.id}/accounts`
    const { accounts } = await (await request.get(api, { headers })).json()
    const account = `${api}/${accounts[0].id}`

    // an HTTP check of the same page
    const monitor = await request.post(`${account}/monitors`, {
      headers,
      data: { name: 'plain', type: 'http', constants: { url: `http://${origin.host}/` } },
    })
    expect(monitor.status()).toBe(200)
    const { id } = await monitor.json()
    const samples = async (profile: string) => {
      const reply = await request.get(`${account}/samples?profile_and_locations[0][profile_id]=${profile}`, { headers })
      return (await reply.json()).rows
    }
    await expect.poll(async () => (await samples(id)).length).toBe(1)
    const [plain] = await samples(id)
    expect(plain).toMatchObject({ sample_type: 0, metrics: { status_code: 200, tls: null, service_score: null } })
    expect(plain.metrics.first_byte).toBeGreaterThan(0)

    // the page check of the key page, shown in the dashboard
    await page.goto(`${service.url}/accounts/${accounts[0].id}`)
    await page.getByRole('link', { name: origin.host, exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: origin.host })).toBeVisible()
    const sampleRows = page.getByRole('row').filter({ hasText: /\d\d:\d\d.*local/ })
    await expect(async () => {
      await page.reload()
      await expect(sampleRows).toHaveCount(1, { timeout: 10_000 })
    }).toPass({ timeout: 180_000 })
    await expect(sampleRows).toContainText(/\d\s*m?s\b/)
    expect(await service.stop()).toBe(0)
  } finally {
    origin.stop()
    await service.stop()
  }
})
