import { expect, heading, hurry, retryOnceMended, row, test } from '../fixtures.ts'
import { faults, monitorId, rename } from '../samples.ts'

test('lists and forms that cannot be read say why, and are read on retry', async ({ page, mock, signIn }) => {
  await hurry(page)
  await signIn('partner', null)
  const { db } = mock.service.services.database
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', mock.account.id)
    .executeTakeFirstOrThrow()
  const mail = (address: string) =>
    db.updateTable('accounts').set({ email: address }).where('id', '=', mock.account.id).execute()
  for (const part of ['monitors', 'tests', 'monitors/new', 'tests/new']) {
    // the others are loaded as the first is
    for (const [fault, words] of part === 'monitors' ? faults : faults.slice(0, 1)) {
      await mail(`someone@${fault}`)
      await page.goto(`/accounts/${mock.account.id}/${part}`)
      await expect(page.getByRole('alert').first()).toContainText(words)
    }
    await retryOnceMended(page, () => mail(email))
    await expect(heading(page, /^(Monitors|Tests|New monitor|New test)/)).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  }
})

test('a creation that fails says how, and nothing typed is lost', async ({ page, signIn }) => {
  await hurry(page)
  await signIn('account', '/monitors/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Typed once')
  const address = page.getByRole('textbox', { name: 'Addresses' })
  for (const [fault, words] of [
    ...faults,
    ['fail-500.test', 'The service failed to answer.'],
    ['fail-429.test', 'Try again in 3 seconds.'],
    ['never.test', 'It may have been created all the same: look at the list of monitors'],
  ] as const) {
    await address.fill(`https://${fault}/`)
    await page.getByRole('button', { name: 'Create monitor' }).click()
    const alert = page.getByRole('alert').filter({ hasText: 'The monitor was not created.' })
    await expect(alert).toContainText(words)
    await expect(address).toHaveValue(`https://${fault}/`)
  }
  await address.fill('https://good.example/')
  await page.getByRole('button', { name: 'Create monitor' }).click()
  await expect(heading(page, 'Typed once')).toBeVisible()
})

test('of many, what fails stays chosen with its reason', async ({ page, mock, signIn }) => {
  await hurry(page)
  const models = ['writes-only.fail-503.test', 'Old shop', 'Never started']
  const names = faults.map(([fault]) => `writes-only.${fault}`)
  for (const [i, model] of models.entries()) await rename(mock, await monitorId(mock, model), names[i] ?? '')
  await signIn('account', '/monitors')
  const { db } = mock.service.services.database
  const box = (name: string) => page.getByRole('checkbox', { name: `Choose ${name}` })
  for (const name of names) await box(name).check()
  // one is deleted meanwhile, elsewhere
  await box('Missing page').check()
  await db.deleteFrom('monitors').where('name', '=', 'Missing page').execute()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByText('0 stopped, 3 not, 1 no longer there: the reasons stand in the list.')).toBeVisible()
  await expect(row(page, 'Missing page')).toHaveCount(0)
  for (const verb of ['Start', 'Stop']) {
    await page.getByRole('button', { name: verb, exact: true }).click()
    await expect(page.getByText(/^0 (started|stopped), 3 not: the reasons stand in the list\.$/)).toBeVisible()
    for (const [i, [, words]] of faults.entries()) {
      await expect(row(page, names[i] ?? '')).toContainText(words)
      await expect(box(names[i] ?? '')).toBeChecked()
    }
  }
  // one call deletes all: the first of them that fails speaks for all
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

test('a monitor that cannot be started, stopped or deleted now says why', async ({ page, mock, signIn }) => {
  await hurry(page)
  const id = await monitorId(mock, 'Old shop')
  await signIn('account', `/monitors/${id}`)
  const failed = page.getByRole('alert').filter({ hasText: /The monitor was not (started|stopped)\./ })
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
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(failed).toContainText('There is no such monitor')
})

for (const [kind, name, parts] of [
  ['monitor', 'Checkout on 3G', ['The measurements', 'The issues', 'The samples']],
  ['test', 'Launch rehearsal', ['The results']],
] as const) {
  test(`a ${kind} whose record or samples cannot be read says which, and reads them on retry`, async ({
    page,
    mock,
    signIn,
  }) => {
    await hurry(page)
    await signIn('account', null)
    const id = await monitorId(mock, name)
    for (const [fault, words] of faults) {
      await rename(mock, id, fault)
      await page.goto(`/${kind}s/${id}`)
      await expect(page.getByRole('alert')).toContainText(words)
      // as if only reads of samples failed
      await retryOnceMended(page, () => rename(mock, id, fault.replace('.test', '.at-samples.test')))
      for (const part of parts) {
        const alert = page.getByRole('alert').filter({ hasText: `${part} could not be read.` })
        await expect(alert).toContainText(words)
      }
    }
    await rename(mock, id, name)
    for (const part of parts) {
      const alert = page.getByRole('alert').filter({ hasText: `${part} could not be read.` })
      await alert.getByRole('button', { name: 'Retry' }).click()
      await expect(alert).toHaveCount(0)
    }
    await expect(page.getByRole('table', { name: /^(Latest samples|Results)$/ })).toBeVisible()
  })
}

test('a test that cannot be deleted now says why', async ({ page, mock, signIn }) => {
  await hurry(page)
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
  await expect(dialog.getByRole('alert')).toContainText('There is no such')
})
