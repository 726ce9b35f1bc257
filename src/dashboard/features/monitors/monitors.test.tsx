import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  createMonitor,
  deleteMonitors,
  listMonitors,
  listSamples,
  readMonitor,
  setLimits,
  startMonitor,
  stopMonitor,
} from '../../../contract/index.ts'
import { ageStepMs } from '../../kit/reading/use-now.ts'
import { expectAccessible } from '../../test/accessible.ts'
import { faults } from '../../test/faults.ts'
import { aMonitor, anAccount, aSample, aSite, onePage, siteId } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith as siteService } from '../../test/service-with.ts'
import { StubService } from '../../test/stub-service.ts'
import { atWidth, onPhone } from '../../test/viewport.ts'

const shop = aMonitor({ id: '01990000-0000-7000-8000-0000000000c1', name: 'Shop', status: 'SUSPENDED' })
const desk = aMonitor({ id: '01990000-0000-7000-8000-0000000000c2', name: 'Desk' })
const none = onePage({ rows: [] })
const timing = { interval: 30, policy: 'PARALLEL', duration: null, run_times: null } as const

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

test('monitors are selected and started with the keyboard alone', async () => {
  const service = serviceWith(shop, desk).answer(startMonitor.user, ({ path }) =>
    path.includes(shop.id)
      ? Response.json([{ ...shop, status: 'RUNNING' }])
      : Response.json({ error: 'The service cannot answer now.' }, { status: 503 }),
  )
  await renderPage('/monitors', service, 'user')
  for (const name of ['Shop', 'Desk']) {
    await expect.element(box(name)).toBeVisible()
    box(name).element().focus()
    await userEvent.keyboard(' ')
    await expect.element(box(name)).toBeChecked()
  }
  page.getByRole('button', { name: 'Start', exact: true }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('1 started, 1 failed. See the list for the reason.')).toBeVisible()
  await expect.element(row('Desk')).toHaveTextContent('The service cannot answer now.')
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
  await expect.element(dialog).toHaveTextContent('Their samples will be deleted too.')
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

const lcp = dialog.getByRole('textbox', { name: 'Largest contentful paint over, s' })
const limitBodies = (service: StubService) =>
  service.received(setLimits.user).map(({ path, body }) => [path.split('/').at(-2), JSON.parse(body) as unknown])

/** Opens the dialog for all monitors of the list. */
async function askForLimits(): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all' }).click()
  await page.getByRole('button', { name: 'Set limits…' }).click()
}

test('limits of several monitors are set at once: each keeps its others, and can be undone', async () => {
  const api = aMonitor({ ...desk, type: 'HTTP', limits: { first_byte: 600 } })
  const service = serviceWith({ ...shop, limits: { load: 4000, time_to_display: 3000 } }, api)
  service.reply(setLimits.user, shop)
  await renderPage('/monitors', service, 'user')
  await askForLimits()
  await expect.element(dialog.getByRole('button', { name: 'Set limits' })).toBeDisabled()
  await lcp.fill('0')
  await dialog.getByRole('button', { name: 'Set limits' }).click()
  await expect.element(dialog.getByText('Enter a number from 0.001 to 600.')).toBeVisible()
  await lcp.fill('2.5')
  await dialog.getByRole('button', { name: 'Set limits' }).click()
  await expect.element(page.getByText('1 set, 1 left as it was.')).toBeVisible()
  await expect.element(row('Desk')).toHaveTextContent('No limit set: it doesn’t measure that.')
  expect(limitBodies(service)).toEqual([[shop.id, { limits: { load: 4000, time_to_display: 2500 } }]])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('1 as before.')).toBeVisible()
  expect(limitBodies(service)).toContainEqual([shop.id, { limits: { load: 4000, time_to_display: 3000 } }])
})

test('the dialog of limits passes axe and fits a phone', async () => {
  await onPhone()
  await renderPage('/monitors', serviceWith(shop, desk), 'user')
  await askForLimits()
  await expect.element(page.getByRole('dialog', { name: 'Limits of 2 monitors' })).toBeVisible()
  await expectAccessible()
  expect(document.documentElement.scrollWidth).toBe(innerWidth)
})

