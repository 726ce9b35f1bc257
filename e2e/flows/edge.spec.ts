import type { Page } from '@playwright/test'
import { expect, expectAccessible, heading, siteIn, test } from '../fixtures.ts'

/** How many requests the table beside the chart shows for its latest five minutes. */
async function latestRequests(page: Page): Promise<{ service: number; server: number }> {
  const row = page
    .getByRole('table', { name: /^Requests answered .* as a table/ })
    .getByRole('row')
    .nth(1)
  const numberIn = async (column: number) =>
    Number((await row.getByRole('cell').nth(column).textContent())?.replaceAll(/\D/g, ''))
  return { service: await numberIn(0), server: await numberIn(1) }
}

test('visitors are counted, see a maintenance page until the site resumes, and open a preview address', async ({
  page,
  context,
  mock,
  signIn,
}) => {
  const { id, host } = await siteIn(mock, 'active')
  const edge = await mock.edge()
  const visitor = await context.newPage()

  await test.step('their requests appear in the traffic chart', async () => {
    // five minutes begin for which no traffic is scripted, and the chart draws them once they have ended
    await mock.clock.advance(1000)
    await page.clock.setFixedTime(mock.clock.now() + 5 * 60_000)
    for (let i = 0; i < 4; i++) expect((await edge.visit(host, '/bikes')).status).toBe(200)

    // longer ranges take the hours of the week before, once these have loaded
    const minuteAfter = (ms: number) => `${new Date(mock.clock.now() + ms).toISOString().slice(0, 16)}Z`
    const range = `from=${minuteAfter(-6 * 3600_000)}&to=${minuteAfter(5 * 60_000)}`
    await signIn('account', `/sites/${id}/traffic?table=requests&${range}`)
    expect(await latestRequests(page)).toEqual({ service: 4, server: 1 })

    await visitor.goto(edge.urlOf(host, '/cart'))
    await expect(heading(visitor, `cart · ${host}`)).toBeVisible()
    await page.reload()
    // the page and what it loads
    await expect.poll(async () => (await latestRequests(page)).service).toBeGreaterThanOrEqual(7)
  })

  await test.step('they see a maintenance page until the site resumes', async () => {
    await visitor.goto(edge.urlOf(host))
    await expect(heading(visitor, host)).toBeVisible()

    await page.goto(`/sites/${id}/optimizer?confirm=maintenance`)
    const dialog = page.getByRole('dialog', { name: `Start maintenance for ${host}?` })
    await dialog.getByLabel(`Type ${host} to confirm`).fill(host)
    await dialog.getByRole('button', { name: 'Start maintenance' }).click()
    await expect(dialog).toBeHidden()
    expect((await visitor.reload())?.status()).toBe(503)
    await expect(heading(visitor, 'Down for maintenance')).toBeVisible()
    await expectAccessible(visitor)

    await page.getByRole('main').getByRole('button', { name: 'Resume', exact: true }).click()
    await expect(page.getByText(/^Resumed\./)).toBeVisible()
    expect((await visitor.reload())?.status()).toBe(200)
    await expect(heading(visitor, host)).toBeVisible()
  })

  await test.step('a preview address opens before the site is live', async () => {
    const site = await siteIn(mock, 'preview')
    await page.goto(`/sites/${site.id}`)
    const link = page.getByRole('link', { name: /\.edge\.localhost/ }).first()
    await expect(link).toHaveAttribute('href', new RegExp(`:${edge.port}/$`))
    const reply = await visitor.goto((await link.getAttribute('href')) ?? '')
    expect(reply?.headers()).toMatchObject({
      'cache-status': expect.stringMatching(/^site-performance/),
      'x-robots-tag': 'noindex',
    })
    await expect(heading(visitor, site.host)).toBeVisible()
  })
})
