import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { deleteMonitors, listMonitors, listSamples, startMonitor, stopMonitor } from '../../../contract/index.ts'
import { faults } from '../../test/faults.ts'
import { aMonitor, onePage } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { StubService } from '../../test/stub-service.ts'

const shop = aMonitor({ id: '01990000-0000-7000-8000-0000000000c1', name: 'Shop', status: 'SUSPENDED' })
const desk = aMonitor({ id: '01990000-0000-7000-8000-0000000000c2', name: 'Desk' })
const none = onePage({ rows: [] })

const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` })
const row = (name: string) => page.getByRole('row').filter({ hasText: name })
const dialog = page.getByRole('dialog')

const serviceWith = (...rows: (typeof shop)[]) =>
  new StubService().reply(listMonitors.user, onePage({ rows })).reply(listSamples.user, none)

/** Both monitors, selected. */
async function selectBoth(): Promise<StubService> {
  const service = serviceWith(shop, desk)
  await renderPage('/monitors', service, 'user')
  await box('Shop').click()
  await box('Desk').click()
  return service
}

test.each(faults)('a list whose request is %s says why, and loads when it is asked again', async (_, words, fault) => {
  const service = serviceWith(shop)
  service.answer(listMonitors.user, fault)
  await renderPage('/monitors', service, 'user')
  await expect.element(page.getByRole('alert').first()).toHaveTextContent(words)
  service.reply(listMonitors.user, onePage({ rows: [shop] }))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: /^Monitors/ })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Shop' })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test.each(faults)('a monitor whose start or pause is %s stays selected, with the reason', async (_, words, fault) => {
  const service = await selectBoth()
  service.answer(startMonitor.user, fault)
  service.answer(stopMonitor.user, fault)
  for (const [verb, done] of [
    ['Start', 'started'],
    ['Pause', 'paused'],
  ] as const) {
    await page.getByRole('button', { name: verb, exact: true }).click()
    await expect.element(page.getByText(`0 ${done}, 2 failed. See the list for the reasons.`)).toBeVisible()
    for (const name of ['Shop', 'Desk']) {
      await expect.element(row(name)).toHaveTextContent(words)
      await expect.element(box(name)).toBeChecked()
    }
  }
})

test('of several monitors, one that fails stays selected, and one that is gone leaves the list', async () => {
  const gone = aMonitor({ id: '01990000-0000-7000-8000-0000000000c3', name: 'Gone' })
  const service = serviceWith(shop, desk, gone).answer(stopMonitor.user, ({ path }) =>
    path.includes(desk.id)
      ? Response.json({ error: 'The service cannot answer now.' }, { status: 503 })
      : path.includes(gone.id)
        ? Response.json({ error: "This monitor doesn't exist." }, { status: 404 })
        : Response.json([shop]),
  )
  await renderPage('/monitors', service, 'user')
  for (const name of ['Shop', 'Desk', 'Gone']) await box(name).click()
  service.reply(listMonitors.user, onePage({ rows: [shop, desk] }))
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect
    .element(page.getByText('1 already paused, 1 failed, 1 no longer exists. See the list for the reason.'))
    .toBeVisible()
  await expect.element(row('Gone')).not.toBeInTheDocument()
  await expect.element(row('Desk')).toHaveTextContent('The service cannot answer now.')
  await expect.element(box('Desk')).toBeChecked()
  await expect.element(box('Shop')).not.toBeChecked()
})

test.each(faults)('a deletion that is %s says why in its dialog and at each monitor', async (_, words, fault) => {
  const service = await selectBoth()
  service.answer(deleteMonitors.user, fault)
  await page.getByRole('button', { name: 'Delete…' }).click()
  await dialog.getByRole('button', { name: 'Delete 2 monitors' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent(words)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  for (const name of ['Shop', 'Desk']) await expect.element(row(name)).toHaveTextContent(words)
})

test('a deletion that includes a missing monitor says which is missing, and the others stay selected', async () => {
  const service = await selectBoth()
  service.refuse(deleteMonitors.user, { status: 404, error: `${shop.id}: this monitor doesn't exist` })
  await page.getByRole('button', { name: 'Delete…' }).click()
  await dialog.getByRole('button', { name: 'Delete 2 monitors' }).click()
  await expect.element(dialog.getByRole('alert')).toHaveTextContent('this monitor doesn’t exist')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(row('Shop')).toHaveTextContent('This monitor no longer exists.')
  await expect.element(row('Desk')).toHaveTextContent('Not deleted because another selected monitor')
  await expect.element(box('Desk')).toBeChecked()
})

test('a deletion is one request, after a question', async () => {
  const service = await selectBoth()
  service.reply(deleteMonitors.user, [shop, desk])
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog', { name: 'Delete 2 monitors?' }).getByRole('button', { name: 'Cancel' }).click()
  await expect.element(row('Shop')).toBeVisible()
  await page.getByRole('button', { name: 'Delete…' }).click()
  service.reply(listMonitors.user, none)
  await dialog.getByRole('button', { name: 'Delete 2 monitors' }).click()
  await expect.element(row('Shop')).not.toBeInTheDocument()
  expect(service.received(deleteMonitors.user).map(({ body }) => body)).toEqual([
    JSON.stringify({ ids: [shop.id, desk.id] }),
  ])
})
