import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  deleteMonitors,
  listSamples,
  readAvailability,
  readMonitor,
  readSeries,
  readUserEmail,
  runMonitor,
  startMonitor,
  stopMonitor,
} from '../../../../contract/index.ts'
import { faults } from '../../../test/faults.ts'
import { aMonitor, anAccount, aSample, onePage } from '../../../test/records.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { StubService } from '../../../test/stub-service.ts'

const monitor = aMonitor()
const paused = aMonitor({ status: 'SUSPENDED' })
const address = `/monitors/${monitor.id}`
const samples = onePage({ rows: [aSample({ taken_at: new Date().toISOString() })] })
const availability = { availability: 1, rounds: 8, failed_rounds: 0, clean: 1, samples: 8, clean_samples: 8 }
const alert = page.getByRole('alert')
const dialog = page.getByRole('dialog')
const button = (name: string) => page.getByRole('button', { name, exact: true })

const serviceWith = (record: typeof monitor) =>
  new StubService()
    // the banner asks for it, to tell a service that's down from a read that failed
    .reply(readUserEmail, { user_id: anAccount().id, email: anAccount().email })
    .reply(readMonitor.user, record)
    .reply(listSamples.user, samples)
    .reply(readSeries.user, { buckets: [] })
    .reply(readAvailability.user, availability)

test.each(faults)(
  'each part whose samples are %s says why, and loads when it is asked again',
  async (_, words, fault) => {
    const service = serviceWith(monitor)
    service.answer(listSamples.user, fault)
    service.answer(readSeries.user, fault)
    await renderPage(address, service, 'user')
    const failed = (part: string) => alert.filter({ hasText: `Couldn’t load ${part}.` })
    const parts = ['the measurements', 'the issues', 'the samples']
    for (const part of parts) await expect.element(failed(part)).toHaveTextContent(words)
    service.reply(listSamples.user, samples).reply(readSeries.user, { buckets: [] })
    for (const part of parts) {
      await failed(part).getByRole('button', { name: 'Retry' }).click()
      await expect.element(failed(part)).not.toBeInTheDocument()
    }
    await expect.element(page.getByRole('table', { name: 'Latest samples' })).toBeVisible()
  },
)

test.each(faults)('a start, pause or deletion that is %s says why', async (_, words, fault) => {
  const service = serviceWith(paused)
  service.answer(startMonitor.user, fault)
  service.answer(stopMonitor.user, fault)
  service.answer(deleteMonitors.user, fault)
  await renderPage(address, service, 'user')
  const failed = alert.filter({ hasText: /Couldn’t (start|pause) the monitor\./ })
  await button('Start').click()
  await expect.element(failed).toHaveTextContent('Couldn’t start the monitor.')
  await expect.element(failed).toHaveTextContent(words)
  await button('Delete…').click()
  await dialog.getByRole('button', { name: 'Delete monitor' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(words)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  service.reply(startMonitor.user, [monitor]).reply(readMonitor.user, monitor)
  await button('Start').click()
  await expect.element(page.getByText('Running', { exact: true })).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
  await button('Pause').click()
  await expect.element(failed).toHaveTextContent('Couldn’t pause the monitor.')
  await expect.element(failed).toHaveTextContent(words)
})

test('a monitor that is gone by the time it is paused says so', async () => {
  const service = serviceWith(monitor).refuse(stopMonitor.user, { status: 404, error: "This monitor doesn't exist" })
  await renderPage(address, service, 'user')
  await button('Pause').click()
  await expect.element(alert).toHaveTextContent('This monitor doesn’t exist')
})

test('a monitor is paused, and a button that does nothing then says why', async () => {
  const service = serviceWith(monitor).reply(stopMonitor.user, [paused])
  await renderPage(address, service, 'user')
  await expect.element(button('Start')).toHaveAccessibleDescription('Already running.')
  service.reply(readMonitor.user, paused)
  await button('Pause').click()
  await expect.element(page.getByText('Paused', { exact: true })).toBeVisible()
  expect(service.received(stopMonitor.user)).toHaveLength(1)
  await expect.element(button('Pause')).toHaveAccessibleDescription('Already paused.')
  await expect.element(button('Run now')).toHaveAccessibleDescription('Paused. Start it to run it.')
})

test('where the service can’t measure on demand, the page says what to do instead', async () => {
  await renderPage(address, serviceWith(monitor), 'user')
  await button('Run now').click()
  await expect.element(alert).toHaveTextContent('“New test from this” measures the same in a test.')
})

test('a run on demand is confirmed', async () => {
  const service = serviceWith(monitor).reply(runMonitor.user, monitor)
  await renderPage(address, service, 'user')
  await button('Run now').click()
  await expect.element(page.getByText('Home is being measured')).toBeVisible()
  expect(service.received(runMonitor.user)).toHaveLength(1)
})

test('what is still loading looks different from what was not measured', async () => {
  const service = serviceWith(monitor)
  const answers: (() => void)[] = []
  service.answer(listSamples.user, () => new Promise((resolve) => answers.push(() => resolve(Response.json(samples)))))
  await renderPage(address, service, 'user')
  const figures = page.getByRole('definition')
  await expect.element(figures.filter({ hasText: 'Loading' }).first()).toBeVisible()
  const lcp = page.getByText('Largest contentful paint', { exact: true }).first()
  const figure = () => lcp.element().closest('dl > div')?.textContent ?? ''
  await expect.poll(figure).toContain('Loading')
  expect(figure()).not.toContain('–')
  for (const answer of answers) answer()
  await expect.poll(figure).toMatch(/\d\s(ms|s)/)
})

test('what a busy runner measured isn’t judged and counts in no figure', async () => {
  const taken_at = new Date().toISOString()
  const sample = aSample({ taken_at, judged: false, issues: [{ severity: 0, code: 'busy-runner', message: 'Late.' }] })
  const bucket = { at: Date.now(), count: 1, by_type: { 0: 1 }, metrics: {} }
  const service = serviceWith(aMonitor({ type: 'HTTP', last_sample: { ...sample, judged: false } }))
    .reply(listSamples.user, onePage({ rows: [sample] }))
    .reply(readSeries.user, { buckets: [bucket], parts: [{ location: 'Frankfurt', buckets: [bucket] }] })
  await renderPage(address, service, 'user')
  const figure = (label: string) => page.getByText(label, { exact: true }).first().element().closest('dl > div')
  await expect.poll(() => figure('First byte')?.textContent).toContain('not counted: measured on a busy runner')
  expect(figure('Latest result')?.textContent).toContain('not judged')
  await expect.element(page.getByText(/^First byte isn’t counted for the samples in the last /)).toBeVisible()
  await expect.element(page.getByRole('row', { name: /not judged/ })).toBeVisible()
})