test('limits that aren’t named can be removed from several monitors', async () => {
  const service = serviceWith({ ...shop, limits: { load: 4000 } }, desk).reply(setLimits.user, shop)
  await renderPage('/monitors', service, 'user')
  await askForLimits()
  await dialog.getByRole('checkbox', { name: 'Remove all other limits' }).click()
  await dialog.getByRole('button', { name: 'Set limits' }).click()
  await expect.element(page.getByText('2 set.')).toBeVisible()
  expect(limitBodies(service).map(([, body]) => body)).toEqual([{ limits: {} }, { limits: {} }])
})

test('setting limits can be stopped, and what wasn’t reached stays selected', async () => {
  const many = Array.from({ length: 6 }, (_, i) => aMonitor({ id: `${desk.id.slice(0, -1)}${i}`, name: `Page ${i}` }))
  const pending: (() => void)[] = []
  const service = serviceWith(...many).answer(
    setLimits.user,
    () => new Promise((resolve) => pending.push(() => resolve(Response.json(desk)))),
  )
  await renderPage('/monitors', service, 'user')
  await askForLimits()
  await lcp.fill('2')
  await dialog.getByRole('button', { name: 'Set limits' }).click()
  await expect.poll(() => pending).toHaveLength(4)
  await expect.element(page.getByText('0 of 6 done…')).toBeVisible()
  await page.getByRole('button', { name: 'Stop' }).click()
  for (const answer of pending) answer()
  await expect.element(page.getByText('4 set, stopped before 2 others.')).toBeVisible()
  await expect.element(box('Page 5')).toBeChecked()
  await expect.element(box('Page 0')).not.toBeChecked()
})

test.each(faults)('limits that are %s leave the monitor selected, with the reason', async (_, words, fault) => {
  const service = await selectBoth()
  service.answer(setLimits.user, fault)
  await page.getByRole('button', { name: 'Set limits…' }).click()
  await lcp.fill('2')
  await dialog.getByRole('button', { name: 'Set limits' }).click()
  await expect.element(page.getByText('0 set, 2 failed. See the list for the reasons.')).toBeVisible()
  await expect.element(row('Shop')).toHaveTextContent(words)
  await expect.element(box('Shop')).toBeChecked()
})

