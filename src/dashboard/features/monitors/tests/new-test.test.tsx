import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { createTest, readCapabilities, readTest } from '../../../../contract/index.ts'
import { aTest, someCapabilities } from '../../../test/records.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { StubService } from '../../../test/stub-service.ts'

const addresses = page.getByRole('textbox', { name: 'Addresses' })
const alert = page.getByRole('alert')
const create = page.getByRole('button', { name: 'Create test' })
const service = () => new StubService().reply(readCapabilities.user, someCapabilities())
const unavailable = { status: 503, error: 'The service cannot answer now.' }

test('a form that can’t be loaded says why, and loads when it is asked again', async () => {
  const stub = new StubService().refuse(readCapabilities.user, unavailable)
  await renderPage('/tests/new', stub, 'user')
  await expect.element(alert.first()).toHaveTextContent('The service cannot answer now.')
  stub.reply(readCapabilities.user, someCapabilities())
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'New test' })).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test('what is wrong is said at its field, and a failure keeps what was typed', async () => {
  await renderPage('/tests/new', service().refuse(createTest.user, unavailable), 'user')
  await addresses.fill('https://typed.example/')
  await page.getByRole('radio', { name: 'For a set time' }).click({ force: true })
  await page.getByRole('textbox', { name: 'Total minutes' }).fill('0')
  await create.click()
  await expect.element(page.getByText('This must be at least 1 minute.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Total minutes' }).fill('10')
  await create.click()
  await expect.element(alert.first()).toHaveTextContent('Couldn’t create the test.')
  await expect.element(addresses).toHaveValue('https://typed.example/')
})

test('a test that doesn’t start right away is sent paused, with the reason', async () => {
  const stub = service().keepWaiting(createTest.user)
  await renderPage('/tests/new', stub, 'user')
  await addresses.fill('https://later.example/')
  await page.getByRole('heading', { name: 'Advanced' }).click()
  await page.getByRole('textbox', { name: 'Username' }).fill('ada')
  await page.getByRole('checkbox', { name: 'Start right away' }).click()
  await page.getByRole('textbox', { name: 'Reason for pausing' }).fill('Not live yet')
  await create.click()
  await expect.poll(() => stub.received(createTest.user)).toHaveLength(1)
  expect(JSON.parse(stub.received(createTest.user)[0]?.body ?? '')).toMatchObject({
    status: 'SUSPENDED',
    suspended_message: 'Not live yet',
    constants: { auth: 'ada' },
  })
})

test('a copy says that the password isn’t copied', async () => {
  const { constants, ...one } = aTest()
  const copied = { ...one, constants: { ...constants, auth: 'ada' } }
  await renderPage(`/tests/new?from=${one.id}&of=test`, service().reply(readTest.user, copied), 'user')
  await expect.element(page.getByText('A password isn’t copied; enter it again.')).toBeVisible()
})
