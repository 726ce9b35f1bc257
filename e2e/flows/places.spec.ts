import { expect, heading } from '../fixtures.ts'
import { test } from '../read-only.ts'
import type { Page } from '@playwright/test'

const sites = (page: Page) => page.getByRole('table', { name: 'Sites', exact: true })

test('an address entered anew and the next page of a list open at their beginning, a reloaded page and the way back where they were', async ({
  page,
  signIn,
}) => {
  const scrolled = () => page.evaluate(() => window.scrollY)
  await signIn('partner', '/')
  await expect(sites(page).getByRole('row')).toHaveCount(26)
  await page.evaluate(() => window.scrollTo(0, 500))
  await page.reload()
  await expect.poll(scrolled).toBe(500)

  await sites(page).getByRole('link').nth(20).click()
  await expect(sites(page)).toBeHidden()
  await page.goBack()
  await expect.poll(scrolled).toBe(500)

  await page.goto('/accounts')
  await expect(heading(page, 'Accounts')).toBeVisible()
  await page.goto('/')
  await expect(sites(page).getByRole('row')).toHaveCount(26)
  expect(await scrolled()).toBe(0)
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('26–50 of')).toBeVisible()
  await expect(sites(page).getByRole('row').nth(1)).toBeInViewport({ ratio: 0.9 })
})

test('a link shows the next page’s heading first, and the way back shows all of a page at once', async ({
  page,
  signIn,
}) => {
  /** Whether the list is there when its heading is. */
  const isWhole = (go: () => Promise<unknown>) =>
    Promise.all([
      page.evaluate(
        () =>
          new Promise<boolean>((resolve) => {
            const observer = new MutationObserver(() => {
              if (document.querySelector('h1')?.textContent !== 'Monitors') return
              observer.disconnect()
              resolve(document.querySelector('main table') !== null)
            })
            observer.observe(document.body, { subtree: true, childList: true })
          }),
      ),
      go(),
    ]).then(([whole]) => whole)
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await signIn('account', '/sites')
  expect(await isWhole(() => links.filter({ hasText: 'Monitors' }).click())).toBe(false)
  await expect(page.getByRole('table')).toBeVisible()
  await links.filter({ hasText: 'Tests' }).click()
  await expect(heading(page, 'Tests')).toBeVisible()
  expect(await isWhole(() => page.goBack())).toBe(true)
})

test('the way back focuses the link that was followed, also one that is drawn after its page', async ({
  page,
  signIn,
}) => {
  const host = 'www.fjordbikes.example'
  await signIn('account', '/sites')
  const link = page.getByRole('table').getByRole('link', { name: host, exact: true })
  await link.click()
  await expect(heading(page, host)).toBeFocused()
  const sample = page.getByRole('table', { name: 'Latest samples' }).getByRole('link').nth(2)
  await sample.click()
  await expect(page.getByRole('region', { name: 'Filmstrip and waterfall' })).toBeVisible()
  await page.goBack()
  await expect(heading(page, host)).toBeVisible()
  await expect(sample).toBeFocused()
  await page.goBack()
  await expect(link).toBeFocused()

  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Monitors' }).click()
  await expect(heading(page, 'Monitors')).toBeFocused()
  await page.goBack()
  // the menu isn't part of the page
  await expect(heading(page, 'Sites')).toBeFocused()
})
