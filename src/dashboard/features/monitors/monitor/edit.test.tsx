import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readCapabilities, readMonitor, updateMonitor } from '../../../../contract/index.ts'
import { faults } from '../../../test/faults.ts'
import { aMonitor, someCapabilities } from '../../../test/records.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { StubService } from '../../../test/stub-service.ts'

const monitor = aMonitor({ name: 'Old shop' })
const address = `/monitors/${monitor.id}/edit`
const alert = page.getByRole('alert')
const name = page.getByRole('textbox', { name: 'Name', exact: true })
const save = page.getByRole('button', { name: 'Save changes' })

const service = () =>
  new StubService().reply(readCapabilities.user, someCapabilities()).reply(readMonitor.user, monitor)

test('a form that can’t be loaded says why, and loads when it is asked again', async () => {
  const stub = service().refuse(readMonitor.user, { status: 503, error: 'The service cannot answer now.' })
  await renderPage(address, stub, 'user')
  await expect.element(alert.first()).toHaveTextContent('The service cannot answer now.')
  stub.reply(readMonitor.user, monitor)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Edit Old shop' })).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test.each(faults)('a change that is %s says why, and keeps what was typed', async (what, words, fault) => {
  const stub = service()
  stub.answer(updateMonitor.user, fault)
  await renderPage(address, stub, 'user')
  await name.fill('Typed')
  await save.click()
  await expect.element(alert).toHaveTextContent('Couldn’t save the monitor.')
  await expect.element(alert).toHaveTextContent(words)
  if (what !== 'answered 503')
    await expect.element(alert).toHaveTextContent('It may have gone through anyway. Check before you try again.')
  await expect.element(name).toHaveValue('Typed')
})

test('where the service can’t change monitors, the form says what to do instead', async () => {
  await renderPage(address, service(), 'user')
  await name.fill('Other')
  await save.click()
  await expect.element(alert).toHaveTextContent('You can clone this one and delete it.')
})

test('a form without changes can’t be saved, and what is wrong is said at its field', async () => {
  await renderPage(address, service(), 'user')
  await expect.element(page.getByText('The type can’t be changed.')).toBeVisible()
  await expect.element(save).toHaveAccessibleDescription('Nothing has changed.')
  await page.getByRole('textbox', { name: 'Interval, minutes' }).fill('5')
  await save.click()
  await expect.element(page.getByText('This must be at least 6 minutes.')).toBeVisible()
})

test('secrets that can’t stay are asked for at their fields, and what is saved is shown', async () => {
  const url = 'https://www.example.org/a'
  const kept = { ...monitor.constants, auth: 'me', password: null, http_headers: [{ name: 'X-Token', value: null }] }
  const elsewhere = 'has to be sent again, because the address is on another origin'
  const fields = { 'constants.http_headers.0.value': elsewhere, 'constants.password': elsewhere }
  const stub = service()
    .reply(readMonitor.user, { ...monitor, constants: kept })
    .refuse(updateMonitor.user, { status: 422, fields })
  await renderPage(address, stub, 'user')
  const field = page.getByRole('textbox', { name: 'Address' })
  await field.fill('https://elsewhere.example/a')
  await save.click()
  await expect
    .element(page.getByText('Has to be sent again, because the address is on another origin.'))
    .toHaveLength(2)
  stub.answer(updateMonitor.user, () => {
    const saved = {
      ...monitor,
      name: 'Edited',
      constants: { ...kept, url },
      timing: { ...monitor.timing, interval: 12 },
    }
    stub.reply(readMonitor.user, saved)
    return Response.json(saved)
  })
  await field.fill(url)
  await name.fill('Edited')
  await page.getByRole('textbox', { name: 'Interval, minutes' }).fill('12')
  await save.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Edited' })).toBeVisible()
  await expect.element(page.getByText(url)).toBeVisible()
  await expect.element(page.getByText('every 12 min').first()).toBeVisible()
  expect(JSON.parse(stub.received(updateMonitor.user).at(-1)?.body ?? '')).toMatchObject({
    name: 'Edited',
    constants: { url, password: null, http_headers: [{ name: 'X-Token', value: null }] },
    timing: { interval: 12 },
  })
})

test('leaving asks first', async () => {
  await renderPage(address, service(), 'user')
  await name.fill('Typed')
  await page.getByRole('link', { name: 'Cancel' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog).toHaveTextContent('You’ll lose what you’ve entered.')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(name).toHaveValue('Typed')
})
