import { expect, heading, onEveryService, openAccount, row, test } from '../fixtures.ts'

test('a partner finds an account and opens its site with its chart', async ({ page, signIn }) => {
  await signIn('partner')
  await openAccount(page, 'Fjord Bikes')
  await page.getByRole('link', { name: 'www.fjordbikes.example', exact: true }).click()
  await expect(heading(page, /www\.fjordbikes\.example/)).toBeVisible()
  await expect(page.getByText('Visitors get cached, compressed pages.')).toBeVisible()
  await expect(page.getByRole('img', { name: /home page|largest contentful paint/i }).first()).toBeVisible()
  await expect(row(page, 'Frankfurt').first()).toContainText(/ms|s/)
})

test('search, sorting and page are kept in the address', async ({ page, signIn }) => {
  await signIn('partner')
  await page.getByRole('searchbox', { name: /search/i }).fill('studio')
  await expect(page.getByRole('link', { name: 'Giulia Studio' })).toBeVisible()
  await expect(page).toHaveURL(/search_term=studio/)
  await page.getByRole('searchbox', { name: /search/i }).fill('')
  await expect(page).not.toHaveURL(/search_term/)
  await page
    .getByRole('columnheader', { name: /Email/ })
    .getByRole('button')
    .or(page.getByRole('columnheader', { name: /Email/ }).getByRole('link'))
    .click()
  await expect(page).toHaveURL(/sort_by=email/)
  await page
    .getByRole('button', { name: 'Next' })
    .or(page.getByRole('link', { name: 'Next' }))
    .click()
  await expect(page).toHaveURL(/page=2/)
  // until the page has come, the rows of the one before are shown
  await expect(page.getByRole('table', { name: 'Accounts' })).toHaveAttribute('aria-busy', 'false')
  const first = await page.getByRole('row').nth(1).innerText()
  await page.reload()
  await expect(page.getByRole('row').nth(1)).toHaveText(first.replaceAll(/\s+/g, ' ').trim(), { useInnerText: true })
})

test('long names wrap instead of widening the table', async ({ page, mock, signIn }) => {
  const long = { name: 'n'.repeat(110), email: `${'e'.repeat(60)}@${'d'.repeat(60)}.example` }
  const { db } = mock.service.services.database
  const found = { name_lower: long.name, email_lower: long.email }
  await db
    .updateTable('accounts')
    .set({ ...long, ...found })
    .where('id', '=', mock.account.id)
    .execute()
  await page.setViewportSize({ width: 1280, height: 720 })
  await signIn('partner', '/accounts?search_term=nnn')
  await expect(page.getByRole('link', { name: long.name })).toBeVisible()
  const table = page.getByRole('table', { name: 'Accounts' })
  expect(await table.evaluate((it) => it.scrollWidth - (it.parentElement?.clientWidth ?? 0))).toBeLessThanOrEqual(0)
  await expect(table.getByRole('button', { name: /^Copy/ })).toBeInViewport({ ratio: 1 })
})

