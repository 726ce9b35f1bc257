import { type APIRequestContext, expect, test } from '@playwright/test'
import { fillSignIn } from '../fixtures.ts'
import { type LiveService, startOrigin, startService } from '../live.ts'

/** Calls the API as the partner. */
function api(request: APIRequestContext, service: LiveService) {
  const headers = { 'SERVICE-API-KEY': service.partner.key }
  const base = `${service.url}/api/partners/${service.partner.id}/accounts`
  return {
    post: async (path: string, data: object) => {
      const reply = await request.post(`${base}${path}`, { headers, data })
      expect(reply.status(), await reply.text()).toBe(201)
      return reply.json()
    },
    samples: async (account: string, profile: string): Promise<number> => {
      const query = `profile_and_locations[0][profile_id]=${profile}`
      const reply = await request.get(`${base}/${account}/samples?${query}`, { headers })
      return (await reply.json()).total_entries
    },
  }
}

test('what a real monitor and a real test measured is read in the explorer, down to the waterfall and the screenshots', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000)
  const [service, origin] = await Promise.all([startService(), startOrigin()])
  try {
    const url = `http://${origin.host}/`
    const { post, samples } = api(request, service)
    const { user_id: account } = await post('', { email: 'samples@example.org', site: url })
    const monitor = await post(`/${account}/monitors`, { name: 'plain', type: 'HTTP', constants: { url } })
    const once = await post(`/${account}/tests`, {
      name: 'once',
      type: 'WEBPAGE',
      constants: { url, screenshots: true },
      timing: { policy: 'COUNT', run_times: 1 },
    })
    await expect.poll(() => samples(account, monitor.id), { timeout: 30_000 }).toBe(1)
    await expect.poll(() => samples(account, once.id), { timeout: 90_000 }).toBe(1)

    await page.goto(service.url)
    await fillSignIn(page, 'Partner', service.partner.id, service.partner.key)
    await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible()
    await page.goto(
      `${service.url}/accounts/${account}/samples?range=24h&metric=first_byte&profile=${monitor.id}&profile=${once.id}`,
    )
    const list = page.getByRole('table', { name: 'Samples', exact: true })
    await expect(list.getByRole('row')).toHaveCount(3)
    await expect(page.getByRole('radio', { name: 'all 2' })).toBeVisible()
    await expect(list.getByRole('row').filter({ hasText: 'plain' })).toContainText(/\d+(\.\d+)?\sms/)

    await list.getByRole('row').filter({ hasText: 'once' }).getByRole('button').click()
    await page.getByRole('dialog').getByRole('link', { name: 'Open the whole sample' }).click()
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
