import { expect, expectAccessible, shortenTimeouts, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'

const host = 'www.fjordbikes.example'

async function siteId({ service }: Mock): Promise<string> {
  const { id } = await service.services.database.db
    .selectFrom('sites')
    .select('id')
    .where('host', '=', host)
    .executeTakeFirstOrThrow()
  return id
}

/** The paths of each order sent to the edge, or null for a flush. */
async function orders({ service }: Mock) {
  const rows = await service.services.database.db.selectFrom('cache_orders').selectAll().orderBy('id').execute()
  return rows.map(({ items, profile_id }) => ({ items: items && JSON.parse(items), profile: profile_id }))
}

for (const documentedOnly of [false, true]) {
  test.describe(documentedOnly ? 'with documented operations only' : 'with all operations', () => {
    test.use({ documentedOnly })

    test('a flush is explained before it’s confirmed', async ({ page, mock, signIn }) => {
      await signIn('account', `/sites/${await siteId(mock)}/cache`)
      await page.getByRole('button', { name: 'Flush cache…' }).click()
      const dialog = page.getByRole('dialog', { name: `Flush the cache of ${host}?` })
      await expect(dialog).toContainText(/from your server until the cache fills again/)
      await expect(page).toHaveURL(/dialog=flush/)
      await dialog.getByRole('button', { name: 'Cancel' }).click()
      expect(await orders(mock)).toEqual([])
      await page.getByRole('button', { name: 'Flush cache…' }).click()
      await dialog.getByRole('button', { name: 'Flush cache' }).click()
      await expect(page.getByText('Cache flushed')).toBeVisible()
      await expect(dialog).toHaveCount(0)
      expect(await orders(mock)).toEqual([{ items: null, profile: expect.any(String) }])
      await expect(page.getByRole('listitem').filter({ hasText: 'Flush again' })).toBeVisible()
    })

    test('38 paths are purged in three requests, and invalid ones stay', async ({ page, mock, signIn }) => {
      await signIn('account', `/sites/${await siteId(mock)}/cache`)
      await page.getByRole('button', { name: 'Paste paths or CSV…' }).click()
      const lines = [
        'domain,path,type',
        ...Array.from({ length: 36 }, (_, i) => `${host},/page/${i},`),
        `${host},/assets/app.css,`,
        ',/assets/app.js,',
        ',bikes/mountain,',
        'other.example,/,',
        `${host},/page/1,`,
        `${host},/page/1,banana`,
      ]
      const dialog = page.getByRole('dialog', { name: 'Paste paths or CSV' })
      await dialog.getByRole('textbox', { name: 'Paths' }).fill(lines.join('\n'))
      await expect(dialog.getByRole('status')).toHaveText('38 paths ready, 3 need fixing, 1 duplicate skipped.')
      await expectAccessible(page)
      await dialog.getByRole('button', { name: 'Add 41 paths' }).click()
      await expect(page.getByText('38 paths in 3 requests')).toBeVisible()
      const table = page.getByRole('table', { name: 'Paths to purge' })
      await expect(table.getByText('Not this site’s host.')).toBeVisible()
      await expect(table.getByText('This must be a path that begins with /.')).toBeVisible()
      await expect(table.getByText('Unknown type “banana”. Use page, css or js.')).toBeVisible()
      await page.getByRole('button', { name: 'Remove row 41' }).click()
      await page.getByRole('button', { name: 'Purge 38' }).click()
      await expect(page.getByText('38 paths accepted.')).toBeVisible()
      const made = await orders(mock)
      expect(made.map(({ items }) => items.length)).toEqual([15, 15, 8])
      expect(made[2]?.items.at(-2)).toMatchObject({ condition: '/assets/app.css', content_type: 'css' })
      expect(made[2]?.items.at(-1)).toMatchObject({ condition: '/assets/app.js', content_type: 'js' })

      await page.getByRole('button', { name: 'Clear accepted' }).click()
      await expect(page.getByRole('textbox', { name: /^Path/ })).toHaveCount(2)
      await page.getByRole('button', { name: 'Clear all' }).click()
      await page.reload()
      // on a phone, the form is far above
      await page.setViewportSize({ width: 390, height: 844 })
      await page.getByRole('button', { name: /Purge again….*38 paths/ }).click()
      await expect(page.getByText('38 paths in 3 requests')).toBeVisible()
      await expect(page.getByRole('button', { name: 'Purge 38' })).toBeFocused()
      await expect(page.getByRole('button', { name: 'Purge 38' })).toBeInViewport()
    })
  })
}

test('purges typed rows in one profile with the keyboard alone', async ({ page, mock, signIn }) => {
  await signIn('account', `/sites/${await siteId(mock)}/cache`)
  await page.getByRole('textbox', { name: 'Path, row 1' }).focus()
  await page.keyboard.type('styles/a.css')
  await expect(page.getByText('This must be a path that begins with /.')).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Type, row 1' })).toHaveValue('css')
  await page.keyboard.press('Home')
  await page.keyboard.type('/')
  await expect(page.getByText('This must be a path that begins with /.')).toHaveCount(0)
  await page.getByRole('button', { name: 'Add row' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('textbox', { name: 'Path, row 2' })).toBeFocused()
  await page.keyboard.type('/b')
  await page.getByRole('combobox', { name: 'Profile' }).selectOption({ label: 'Campaign' })
  await page.getByRole('textbox', { name: 'Path, row 2' }).press('Enter')
  await expect(page.getByText('2 paths accepted.')).toBeVisible()
  const [order] = await orders(mock)
  const { id } = await mock.service.services.database.db
    .selectFrom('profiles')
    .select('id')
    .where('name', '=', 'Campaign')
    .executeTakeFirstOrThrow()
  expect(order).toMatchObject({
    profile: id,
    items: [{ condition: '/styles/a.css', content_type: 'css' }, { condition: '/b' }],
  })
})

test('shows pasted lines that need fixing first', async ({ page, mock, signIn }) => {
  await signIn('account', `/sites/${await siteId(mock)}/cache?dialog=paste`)
  const lines = Array.from({ length: 20 }, (_, i) => (i > 17 ? `elsewhere.example,/page/${i}` : `/page/${i}`))
  await page.getByRole('textbox', { name: 'Paths' }).fill(lines.join('\n'))
  await expect(page.getByText('18 paths ready, 2 need fixing.')).toBeVisible()
  const preview = page.getByRole('table', { name: 'Preview' }).getByRole('row')
  await expect(preview.nth(1)).toContainText('/page/18')
  await expect(preview.nth(1)).toContainText('Not this site’s host.')
  await expect(preview.nth(2)).toContainText('/page/19')
  await expect(preview.nth(3)).toContainText('/page/0')
})

test('shows the domain of a row in full', async ({ page, mock, signIn }) => {
  await signIn('account', `/sites/${await siteId(mock)}/cache?dialog=paste`)
  await page.getByRole('textbox', { name: 'Paths' }).fill(`https://${host}/a.css`)
  await page.getByRole('button', { name: 'Add 1 path' }).click()
  const domain = page.getByRole('textbox', { name: 'Host, row 1' })
  await expect(domain).toHaveValue(host)
  expect(await domain.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
})

test('reads a file like pasted lines', async ({ page, mock, signIn }) => {
  await signIn('account', `/sites/${await siteId(mock)}/cache?dialog=paste`)
  await page.getByLabel('Or choose a file').setInputFiles({
    name: 'purge.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFFurl;type\nhttps://${host}/x;js\n`),
  })
  await page.getByRole('button', { name: 'Add 1 path' }).click()
  await expect(page.getByRole('textbox', { name: 'Host, row 1' })).toHaveValue(host)
  await expect(page.getByRole('combobox', { name: 'Type, row 1' })).toHaveValue('js')
})

test('stops after the current request', async ({ page, mock, signIn }) => {
  await signIn('account', `/sites/${await siteId(mock)}/cache?dialog=paste`)
  const lines = Array.from({ length: 31 }, (_, i) => (i === 0 ? '/slow.test' : `/page/${i}`))
  await page.getByRole('textbox', { name: 'Paths' }).fill(lines.join('\n'))
  await page.getByRole('button', { name: 'Add 31 paths' }).click()
  await page.getByRole('button', { name: 'Purge 31' }).click()
  await expect(page.getByText(/^Request 1 of 3/)).toBeVisible()
  await page.getByRole('button', { name: 'Stop after this request' }).click()
  await expect(page.getByText('Stopped after request 1 of 3. 15 paths accepted.')).toBeVisible()
  expect(await orders(mock)).toHaveLength(1)
  await page.getByRole('button', { name: 'Purge 16' }).click()
  await expect(page.getByText('31 paths accepted.')).toBeVisible()
})

test('a refused path shows why in its row and can be retried', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const id = await siteId(mock)
  await page.goto(`/sites/${id}/cache`)
  await page.getByRole('textbox', { name: 'Host, row 1' }).fill(host)
  await page.getByRole('textbox', { name: 'Path, row 1' }).fill('/a')
  await page.getByRole('button', { name: 'Add row' }).click()
  await page.getByRole('textbox', { name: 'Path, row 2' }).fill('/b')
  // the host is changed elsewhere in the meantime
  const db = mock.service.services.database.db
  await db.updateTable('sites').set({ host: 'new.fjordbikes.example' }).where('id', '=', id).execute()
  await page.getByRole('button', { name: 'Purge 2' }).click()
  await expect(
    page
      .getByRole('row')
      .filter({ hasText: 'This must be the site’s' })
      .or(page.getByRole('row').filter({ hasText: "This must be the site's" })),
  ).toHaveCount(1)
  await expect(page.getByText('Not purged because another row in the same request was refused.')).toBeVisible()
  expect(await orders(mock)).toEqual([])
  await page.getByRole('button', { name: 'Remove row 1' }).click()
  await page.getByRole('button', { name: 'Retry 1' }).click()
  await expect(page.getByText('1 path accepted.')).toBeVisible()
})

for (const [fault, words] of [
  ['fail-503', /cannot answer now\. It may have been accepted anyway/],
  ['fail-429', /Too many requests/],
  ['malformed', /match this API/],
] as const) {
  test(`a purge that fails with ${fault} stops, says why and keeps its rows`, async ({ page, mock, signIn }) => {
    await signIn('account', `/sites/${await siteId(mock)}/cache?dialog=paste`)
    const lines = Array.from({ length: 31 }, (_, i) => (i === 20 ? `/${fault}.test` : `/page/${i}`))
    await page.getByRole('textbox', { name: 'Paths' }).fill(lines.join('\n'))
    await page.getByRole('button', { name: 'Add 31 paths' }).click()
    await page.getByRole('button', { name: 'Purge 31' }).click()
    await expect(page.getByText('Stopped after request 2 of 3. 15 paths accepted, 15 not purged.')).toBeVisible()
    await expect(page.getByRole('row').filter({ hasText: words })).toHaveCount(15)
    await page.getByRole('textbox', { name: 'Path, row 21' }).fill('/page/20')
    await page.getByRole('button', { name: 'Retry 16' }).click()
    await expect(page.getByText('31 paths accepted.')).toBeVisible()
  })
}

test('a failed flush says why in its dialog and can be retried', async ({ page, mock, signIn }) => {
  const id = await siteId(mock)
  const setHost = (name: string) =>
    mock.service.services.database.db.updateTable('sites').set({ host: name }).where('id', '=', id).execute()
  await shortenTimeouts(page)
  await signIn('account', `/sites/${id}/cache?dialog=flush`)
  const dialog = page.getByRole('dialog')
  await expect(dialog).toBeVisible()
  for (const [fault, words] of [
    ['fail-503', /cannot answer now/],
    ['fail-429', /Try again in 3 seconds/],
    ['malformed', /match this API/],
    ['never', /didn’t answer.*may have gone through/],
  ] as const) {
    await setHost(`${fault}.at-flush_cache.test`)
    await dialog.getByRole('button', { name: 'Flush cache' }).click()
    await expect(dialog.getByRole('alert')).toContainText(words)
  }
  expect(await orders(mock)).toEqual([])
  await setHost(host)
  await dialog.getByRole('button', { name: 'Flush cache' }).click()
  await expect(page.getByText('Cache flushed')).toBeVisible()
})

test('a purge without a reply times out and keeps its row', async ({ page, mock, signIn }) => {
  await shortenTimeouts(page)
  await signIn('account', `/sites/${await siteId(mock)}/cache`)
  await page.getByRole('textbox', { name: 'Path, row 1' }).fill('/never.test')
  await page.getByRole('button', { name: 'Purge 1' }).click()
  await expect(page.getByText(/didn’t answer within 30 seconds\. It may have been accepted/)).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Path, row 1' })).toHaveValue('/never.test')
  await expect(page.getByRole('button', { name: 'Retry 1' })).toBeEnabled()
})

test('a site with a placeholder host has no cache to purge or flush', async ({ page, mock, signIn }) => {
  await signIn('account', null)
  const id = await siteId(mock)
  await mock.service.services.database.db.updateTable('sites').set({ deferred: 1 }).where('id', '=', id).execute()
  await page.goto(`/sites/${id}/cache`)
  await page.getByRole('textbox', { name: 'Path, row 1' }).fill('/a')
  await page.getByRole('button', { name: 'Purge 1' }).click()
  await expect(page.getByRole('row').filter({ hasText: /host is a placeholder, so it has no cache/ })).toHaveCount(1)
  await page.getByRole('button', { name: 'Flush cache…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Flush cache' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText(/host is a placeholder/)
})

test('purge and flush report a site that was deleted in the meantime, and nothing typed is lost', async ({
  page,
  mock,
  signIn,
}) => {
  const id = await siteId(mock)
  await signIn('account', `/sites/${id}/cache`)
  await page.getByRole('textbox', { name: 'Path, row 1' }).fill('/a')
  await mock.service.services.database.db.deleteFrom('sites').where('id', '=', id).execute()
  await page.getByRole('button', { name: 'Purge 1' }).click()
  await expect(page.getByText(/this site doesn.t exist/i).first()).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Path, row 1' })).toHaveValue('/a')
  await page.getByRole('button', { name: 'Flush cache…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Flush cache' }).click()
  await expect(dialog.getByRole('alert')).toContainText(/this site doesn.t exist/i)
})

test('a partner’s page says that only the account holder can flush or purge the cache', async ({
  page,
  mock,
  signIn,
}) => {
  await signIn('partner', `/accounts/${mock.account.id}/sites/${await siteId(mock)}/cache`)
  await expect(page.getByText('Only the account holder can flush or purge the cache.')).toBeVisible()
  await page.getByRole('button', { name: 'Open as account holder' }).click()
  // the same page, there and back
  await expect(page.getByRole('complementary', { name: 'Opened as account holder' })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`^[^/]+//[^/]+/sites/${await siteId(mock)}/cache$`))
  await expect(page.getByRole('button', { name: 'Flush cache…' })).toBeVisible()
  await page.getByRole('button', { name: 'Return to partner view' }).click()
  await expect(page.getByText('Only the account holder can flush or purge the cache.')).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/accounts/${mock.account.id}/sites/${await siteId(mock)}/cache$`))
})
