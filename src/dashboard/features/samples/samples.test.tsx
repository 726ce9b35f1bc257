import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  listMonitors,
  listSamples,
  listTests,
  listUserSites,
  readMonitor,
  readSample,
  readSeries,
} from '../../../contract/index.ts'
import { faults } from '../../test/faults.ts'
import { aMonitor, aSample, aWholeSample, onePage } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { type Answer, StubService } from '../../test/stub-service.ts'

const monitor = aMonitor()
const sample = aSample({ taken_at: new Date().toISOString() })
const samples = onePage({ rows: [sample] })
const none = onePage({ rows: [] })
const address = `/samples?profile=${monitor.id}`
const alert = page.getByRole('alert')
const dialog = page.getByRole('dialog')
const list = page.getByRole('table', { name: 'Samples', exact: true })

const service = () =>
  new StubService()
    .reply(listMonitors.user, onePage({ rows: [monitor] }))
    .reply(listTests.user, none)
    .reply(listUserSites, { sites: [] })
    .reply(readMonitor.user, monitor)
    .reply(listSamples.user, samples)
    .reply(readSeries.user, { buckets: [] })
    .reply(readSample.user, aWholeSample({ id: sample.id }))

test('a monitor that no longer exists is reported and can be removed', async () => {
  const gone = '01930000-7c1e-7000-8000-0123456789ab'
  const missing = () => Response.json({ error: "This monitor doesn't exist." }, { status: 404 })
  const stub = service()
    .answer(readMonitor.user, ({ path }) => (path.endsWith(gone) ? missing() : Response.json(monitor)))
    .answer(listSamples.user, ({ query }) =>
      JSON.stringify([...query]).includes(gone) ? missing() : Response.json(samples),
    )
  await renderPage(`${address}&profile=${gone}`, stub, 'user')
  await expect.element(alert.first()).toHaveTextContent('Couldn’t load the samples.')
  await page.getByRole('button', { name: `Remove ${gone}` }).click()
  await expect.element(list).toBeVisible()
})

test.each(faults)(
  'a drawer whose sample is %s says why, and loads it when it is asked again',
  async (_, words, fault) => {
    const stub = service()
    stub.answer(readSample.user, fault)
    await renderPage(address, stub, 'user')
    await list.getByRole('row').nth(1).getByRole('button').click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(words)
    stub.reply(readSample.user, aWholeSample({ id: sample.id }))
    await dialog.getByRole('button', { name: 'Retry' }).click()
    await expect.element(dialog.getByText('Open full sample')).toBeVisible()
  },
)

