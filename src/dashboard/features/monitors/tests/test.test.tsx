import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deleteTests, listSamples, listTests, readTest } from '../../../../contract/index.ts'
import { type Fault, faults } from '../../../test/faults.ts'
import { aSample, aTest, onePage } from '../../../test/records.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { StubService } from '../../../test/stub-service.ts'

const one = aTest()
const address = `/tests/${one.id}`
const results = onePage({ rows: [aSample({ profile_id: one.id })] })
const none = onePage({ rows: [] })
const alert = page.getByRole('alert')
const serviceWith = (record = one, samples: typeof results | typeof none = results) =>
  new StubService().reply(readTest.user, record).reply(listSamples.user, samples)

test.each(faults)(
  'results whose request is %s say why, and load when they are asked again',
  async (_, words, fault) => {
    const service = serviceWith()
    service.answer(listSamples.user, fault)
    await renderPage(address, service, 'user')
    await expect.element(alert).toHaveTextContent('Couldn’t load the results.')
    await expect.element(alert).toHaveTextContent(words)
    service.reply(listSamples.user, results)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect.element(alert).not.toBeInTheDocument()
    await expect.element(page.getByRole('table', { name: 'Results' })).toBeVisible()
  },
)

const gone = () => Response.json({ error: "It doesn't exist." }, { status: 404 })
test.each([...faults, ['of a test that is gone', 'doesn’t exist', gone] satisfies Fault])(
  'a deletion that is %s says why',
  async (_, words, fault) => {
    const service = serviceWith()
    service.answer(deleteTests.user, fault)
    await renderPage(address, service, 'user')
    await page.getByRole('button', { name: 'Delete…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Delete test' }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(words)
  },
)

test('a test that runs for a set time shows how much of it has passed', async () => {
  const soak = aTest({
    status: 'RUNNING',
    suspended_message: null,
    timing: { interval: 6, policy: 'DURATION', duration: 120, run_times: null },
    created_at: new Date(Date.now() - 30 * 60_000).toISOString(),
  })
  await renderPage(address, serviceWith(soak), 'user')
  await expect.element(page.getByText(/\d+ samples? so far\. 3\d of 120\smin elapsed\./)).toBeVisible()
})

test('a test that hasn’t run offers to run it, not to run it again', async () => {
  const { constants, ...paused } = aTest({ suspended_message: 'Not live yet' })
  const service = serviceWith({ ...paused, constants: { ...constants, auth: 'ada' } }, none)
  await renderPage(address, service, 'user')
  await expect.element(page.getByText('The test was created paused and hasn’t run.')).toBeVisible()
  await expect.element(page.getByText('Reason for pausing')).toBeVisible()
  await expect.element(page.getByText('ada; a password is never shown')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Edit and run', exact: true })).toBeVisible()
})

test('a test with several rounds shows its progress', async () => {
  const rounds = aTest({
    status: 'RUNNING',
    suspended_message: null,
    timing: { interval: 6, policy: 'COUNT', duration: null, run_times: 2 },
  })
  await renderPage(address, serviceWith(rounds), 'user')
  await expect.element(page.getByText('1 of 2 samples, 1 of 2 rounds.')).toBeVisible()
  await expect.element(page.getByRole('progressbar')).toHaveAttribute('value', '0.5')
})

test('a test is deleted after a question', async () => {
  const service = serviceWith()
    .reply(deleteTests.user, [one])
    .reply(listTests.user, onePage({ rows: [] }))
  await renderPage(address, service, 'user')
  await page.getByRole('button', { name: 'Delete…' }).click()
  expect(service.received(deleteTests.user)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Delete test' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: /^Tests/ })).toBeVisible()
  expect(service.received(deleteTests.user)).toHaveLength(1)
})
