import { expect, heading, test } from '../fixtures.ts'
import { monitorId, newestSamples } from '../samples.ts'

test('a monitor is edited in place: its samples stay, and so do secrets that aren’t entered', async ({
  page,
  mock,
  signIn,
}) => {
  await signIn('account', null)
  const reply = await page.request.post(`${mock.url}/api/monitors`, {
    headers: { 'SERVICE-API-KEY': mock.account.key },
    data: {
      name: 'Edited',
      type: 'HTTP',
      template_type: 'single',
      constants: {
        url: 'https://www.fjordbikes.example/a',
        auth: 'me',
        password: 'p',
        http_headers: [{ name: 'X-Token', value: 'secret' }],
      },
    },
  })
  expect(reply.status()).toBe(200)
  const id = await monitorId(mock, 'Edited')
  await expect.poll(() => newestSamples(mock, 'Edited', 1)).toHaveLength(1)
  const [sample] = await newestSamples(mock, 'Edited', 1)

  await page.goto(`/monitors/${id}`)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await expect(heading(page, 'Edit Edited')).toBeFocused()
  await expect(page.getByText('The type can’t be changed.')).toBeVisible()
  const save = page.getByRole('button', { name: 'Save changes' })
  await expect(save).toHaveAccessibleDescription('Nothing has changed.')
  await page.getByRole('textbox', { name: 'Interval, minutes' }).fill('5')
  await save.click()
  await expect(page.getByText('This must be at least 6 minutes.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Interval, minutes' }).fill('12')
  await page.getByRole('checkbox', { name: 'Tokyo' }).check({ force: true })

  // another origin must not get the secrets
  const address = page.getByRole('textbox', { name: 'Address' })
  await address.fill('https://elsewhere.example/a')
  await save.click()
  await expect(page.getByText('Has to be sent again, because the address is on another origin.')).toHaveCount(2)
  await address.fill('https://www.fjordbikes.example/b')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Edited again')
  await save.click()
  await expect(heading(page, 'Edited again')).toBeVisible()
  await expect(page.getByText('https://www.fjordbikes.example/b')).toBeVisible()
  await expect(page.getByText('every 12 min').first()).toBeVisible()

  const row = await mock.service.services.database.db
    .selectFrom('monitors')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const { vault } = mock.service.services
  expect([vault.open(row.secret_sealed ?? ''), vault.open(row.headers_sealed ?? '')]).toEqual(['p', '["secret"]'])
  expect(JSON.parse(row.spec)).toMatchObject({ template_type: 'single', timing: { interval: 12 } })
  expect(await newestSamples(mock, 'Edited again', 10)).toContain(sample)
})

test('a running monitor is measured on demand', async ({ page, mock, signIn }) => {
  await signIn('account', `/monitors/${await monitorId(mock, 'Old shop')}`)
  await expect(page.getByRole('button', { name: 'Run now' })).toHaveAccessibleDescription('Paused. Start it to run it.')
  // the latest samples were taken at the world's present
  await mock.clock.advance(60_000)
  await page.clock.setFixedTime(mock.clock.now() + 60_000)
  await page.goto(`/monitors/${await monitorId(mock, 'Home, three locations')}`)
  const before = await newestSamples(mock, 'Home, three locations', 1)
  const availability = page.getByText(/of [\d,]+ rounds OK/)
  const counted = (await availability.textContent()) ?? ''
  await page.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByText('Home, three locations is being measured')).toBeVisible()
  await expect.poll(() => newestSamples(mock, 'Home, three locations', 1)).not.toEqual(before)
  const [newest = ''] = await newestSamples(mock, 'Home, three locations', 1)
  await expect(page.locator(`a[href$="/samples/${newest}"]`).first()).toBeVisible()
  // what is computed from the samples follows at once
  await expect(availability).not.toHaveText(counted, { timeout: 20_000 })
})
