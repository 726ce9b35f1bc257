import { expect, heading, test } from '../fixtures.ts'

test('a key for one site is created, used, rotated with an overlap and ended', async ({ page, mock, signIn }) => {
  const hostsBy = async (key: string): Promise<unknown> => {
    const reply = await fetch(`${mock.url}/api/sites`, { headers: { 'SERVICE-API-KEY': key } })
    if (!reply.ok) return reply.status
    const { sites } = (await reply.json()) as { sites: { host: string }[] }
    return sites.map(({ host }) => host)
  }
  const table = page.getByRole('table', { name: 'Keys' })
  const row = table.getByRole('row', { name: /^Continuous delivery/ })
  const shown = page.getByRole('region', { name: 'The key Continuous delivery' })
  const choose = async (what: string) => {
    await page.getByRole('button', { name: 'More about Continuous delivery' }).click()
    await page.getByRole('menuitem', { name: what }).click()
  }

  await signIn('account')
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await page.getByRole('link', { name: 'Create key', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Continuous delivery')
  await page.getByRole('radio', { name: /^Operator/ }).check()
  await page.getByText('preview.fjordbikes.example', { exact: true }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  const first = await shown.getByRole('region', { name: 'API key' }).innerText()
  expect(await hostsBy(first)).toEqual(['preview.fjordbikes.example'])
  await page.getByRole('button', { name: 'I’ve copied it' }).click()
  await expect(heading(page, 'Keys')).toBeVisible()
  await expect(row).toContainText('preview.fjordbikes.example')
  await expect(page.getByText(first)).toBeHidden()

  await choose('Rotate…')
  await page.getByLabel('Old key').selectOption('Works for another day')
  await page.getByRole('button', { name: 'Rotate', exact: true }).click()
  const second = await shown.getByRole('region', { name: 'API key' }).innerText()
  expect([await hostsBy(first), await hostsBy(second)]).toEqual([
    ['preview.fjordbikes.example'],
    ['preview.fjordbikes.example'],
  ])
  await page.reload()
  await expect(row).toContainText(/Old key works until .*Last used/)

  await choose('End…')
  await expect(page.getByRole('dialog')).toContainText('Scripts and applications that use it are refused at once')
  await page.getByRole('button', { name: 'End key' }).click()
  await expect(row).toBeHidden()
  expect([await hostsBy(first), await hostsBy(second)]).toEqual([401, 401])
})
