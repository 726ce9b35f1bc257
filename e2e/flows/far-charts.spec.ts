import { expect, siteIn, test } from '../fixtures.ts'

test.use({ viewport: { width: 1280, height: 600 } })

const first = { name: /^Requests answered/ }
const last = { name: /^Share of requests/ }

test('a chart outside the window is drawn once one scrolls to it', async ({ page, mock, signIn }) => {
  // the browser is never idle, so that only a callback with a timeout runs
  await page.addInitScript(() => {
    window.requestIdleCallback = (run, { timeout } = {}) =>
      timeout === undefined ? 0 : window.setTimeout(run, timeout, { didTimeout: true, timeRemaining: () => 0 })
  })
  await signIn('account', `/sites/${(await siteIn(mock, 'active')).id}/traffic`)
  await expect(page.getByRole('img', first)).toBeVisible()
  const far = page.getByRole('region', { name: 'Served from cache' })
  await expect(far.getByRole('status')).toHaveText('Loading chart…')
  await far.scrollIntoViewIfNeeded()
  await expect(page.getByRole('img', last)).toBeVisible()
})

test('and without scrolling once the browser is idle', async ({ page, mock, signIn }) => {
  await signIn('account', `/sites/${(await siteIn(mock, 'active')).id}/traffic`)
  await expect(page.getByRole('img', last)).toBeAttached()
  expect(await page.evaluate(() => scrollY)).toBe(0)
})