test('creating an account shows its key, sends the email and measures its site', async ({ page, mock, signIn }) => {
  await signIn('partner')
  await page.getByRole('link', { name: 'Create account' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill('nina@polar.example')
  await page.getByRole('textbox', { name: 'Company' }).fill('Polar Tents')
  await page.getByRole('textbox', { name: 'Site', exact: true }).fill('https://www.polar.example/welcome')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(heading(page, /Polar Tents|created/i)).toBeVisible()
  await expect(page.getByText('www.polar.example', { exact: true }).first()).toBeVisible()
  const account = await mock.service.services.database.db
    .selectFrom('accounts')
    .selectAll()
    .where('email', '=', 'nina@polar.example')
    .executeTakeFirstOrThrow()
  const key = mock.service.services.vault.open(account.key_sealed)
  await page.getByRole('button', { name: /show/i }).first().click()
  await expect(page.getByText(key)).toBeVisible()
  expect(mock.world.mail.letters.map(({ to }) => to)).toEqual(['nina@polar.example'])

  await page.goto(`/accounts/${account.id}`)
  await page.getByRole('link', { name: 'www.polar.example', exact: true }).click()
  await expect(row(page, 'Frankfurt')).toHaveCount(1)
})

test('a request that came too soon counts down to the next try', async ({ page, mock, signIn }) => {
  await signIn('partner', '/accounts/new')
  await page.getByRole('textbox', { name: 'Email' }).fill('new@example.org')
  await page.getByRole('textbox', { name: 'Site', exact: true }).fill('fail-429.test')
  await page.getByRole('button', { name: 'Create account' }).click()
  const alert = page.getByRole('alert')
  // said once for everyone: what counts isn't read out
  await expect(alert).toMatchAriaSnapshot(`- paragraph: Too many requests. Try again in 3 seconds.`)
  const after = (ms: number) => page.clock.setFixedTime(mock.clock.now() + ms)
  await after(2000)
  await expect(alert.getByText('Try again in 1 second.', { exact: true })).toBeVisible()
  await after(3000)
  await expect(alert).toMatchAriaSnapshot(`- paragraph: Too many requests. You can try again now.`)
})

onEveryService(() => {
  test('each restriction on resellers is reported at its field', async ({ page, mock, signIn, documentedOnly }) => {
    mock.world.dns.set('www.arecord.example', { kind: 'address', address: '192.0.2.10' })
    mock.world.dns.set('www.silent.example', { kind: 'silent' })
    await signIn('reseller', '/accounts/new')
    await expect(page.getByRole('complementary', { name: 'Requirements' })).toContainText('You must choose a plan.')
    const site = page.getByRole('textbox', { name: 'Site', exact: true })
    const create = page.getByRole('button', { name: 'Create account' })
    await page.getByRole('textbox', { name: 'Email' }).fill('new@example.org')
    const later = page.getByRole('checkbox', { name: 'Don’t send the welcome email yet' })
    const certificate = page.getByRole('checkbox', { name: 'Check the site’s certificate first' })
    await site.fill('www.polar.example')
    if (documentedOnly) {
      await expect(certificate).toBeVisible()
      await later.check()
      await create.click()
      await expect(page.getByText('This is required for resellers: free, paid or plus_paid.')).toBeVisible()
      await expect(page.getByText('This is only available to addon partners.')).toBeVisible()
      await later.uncheck()
    } else {
      // the service says what kind of partner it is
      await expect(later).toHaveCount(0)
      await expect(certificate).toHaveCount(0)
      await create.click()
      await expect(page.getByRole('combobox', { name: 'Plan' })).toHaveAccessibleDescription(/Choose a plan\./)
    }
    await page.getByRole('combobox', { name: 'Plan' }).selectOption('paid')
    for (const [host, words] of [
      ['https://www.polar.example', 'This must not be an https address'],
      ['polar.example', 'This must not be a root domain'],
      ['www.arecord.example', 'its DNS has an A record'],
    ] as const) {
      await site.fill(host)
      await create.click()
      await expect(page.getByText(words)).toBeVisible()
      await expect(site).toHaveValue(host)
      await expect(site).toBeFocused()
      // its border is red already
      await expect(site).toHaveCSS('outline-style', 'solid')
    }
    await site.fill('www.silent.example')
    await create.click()
    await expect(page.getByRole('alert').filter({ hasText: 'wasn’t created' })).toContainText(
      'can’t be read at the moment',
    )
    await site.fill('www.polar.example')
    await create.click()
    await expect(heading(page, 'Account created')).toBeVisible()
    await expect(page.getByText('edge.localhost').first()).toBeVisible()
  })
})

test('a site that can’t be loaded says so and can be retried', async ({ page, mock, signIn }) => {
  await signIn('partner')
  await openAccount(page, 'Faulty Hosts')
  await page.getByRole('link', { name: 'fail-503.test', exact: true }).click()
  await expect(page.getByText(/cannot answer now/i)).toBeVisible({ timeout: 20_000 })
  await expect(page.getByText('scripted-fault').first()).toBeVisible()
  const db = mock.service.services.database.db
  await db.updateTable('sites').set({ host: 'www.working.example' }).where('host', '=', 'fail-503.test').execute()
  await page
    .getByRole('button', { name: /retry|try again/i })
    .first()
    .click()
  await expect(heading(page, /www\.working\.example/)).toBeVisible()
})

test('another partner’s account isn’t found', async ({ page, mock, signIn }) => {
  await signIn('partner', null)
  const other = await mock.service.services.database.db
    .selectFrom('accounts')
    .select('id')
    .where('partner_id', '=', mock.reseller.id)
    .executeTakeFirstOrThrow()
  await page.goto(`/accounts/${other.id}`)
  await expect(page.getByRole('alert')).toContainText('This account wasn’t found.')
})
