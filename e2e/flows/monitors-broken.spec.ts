import { expect, heading, shortenTimeouts, retryOnceFixed, row, test } from '../fixtures.ts'
import { faults, monitorId, rename } from '../samples.ts'

test('lists and forms that can’t be loaded say why and load on retry', async ({ page, mock, signIn }) => {
  await shortenTimeouts(page)
  await signIn('partner', null)
  const { db } = mock.service.services.database
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', mock.account.id)
    .executeTakeFirstOrThrow()
  const mail = (address: string) =>
    db.updateTable('accounts').set({ email: address }).where('id', '=', mock.account.id).execute()
  const edit = `monitors/${await monitorId(mock, 'Old shop')}/edit`
  for (const part of ['monitors', 'tests', 'monitors/new', 'tests/new', edit]) {
    // they all load the same way, so the others are tested with one fault only
    for (const [fault, words] of part === 'monitors' ? faults : faults.slice(0, 1)) {
      await mail(`someone@${fault}`)
      await page.goto(`/accounts/${mock.account.id}/${part}`)
      await expect(page.getByRole('alert').first()).toContainText(words)
    }
    await retryOnceFixed(page, () => mail(email))
    await expect(heading(page, /^(Monitors|Tests|New monitor|New test|Edit Old shop)/)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('a failed creation says why and keeps what was typed', async ({ page, signIn }) => {
  await shortenTimeouts(page)
  await signIn('account', '/monitors/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Typed once')
  const address = page.getByRole('textbox', { name: 'Addresses' })
  for (const [fault, words] of [
    ...faults,
    ['fail-500.test', 'The service failed to'],
    ['fail-429.test', 'Try again in 3 seconds.'],
    ['never.test', 'The monitor may have been created anyway. Check your monitors'],
  ] as const) {
    await address.fill(`https://${fault}/`)
    await page.getByRole('button', { name: 'Create monitor' }).click()
    const alert = page.getByRole('alert').filter({ hasText: words })
    const isRefused = fault.startsWith('fail-')
    await expect(alert).toContainText(
      isRefused ? 'Couldn’t create the monitor.' : 'It isn’t clear whether this worked.',
    )
    await expect(address).toHaveValue(`https://${fault}/`)
  }
  await address.fill('https://good.example/')
  await page.getByRole('button', { name: 'Create monitor' }).click()
  await expect(heading(page, 'Typed once')).toBeVisible()
})

test('monitors that fail in a bulk action stay selected with the reason', async ({ page, mock, signIn }) => {
  await shortenTimeouts(page)
  const models = ['writes-only.fail-503.test', 'Old shop', 'Never started']
  const names = faults.map(([fault]) => `writes-only.${fault}`)
  for (const [i, model] of models.entries()) await rename(mock, await monitorId(mock, model), names[i] ?? '')
  await signIn('account', '/monitors')
  const { db } = mock.service.services.database
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
  for (const name of names) await box(name).check()
  // one is deleted elsewhere in the meantime
  await box('Missing page').check()
  await db.deleteFrom('monitors').where('name', '=', 'Missing page').execute()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(page.getByText('0 paused, 3 failed, 1 no longer exists. See the list for the reasons.')).toBeVisible()
  await expect(row(page, 'Missing page')).toHaveCount(0)
  for (const verb of ['Start', 'Pause']) {
    await page.getByRole('button', { name: verb, exact: true }).click()
    await expect(page.getByText(/^0 (started|paused), 3 failed\. See the list for the reasons\.$/)).toBeVisible()
    for (const [i, [, words]] of faults.entries()) {
      await expect(row(page, names[i] ?? '')).toContainText(words)
      await expect(box(names[i] ?? '')).toBeChecked()
    }
  }
  // one request deletes all, so the first failure counts for all
  for (const [i, [, words]] of faults.entries()) {
    await page.getByRole('button', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^Delete/ }).click()
    await expect(dialog.getByRole('alert')).toContainText(words)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    for (const name of names.slice(i)) await expect(row(page, name)).toContainText(words)
    await box(names[i] ?? '').uncheck()
  }
})

test('a monitor that can’t be started, paused or deleted says why', async ({ page, mock, signIn }) => {
  await shortenTimeouts(page)
  const id = await monitorId(mock, 'Old shop')
  await signIn('account', `/monitors/${id}`)
  const failed = page.getByRole('alert').filter({ hasText: /Couldn’t (start|pause) the monitor\./ })
  const dialog = page.getByRole('dialog')
  for (const [fault, words] of faults) {
    await rename(mock, id, `writes-only.${fault}`)
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(failed).toContainText(words)
    await page.getByRole('button', { name: 'Delete…' }).click()
    await dialog.getByRole('button', { name: 'Delete monitor' }).click()
    await expect(dialog.getByRole('alert')).toContainText(words)
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  }
  await rename(mock, id, 'Old shop')
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(page.getByText('Running', { exact: true })).toBeVisible()
  await expect(failed).toHaveCount(0)
  await mock.service.services.database.db.deleteFrom('monitors').where('id', '=', id).execute()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect(failed).toContainText('This monitor doesn’t exist')
})

for (const [kind, name, parts] of [
  ['monitor', 'Checkout on 3G', ['the measurements', 'the issues', 'the samples']],
  ['test', 'Launch rehearsal', ['the results']],
] as const) {
  test(`a ${kind} says which part can’t be loaded and loads it on retry`, async ({ page, mock, signIn }) => {
    await shortenTimeouts(page)
    await signIn('account', null)
    const id = await monitorId(mock, name)
    for (const [fault, words] of faults) {
      await rename(mock, id, fault)
      await page.goto(`/${kind}s/${id}`)
      await expect(page.getByRole('alert')).toContainText(words)
      // from here on, only reads of samples fail
      await retryOnceFixed(page, () => rename(mock, id, fault.replace('.test', '.at-samples.test')))
      for (const part of parts) {
        const alert = page.getByRole('alert').filter({ hasText: `Couldn’t load ${part}.` })
        await expect(alert).toContainText(words)
      }
    }
    await rename(mock, id, name)
    for (const part of parts) {
      const alert = page.getByRole('alert').filter({ hasText: `Couldn’t load ${part}.` })
      // the part may have reloaded by itself
      await alert
        .getByRole('button', { name: 'Retry' })
        .click({ timeout: 1000 })
        .catch(() => undefined)
      await expect(alert).toHaveCount(0)
    }
    await expect(page.getByRole('table', { name: /^(Latest samples|Results)$/ })).toBeVisible()
  })
}

test('a test that can’t be deleted says why', async ({ page, mock, signIn }) => {
  await shortenTimeouts(page)
  const id = await monitorId(mock, 'One look')
  await signIn('account', `/tests/${id}`)
  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  for (const [fault, words] of faults) {
    await rename(mock, id, `writes-only.${fault}`)
    await dialog.getByRole('button', { name: 'Delete test' }).click()
    await expect(dialog.getByRole('alert')).toContainText(words)
  }
  await mock.service.services.database.db.deleteFrom('monitors').where('id', '=', id).execute()
  await dialog.getByRole('button', { name: 'Delete test' }).click()
  await expect(dialog.getByRole('alert')).toContainText('doesn’t exist')
})