test.each(faults)('an export that is %s says why, and goes on when it is asked again', async (_, words, fault) => {
  const stub = service()
  await renderPage(address, stub, 'user')
  await page.getByRole('button', { name: 'Export…' }).click()
  stub.answer(listSamples.user, fault)
  await dialog.getByRole('button', { name: 'Export CSV' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(words)
  stub.reply(listSamples.user, samples)
  await dialog.getByRole('button', { name: 'Retry' }).click()
  await expect.element(dialog.getByText('1 sample exported.')).toBeVisible()
})

test('an export can be cancelled without saving a file', async () => {
  const stub = service()
  await renderPage(address, stub, 'user')
  await page.getByRole('button', { name: 'Export…' }).click()
  stub.keepWaiting(listSamples.user)
  await dialog.getByRole('button', { name: 'Export CSV' }).click()
  await dialog.getByRole('button', { name: 'Cancel export' }).click()
  await expect.element(dialog.getByText('Export cancelled. No file was saved.')).toBeVisible()
})

test.each(faults)(
  'a search of monitors that is %s says why, and finds when it is asked again',
  async (_, words, fault) => {
    const stub = service()
    await renderPage(address, stub, 'user')
    await page.getByRole('button', { name: '+ Monitor or test' }).click()
    await expect.element(dialog.getByRole('checkbox', { name: /^Home/ })).toBeChecked()
    stub.answer(listMonitors.user, fault)
    await dialog.getByRole('searchbox').fill('Home')
    await expect.element(dialog.getByRole('alert').first()).toHaveTextContent(words)
    stub.reply(listMonitors.user, onePage({ rows: [monitor] }))
    await dialog.getByRole('button', { name: 'Retry' }).first().click()
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(dialog.getByRole('checkbox', { name: /^Home/ })).toBeChecked()
  },
)

test('without monitors and tests, the page leads to the first monitor', async () => {
  await renderPage('/samples', service().reply(listMonitors.user, none), 'user')
  await expect.element(page.getByText('No monitors yet')).toBeVisible()
  await expect.element(page.getByText('Choose a monitor or test')).not.toBeInTheDocument()
  await page.getByRole('link', { name: 'New monitor' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'New monitor' })).toBeVisible()
})

test('a range has to start before it ends', async () => {
  await renderPage(address, service(), 'user')
  await page.getByRole('button', { name: 'Dates…' }).click()
  await page.getByRole('textbox', { name: 'From' }).fill('2026-11-21T08:00')
  await page.getByRole('textbox', { name: 'To' }).fill('2026-11-20T08:00')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.element(alert).toHaveTextContent('The start must be before the end.')
  await page.getByRole('textbox', { name: 'From' }).fill('2026-11-19T08:00')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await expect.poll(() => location.search).toContain('from=2026-11-19T')
})

test('a filter without samples says so once, and leads on', async () => {
  const stub = service().reply(listSamples.user, none)
  await renderPage(`${address}&severity=3`, stub, 'user')
  await expect.element(page.getByText('No samples match', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Not measured in this range.')).not.toBeInTheDocument()
  await expect.element(page.getByRole('application')).not.toBeInTheDocument()
  await expect.element(page.getByRole('group', { name: 'Selected samples' })).not.toBeInTheDocument()
  stub.reply(listSamples.user, samples)
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(list).toBeVisible()
  expect(location.search).not.toContain('severity=')
})

test('up to four samples can be picked, and the bar that counts them stays in view', async () => {
  const at = Date.now()
  const rows = Array.from({ length: 30 }, (_, i) =>
    aSample({ id: `sample-${i}`, taken_at: new Date(at - i * 60_000).toISOString() }),
  )
  await renderPage(address, service().reply(listSamples.user, onePage({ rows })), 'user')
  const boxes = list.getByRole('checkbox')
  for (let i = 0; i < 5; i++) await boxes.nth(i).click()
  await expect.element(page.getByText('You can compare up to 4 samples. Remove one first.').first()).toBeVisible()
  await expect.element(boxes.nth(4)).not.toBeChecked()
  const bar = page.getByRole('group', { name: 'Selected samples' })
  await expect.element(bar).toHaveTextContent('4 selected')
  list.getByRole('row').last().element().scrollIntoView()
  await expect.element(bar).toBeInViewport({ ratio: 1 })
  // the button is gone with the selection, but not the focus
  bar.getByRole('button', { name: 'Clear selection' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(bar).toHaveFocus()
  await expect.element(bar).toHaveTextContent('Select samples to compare them.')
})

test('what a monitor measured goes as soon as another one is chosen', async () => {
  const checkout = aMonitor({ id: '01990000-0000-7000-8000-0000000000c2', name: 'Checkout' })
  const stub = service()
    .reply(listMonitors.user, onePage({ rows: [monitor, checkout] }))
    .answer(readMonitor.user, ({ path }) => Response.json(path.endsWith(checkout.id) ? checkout : monitor))
  const bucket = { at: Date.now() - 60_000, count: 1, by_type: { 0: 1 }, metrics: {} }
  const unlessOfCheckout =
    (reply: object): Answer =>
    ({ query }) =>
      JSON.stringify([...query]).includes(checkout.id) ? new Promise(() => {}) : Response.json(reply)
  stub
    .answer(listSamples.user, unlessOfCheckout(samples))
    .answer(readSeries.user, unlessOfCheckout({ buckets: [bucket] }))
  await renderPage(address, stub, 'user')
  const counts = page.getByRole('radio', { name: /^ok \d/ })
  await expect.element(counts).toBeInTheDocument()
  await page.getByRole('button', { name: '+ Monitor or test' }).click()
  await dialog.getByRole('checkbox', { name: /^Home/ }).click()
  await dialog.getByRole('checkbox', { name: /^Checkout/ }).click()
  await dialog.getByRole('button', { name: 'Show 1' }).click()
  await expect.poll(() => location.search).toContain(`profile=${checkout.id}`)
  await expect.element(counts).not.toBeInTheDocument()
  await expect.element(list.getByRole('row').nth(1)).not.toBeInTheDocument()
})
