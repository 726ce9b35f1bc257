import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'

/** The live region of a list. It has to be the same element before and after: a new one isn't announced. */
async function regionOf(page: Page, text: RegExp) {
  const region = await page.getByRole('status').filter({ hasText: text }).elementHandle()
  return {
    says: (words: RegExp) => expect.poll(async () => region?.textContent()).toMatch(words),
    stays: async () => expect(await region?.evaluate((element) => element.isConnected)).toBe(true),
  }
}

const lists = [
  ['account', '/monitors', 'Search by name', 'shop', /^All monitors: \d+$/, /^\d+ monitors match “shop”$/],
  ['account', '/tests', 'Search by name', 'launch', /^All tests: \d+$/, /^\d+ tests? match(es)? “launch”$/],
  ['account', '/', 'Search hosts', 'fjord', /^All sites: \d+$/, /^\d+ sites? match(es)? “fjord”$/],
  [
    'partner',
    '/accounts',
    'Search name or email',
    'fjord',
    /^All accounts: \d+$/,
    /^\d+ accounts? match(es)? “fjord”$/,
  ],
  ['partner', '/', 'Search host, account or email', 'fjord', /^All sites: \d+$/, /^\d+ sites? match(es)? “fjord”$/],
] as const

for (const [role, path, field, term, all, found] of lists) {
  test(`what a search finds is said in ${path} of ${role}`, async ({ page, signIn }) => {
    await signIn(role, path)
    const region = await regionOf(page, all)
    const search = page.getByRole('searchbox', { name: field })
    await search.fill(term)
    await region.says(found)
    await search.fill('nothing like it')
    await region.says(/^No (monitors|tests|sites|accounts) match “nothing like it”/)
    await expect(page.getByText('match “nothing like it”')).toBeVisible()
    await search.fill('')
    await region.says(all)
    await region.stays()
  })
}

test('what filters leave is said', async ({ page, signIn }) => {
  await signIn('account', '/incidents')
  const region = await regionOf(page, /^All incidents: \d+$/)
  await page.getByRole('radio', { name: 'Ended' }).click({ force: true })
  await region.says(/^\d+ incidents? match(es)? these filters$/)
  await region.stays()
})