test('a service without limits offers none', async () => {
  const { limits: _, ...plain } = shop
  await renderPage('/monitors', serviceWith(plain), 'user')
  await box('Shop').click()
  await expect.element(page.getByRole('button', { name: 'Pause' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Set limits…' })).not.toBeInTheDocument()
})

test('each row has its state, the worst of its latest round and recent results, which one request reads', async () => {
  const taken_at = new Date().toISOString()
  const last = { ...aSample({ taken_at }), round: { due_at: taken_at, sample_type: 2, judged: true } }
  const api = aMonitor({ id: desk.id, name: 'Desk', type: 'HTTP', limits: { first_byte: 1 } })
  const service = serviceWith({ ...shop, last_sample: last }, api).reply(
    listSamples.user,
    onePage({
      rows: [
        aSample({ profile_id: shop.id, taken_at, sample_type: 3 }),
        aSample({ id: 'other', profile_id: api.id, taken_at }),
      ],
    }),
  )
  await renderPage('/monitors', service, 'user')
  await expect.element(row('Shop')).toHaveTextContent('Paused')
  await expect.element(row('Shop').getByRole('cell').nth(3)).toHaveTextContent('error')
  await expect.element(row('Shop').getByRole('img', { name: /^Latest 1 result: 1 critical/ })).toBeVisible()
  await expect.element(row('Desk')).toHaveTextContent('Running')
  await expect
    .element(row('Desk').getByRole('img', { name: /^First byte of the latest .*, over the limit of 1\sms$/ }))
    .toBeVisible()
  await expect.element(row('Desk').getByTitle(/^over the limit of 1\sms$/)).toBeVisible()
  await expect.element(row('Shop').getByTitle(/over the limit/)).not.toBeInTheDocument()
  expect(service.received(listSamples.user)).toHaveLength(1)
})

test.each<[string, Partial<ReturnType<typeof aSample>>, string]>([
  ['a metric', { metrics: { status_code: 404 } }, 'HTTP 404'],
  ['an issue', { metrics: {}, issues: [{ severity: 2, code: 'uncaught-exception', message: 'x' }] }, 'Script error'],
])('what makes the latest round an error is named by %s of its worst sample', async (_, own, words) => {
  const taken_at = new Date().toISOString()
  const last = { ...aSample({ taken_at, metrics: {} }), round: { due_at: taken_at, sample_type: 2, judged: true } }
  const worst = aSample({ profile_id: shop.id, taken_at, sample_type: 2, ...own })
  await renderPage(
    '/monitors',
    serviceWith({ ...shop, last_sample: last }).reply(listSamples.user, onePage({ rows: [worst] })),
    'user',
  )
  await expect.element(row('Shop').getByRole('cell').nth(3)).toHaveTextContent(words)
})

test('a row takes two lines at 1280 px', async () => {
  await atWidth(1280)
  // the clock that ages share may be a step behind
  const last_sample = { ...aSample({ taken_at: new Date(Date.now() - 60_000 - ageStepMs).toISOString() }) }
  await renderPage('/monitors', serviceWith({ ...shop, last_sample }), 'user')
  await expect.element(row('Shop')).toHaveTextContent(/1.min ago/)
  expect(row('Shop').element().getBoundingClientRect().height).toBeLessThan(54)
})

test('a row has a menu of what can be done with it alone, which leaves the selection as it is', async () => {
  const service = serviceWith(shop, desk).reply(stopMonitor.user, [desk]).reply(deleteMonitors.user, [desk])
  await renderPage('/monitors', service, 'user')
  await box('Shop').click()
  const open = () => page.getByRole('button', { name: 'More about Desk' }).click()
  const item = (name: string) => page.getByRole('menu').getByRole('menuitem', { name })
  await open()
  await expect.element(item('Edit')).toHaveAttribute('href', `/monitors/${desk.id}/edit`)
  await expect.element(item('Clone')).toHaveAttribute('href', `/monitors/new?from=${desk.id}`)
  await item('Pause').click()
  await expect.element(page.getByText('1 paused.')).toBeVisible()
  expect(service.received(stopMonitor.user).map(({ path }) => path.includes(desk.id))).toEqual([true])
  await expect.element(box('Shop')).toBeChecked()
  await open()
  await item('Delete…').click()
  await page.getByRole('dialog', { name: 'Delete the monitor Desk?' }).getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('1 deleted.')).toBeVisible()
  expect(service.received(deleteMonitors.user)).toHaveLength(1)
  await expect.element(box('Shop')).toBeChecked()
})

test.each([0, 9])('recent results go back as far as a monitor’s own rounds, beside %d others', async (number) => {
  const others = Array.from({ length: number }, (_, i) =>
    aMonitor({ id: `other-${i}`, name: `Other ${i}`, timing: { ...timing, interval: 5 } }),
  )
  const service = serviceWith(desk, ...others)
  await renderPage('/monitors', service, 'user')
  // 12 rounds of every 30 minutes, and of every 5
  await expect
    .poll(() => service.received(listSamples.user).map(({ query }) => query.get('from') ?? ''))
    .toHaveLength(number > 0 ? 2 : 1)
  const minutes = service
    .received(listSamples.user)
    .map(({ query }) => Math.round((Date.now() - Number(query.get('from'))) / 60_000))
  expect(minutes).toEqual(number > 0 ? [360, 60] : [360])
})

test('the list is filtered by state and result, which the address holds', async () => {
  const service = serviceWith(shop).answer(listMonitors.user, ({ query }) =>
    Response.json(onePage({ rows: query.has('search_term') ? [] : query.has('status') ? [shop] : [shop, desk] })),
  )
  const { router } = await renderPage('/monitors', service, 'user')
  const asked = (name: string) => service.received(listMonitors.user).at(-1)?.query.get(name)
  await page.getByRole('combobox', { name: 'State' }).selectOptions('Paused')
  await expect.element(row('Desk')).not.toBeInTheDocument()
  await expect.poll(() => [router.state.location.search, asked('status')]).toEqual(['?status=SUSPENDED', 'SUSPENDED'])
  await page.getByRole('combobox', { name: 'State' }).selectOptions('All states')
  await page.getByRole('combobox', { name: 'Last result' }).selectOptions('critical')
  await expect.poll(() => asked('severity')).toBe('3')
  await expect.element(row('Desk')).toBeVisible()
  await expect.poll(() => router.state.location.search).toBe('?severity=3')
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('nothing like it')
  await page.getByRole('button', { name: 'Show all monitors' }).click()
  await expect.element(row('Desk')).toBeVisible()
  await expect.poll(() => router.state.location.search).toBe('')
})

test('Shift selects a range, and what can be done stays in view while some are selected', async () => {
  const many = Array.from({ length: 25 }, (_, i) => aMonitor({ id: `many-${i}`, name: `Monitor ${i}` }))
  await renderPage('/monitors', serviceWith(...many), 'user')
  const start = page.getByRole('button', { name: 'Start', exact: true })
  const boxes = page.getByRole('checkbox', { name: /^Select (?!all)/ })
  const all = page.getByRole('columnheader', { name: 'Select' }).getByRole('checkbox', { name: 'Select all' })
  const isMixed = () => all.element().matches(':indeterminate')
  await expect.element(boxes.first()).toBeVisible()
  await expect.element(start).not.toBeInTheDocument()
  await boxes.nth(1).click()
  await boxes.nth(4).click({ modifiers: ['Shift'] })
  await expect.element(page.getByText('4 selected')).toBeVisible()
  await expect.poll(() => isMixed()).toBe(true)
  const rows = page.getByRole('table', { name: 'Monitors' }).getByRole('row')
  const colour = (n: number) => getComputedStyle(rows.nth(n).element()).backgroundColor
  expect(colour(3)).not.toBe(colour(6))
  scrollTo(0, document.documentElement.scrollHeight)
  expect(scrollY).toBeGreaterThan(0)
  await expect.element(start).toBeInViewport()
  await all.click()
  await expect.element(page.getByText('25 selected')).toBeVisible()
  await all.click()
  await expect.element(start).not.toBeInTheDocument()
})

test('nothing moves when the first row is selected', async () => {
  await renderPage('/monitors', serviceWith(shop, desk), 'user')
  const top = () => row('Desk').element().getBoundingClientRect().top
  await expect.element(row('Desk')).toBeVisible()
  const before = top()
  await box('Desk').click()
  await expect.element(page.getByText('1 selected')).toBeVisible()
  expect(top()).toBe(before)
})

test('on a tablet, the choice of all is seen in the head', async () => {
  await atWidth(1000)
  await renderPage('/monitors', serviceWith(shop, desk), 'user')
  const all = page.getByRole('columnheader', { name: 'Select' }).getByRole('checkbox', { name: 'Select all' })
  await expect.element(all).toBeVisible()
  const { x, y, width, height } = all.element().getBoundingClientRect()
  expect(document.elementFromPoint(x + width / 2, y + height / 2)).toBe(all.element())
})

test('on a phone, all are selected above the first row', async () => {
  await onPhone()
  await renderPage('/monitors', serviceWith(shop, desk), 'user')
  const words = page.getByText('Select all')
  await expect.element(words).toBeInViewport()
  expect(words.element().getBoundingClientRect().height).toBeGreaterThan(15)
  await words.click()
  await expect.element(page.getByText('2 selected')).toBeInViewport()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('each row says how severe its last result is, to those who can’t see its mark', async () => {
  const last_sample = aSample({ sample_type: 3, metrics: { status_code: 503 } })
  await renderPage('/monitors', serviceWith({ ...desk, last_sample }), 'user')
  const cells = row('Desk').getByRole('cell')
  await expect.element(cells.nth(1)).toHaveTextContent(/^critical$/)
  // and doesn't say it again
  await expect.element(cells.nth(3)).not.toHaveTextContent(', critical')
})

test('a pause is undone, which says what it did', async () => {
  const service = serviceWith(desk)
    .reply(stopMonitor.user, [{ ...desk, status: 'SUSPENDED' }])
    .reply(startMonitor.user, [desk])
  await renderPage('/monitors', service, 'user')
  await box('Desk').click()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
  await expect.element(page.getByText('1 paused.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.element(page.getByText('1 started.')).toBeVisible()
  expect(service.received(startMonitor.user)).toHaveLength(1)
})

test('a partner has the account’s monitors, and a site’s among its pages', async () => {
  const own = aMonitor({ id: desk.id, name: 'Own', site_id: siteId })
  const service = siteService()
    .reply(listMonitors.partner, onePage({ rows: [shop, own] }))
    .reply(listSamples.partner, none)
  const { router } = await renderPage(`/accounts/${anAccount().id}/monitors?search_term=sh`, service)
  await expect.element(page.getByRole('link', { name: 'Shop' })).toBeVisible()
  expect(service.received(listMonitors.partner)[0]?.query.get('search_term')).toBe('sh')
  await router.navigate(`/accounts/${anAccount().id}/sites/${siteId}`)
  await expect.element(page.getByRole('heading', { level: 1, name: aSite().host })).toBeVisible()
  await page.getByRole('navigation', { name: 'Site pages' }).getByRole('link', { name: 'Monitors' }).click()
  await expect.element(page.getByRole('link', { name: 'Own' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Shop' })).not.toBeInTheDocument()
})

test('a site’s monitors are made by one button: above the list, or in its place', async () => {
  const ofSite = { ...shop, site_id: siteId }
  const service = siteService().reply(listMonitors.user, none).reply(listSamples.user, none)
  await renderPage(`/sites/${siteId}/monitors`, service, 'user')
  const add = page.getByRole('main').getByRole('link', { name: 'New monitor' })
  await expect.element(page.getByText(/^No monitors check/)).toBeVisible()
  expect(add.elements()).toHaveLength(1)
  service.reply(listMonitors.user, onePage({ rows: [ofSite] }))
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect.element(page.getByRole('link', { name: 'Shop' })).toBeVisible()
  expect(add.elements()).toHaveLength(1)
})

test('monitors with unknown fields are shown in full, in the list and on their pages, and cloned', async () => {
  const foreign = {
    id: shop.id,
    label: 'Old shop',
    state: { running: true, since: shop.created_at },
    constants: 'https://www.example/foreign',
    variables: [{ place: 'North', line: 'fast' }],
    timing: { interval: '30 minutes' },
    last_sample: { verdict: 'fine', took: '1.2 s' },
    created_at: 1_763_000_000,
    tags: ['shop', 'front page'],
  }
  const service = new StubService()
    .answer(listMonitors.user, () => Response.json({ rows: [foreign] }))
    .answer(readMonitor.user, () => Response.json(foreign))
    .answer(createMonitor.user, () => Response.json(foreign))
    .reply(listSamples.user, none)
  const fits = async () => {
    await expectAccessible()
    expect(document.documentElement.scrollWidth).toBe(innerWidth)
  }
  await onPhone()
  await renderPage('/monitors', service, 'user')
  await row('Old shop').getByText('Full record').click()
  await expect.element(row('Old shop')).toHaveTextContent('front page')
  await fits()
  await page.getByRole('link', { name: 'Old shop' }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'Old shop' })
  await expect.element(heading).toBeVisible()
  await expect.element(page.getByText('This service reports its monitors in fields that')).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Full record' })).toHaveTextContent(foreign.constants)
  await fits()
  await page.getByRole('button', { name: 'More about Old shop' }).click()
  await page.getByRole('menuitem', { name: 'Clone' }).click()
  await page.getByRole('textbox', { name: 'Addresses' }).fill('https://www.example/')
  await page.getByRole('textbox', { name: 'Name' }).fill('Made')
  await page.getByRole('button', { name: 'Create monitor' }).click()
  await expect.element(heading).toBeVisible()
  expect(JSON.parse(service.received(createMonitor.user)[0]?.body ?? '')).toMatchObject({ name: 'Made' })
})
