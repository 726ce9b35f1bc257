import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  createMonitor,
  listAlertRules,
  listMonitors,
  listSamples,
  readCapabilities,
  readMonitor,
  setLimits,
} from '../../../contract/index.ts'
import { type Fault, faults } from '../../test/faults.ts'
import { aMonitor, anAlertRule, aSite, onePage, someCapabilities } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { StubService } from '../../test/stub-service.ts'

const addresses = page.getByRole('textbox', { name: 'Addresses' })
const interval = page.getByRole('textbox', { name: 'Interval, minutes' })
const request = page.getByRole('region', { name: 'Request', exact: true })
const alert = page.getByRole('alert')
const showRequest = () => page.getByText('The request', { exact: true }).click()
const create = page.getByRole('button', { name: /^Create/ })
const service = () => new StubService().reply(readCapabilities.user, someCapabilities())

async function openForm(stub = service()): Promise<StubService> {
  await renderPage('/monitors/new', stub, 'user')
  await expect.element(addresses).toBeVisible()
  return stub
}

test('a form that can’t be loaded says why, and loads when it is asked again', async () => {
  const stub = new StubService().refuse(readCapabilities.user, { status: 503, error: 'The service cannot answer now.' })
  await renderPage('/monitors/new', stub, 'user')
  await expect.element(alert.first()).toHaveTextContent('The service cannot answer now.')
  stub.reply(readCapabilities.user, someCapabilities())
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'New monitor' })).toBeVisible()
  await expect.element(alert).not.toBeInTheDocument()
})

test('what is wrong is said at its field, until it is corrected', async () => {
  await openForm()
  await interval.fill('5')
  await create.click()
  await expect.element(page.getByText('Enter an address.')).toBeVisible()
  await expect.element(page.getByText('This must be at least 6 minutes.')).toBeVisible()
  await expect.element(page.getByText('2 fields need attention.')).toBeVisible()
  await expect.element(addresses).toHaveFocus()
  await interval.fill('6')
  await expect.element(page.getByText('This must be at least 6 minutes.')).not.toBeInTheDocument()
})

test('of several addresses, duplicates are skipped, and each that is wrong is named', async () => {
  const stub = await openForm()
  await addresses.fill(['ftp://a', 'b.example', 'b.example', `c.example/${'x'.repeat(200)}`, 'ftp://d'].join('\n'))
  await expect.element(page.getByText('4 addresses, 1 duplicate skipped.')).toBeVisible()
  await page.getByRole('button', { name: 'Create 4 monitors' }).click()
  await expect.element(page.getByText(/“ftp:\/\/a” isn’t a web/)).toHaveTextContent(/“ftp:\/\/d” isn’t a web/)
  await expect.element(page.getByText(/^The name for “.*” must be at most 200 characters\.$/)).toBeVisible()
  expect(stub.received(createMonitor.user)).toEqual([])
})

test('the form is filled in and sent with the keyboard alone', async () => {
  const stub = await openForm(service().reply(createMonitor.user, aMonitor()).reply(readMonitor.user, aMonitor()))
  addresses.element().focus()
  await userEvent.keyboard('keys.example')
  page.getByRole('checkbox', { name: 'Frankfurt' }).element().focus()
  await userEvent.keyboard(' {Tab} ')
  await expect.element(page.getByText(/^2 samples every/)).toBeVisible()
  page.getByRole('textbox', { name: 'Name' }).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => location.pathname).toBe(`/monitors/${aMonitor().id}`)
  expect(JSON.parse(stub.received(createMonitor.user)[0]?.body ?? '')).toMatchObject({
    name: 'keys.example/',
    variables: { locations: ['Frankfurt', 'Tokyo'] },
  })
})

test('a location that is no longer available is reported at the locations', async () => {
  const stub = await openForm()
  stub.refuse(createMonitor.user, {
    status: 422,
    fields: { 'variables.locations.0': 'must be one of Frankfurt, Virginia' },
  })
  await addresses.fill('https://www.example.org/')
  await page.getByRole('checkbox', { name: 'Tokyo' }).click({ force: true })
  await create.click()
  await expect
    .element(page.getByRole('group', { name: 'Locations' }))
    .toHaveTextContent('This must be one of Frankfurt, Virginia.')
  await expect.element(addresses).toHaveValue('https://www.example.org/')
})

const tooMany = { status: 429, headers: { 'Retry-After': '600' } }
const refusals: readonly Fault[] = [
  [
    'refused with 500',
    'The service failed to process the request.',
    () => Response.json({ error: 'The service failed to process the request.' }, { status: 500 }),
  ],
  [
    'refused with 429',
    'Too many requests. Try again in',
    () => Response.json({ error: 'Too many requests. Try again in 600 s.' }, tooMany),
  ],
]
test.each([...faults, ...refusals])(
  'a creation that is %s says why, and keeps what was typed',
  async (what, words, fault) => {
    const stub = await openForm()
    await page.getByRole('textbox', { name: 'Name' }).fill('Typed once')
    await addresses.fill('https://typed.example/')
    stub.answer(createMonitor.user, fault)
    await create.click()
    await expect.element(alert).toHaveTextContent(words)
    await expect
      .element(alert)
      .toHaveTextContent(
        /503|refused/.test(what)
          ? 'Couldn’t create the monitor.'
          : /It isn’t clear whether this worked\..*The monitor may have been created anyway\. Check your monitors/,
      )
    await expect.element(addresses).toHaveValue('https://typed.example/')
    const made = aMonitor({ name: 'Typed once' })
    stub.reply(createMonitor.user, made)
    await create.click()
    await expect.poll(() => location.pathname).toBe(`/monitors/${made.id}`)
  },
)

test('of several addresses, those that fail stay in the form', async () => {
  const none = onePage({ rows: [] })
  const stub = await openForm(
    service()
      .reply(listMonitors.user, none)
      .reply(listSamples.user, none)
      .answer(createMonitor.user, ({ body }) =>
        body.includes('fails.example')
          ? Response.json({ error: 'The service failed.' }, { status: 500 })
          : Response.json(aMonitor()),
      ),
  )
  await addresses.fill('https://one.example/\nhttps://fails.example/\nhttps://two.example/')
  await page.getByRole('button', { name: 'Create 3 monitors' }).click()
  await expect.element(page.getByText('2 of 3 created, 1 failed')).toBeVisible()
  await expect.element(page.getByRole('row').filter({ hasText: 'https://fails.example/' })).toHaveTextContent('Failed')
  await expect.element(page.getByRole('link', { name: 'https://one.example/' })).toBeVisible()
  await expect.element(addresses).toHaveValue('https://fails.example/')
  await addresses.fill('https://three.example/')
  await page.getByRole('button', { name: 'Create monitor' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: /^Monitors/ })).toBeVisible()
  expect(stub.received(createMonitor.user)).toHaveLength(4)
})

test('the request is shown as it will be sent, without the key', async () => {
  const stub = await openForm()
  stub.keepWaiting(createMonitor.user)
  await addresses.fill('www.example.org/sale')
  for (const name of ['Tokyo', /^Cable/]) await page.getByRole('checkbox', { name }).click({ force: true })
  await page.getByRole('button', { name: '+ Custom connection' }).click()
  const custom = page.getByRole('group', { name: /^Custom connection/ })
  for (const name of ['Download, kbps', 'Upload, kbps', 'Latency, ms'])
    await custom.getByRole('textbox', { name }).fill('400')
  await page.getByRole('combobox', { name: 'Views' }).selectOptions('First and repeat view')
  await interval.fill('15')
  await expect.element(page.getByText('8 samples every 15 min', { exact: true })).toBeVisible()
  await expect.element(page.getByText('2 locations × 2 connections × 1 browser × 2 views')).toBeVisible()
  await expect.element(page.getByText('768 samples a day', { exact: true })).toBeVisible()
  await showRequest()
  await expect.element(request).toHaveTextContent('"screenshots": true')
  await expect.element(page.getByText('1350 × 940 px')).toBeVisible()
  await page.getByRole('radio', { name: 'Phone' }).click({ force: true })
  await expect.element(page.getByText('412 × 823 px at 1.75×, CPU 4 times slower')).toBeVisible()
  await page.getByRole('checkbox', { name: 'Screenshots' }).click()
  await expect.element(request).toHaveTextContent('"screenshots": false')
  await expect.element(request).toHaveTextContent('"bandwidth_down": 400')
  await page.getByRole('radio', { name: 'curl' }).click({ force: true })
  await expect.element(request).toHaveTextContent('SERVICE-API-KEY: $KEY')
  expect(request.element().textContent).not.toMatch(/\bkey\b/)
  await create.click()
  await expect.poll(() => stub.received(createMonitor.user)).toHaveLength(1)
  expect(JSON.parse(stub.received(createMonitor.user)[0]?.body ?? '')).toMatchObject({
    type: 'WEBPAGE',
    constants: {
      url: 'https://www.example.org/sale',
      screenshots: false,
      browser_cache: 'EMPTY_AND_FULL',
      device: 'PHONE',
    },
    variables: {
      locations: ['Frankfurt', 'Tokyo'],
      connectivities: [{ bandwidth_down: 5000 }, { bandwidth_down: 400, bandwidth_up: 400, latency: 400 }],
    },
    timing: { interval: 15 },
  })
})

test('a form that nothing is changed in shows what it measures, and leaves that to the service', async () => {
  const stub = await openForm(serviceWith().reply(readCapabilities.user, someCapabilities()))
  stub.keepWaiting(createMonitor.user)
  await expect.element(addresses).toHaveValue('https://www.fjordbikes.example/')
  await expect
    .element(page.getByRole('textbox', { name: 'Name' }))
    .toHaveAttribute('placeholder', 'www.fjordbikes.example/')
  const chosen = page.getByRole('checkbox', { checked: true })
  await expect
    .poll(() => chosen.elements().map((one) => one.closest('label')?.textContent))
    .toEqual(['Screenshots', 'Frankfurt', 'No throttling', 'Chromium 150', 'Start right away'])
  await create.click()
  await expect.poll(() => stub.received(createMonitor.user)).toHaveLength(1)
  expect(JSON.parse(stub.received(createMonitor.user)[0]?.body ?? '')).toEqual({
    name: 'www.fjordbikes.example/',
    type: 'WEBPAGE',
    status: 'RUNNING',
    constants: {
      url: 'https://www.fjordbikes.example/',
      protocol: 'HTTPS',
      screenshots: true,
      browser_cache: 'EMPTY',
    },
    variables: {},
    timing: { interval: 30, policy: 'PARALLEL' },
  })
})

test('of several sites, none is chosen, and the first is an example', async () => {
  const sites = [aSite(), aSite({ id: 'other', host: 'other.example' })]
  await openForm(serviceWith(sites).reply(readCapabilities.user, someCapabilities()))
  await expect.element(addresses).toHaveValue('')
  await expect.element(addresses).toHaveAttribute('placeholder', 'https://www.fjordbikes.example/')
  await showRequest()
  await expect.element(request).toHaveTextContent('"name": "www.fjordbikes.example/"')
})

const lcp = page.getByRole('textbox', { name: 'Largest contentful paint over, s' })
const bodies = (stub: StubService) => stub.received(setLimits.user).map(({ body }) => JSON.parse(body) as unknown)

test('limits are set with the monitor, and are checked before anything is sent', async () => {
  const made = aMonitor()
  const stub = await openForm()
  stub.reply(createMonitor.user, made).reply(setLimits.user, made).reply(readMonitor.user, made)
  await addresses.fill('https://limited.example/')
  await lcp.fill('soon')
  await create.click()
  await expect.element(page.getByText('Enter a number from 0.001 to 600.')).toBeVisible()
  await expect.element(lcp).toHaveFocus()
  expect(stub.received(createMonitor.user)).toEqual([])
  await lcp.fill('2.5')
  await page.getByRole('combobox', { name: 'Another metric' }).selectOptions('Transferred')
  await page.getByRole('textbox', { name: 'Transferred over, MB' }).fill('1.5')
  await create.click()
  await expect.poll(() => location.pathname).toBe(`/monitors/${made.id}`)
  expect(bodies(stub)).toEqual([{ limits: { time_to_display: 2500, bytes_total: 1_500_000 } }])
})

test('several monitors get the same limits, and are listed', async () => {
  const none = onePage({ rows: [] })
  const stub = await openForm(service().reply(listMonitors.user, none).reply(listSamples.user, none))
  stub.reply(createMonitor.user, aMonitor()).reply(setLimits.user, aMonitor())
  await addresses.fill('six.example/\nsix.example/sale')
  await lcp.fill('2.5')
  await page.getByRole('button', { name: 'Create 2 monitors' }).click()
  await expect.poll(() => location.pathname + location.search).toMatch(/^\/monitors\?search_term=six/)
  expect(bodies(stub)).toEqual(Array.from({ length: 2 }, () => ({ limits: { time_to_display: 2500 } })))
})

test('an HTTP check has no limits for what only pages measure', async () => {
  const stub = await openForm()
  stub.reply(createMonitor.user, aMonitor()).reply(setLimits.user, aMonitor())
  await addresses.fill('https://limited.example/')
  await lcp.fill('2.5')
  await page.getByRole('radio', { name: 'HTTP' }).click({ force: true })
  await expect.element(lcp).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'First byte over, ms' }).fill('600')
  await create.click()
  await expect.poll(() => bodies(stub)).toEqual([{ limits: { first_byte: 600 } }])
})

test.each(faults)('where limits are %s, the monitor is there, and they can be set again', async (_, words, fault) => {
  const made = aMonitor()
  const stub = await openForm()
  stub.reply(createMonitor.user, made).answer(setLimits.user, fault).reply(readMonitor.user, made)
  await addresses.fill('https://limited.example/')
  await lcp.fill('2')
  await create.click()
  const result = page.getByRole('row').filter({ hasText: 'https://limited.example/' })
  await expect.element(result).toHaveTextContent('Created without limits')
  await expect.element(result).toHaveTextContent(words)
  await expect.element(page.getByText('1 monitor was created without the limits.')).toBeVisible()
  await expect.element(addresses).not.toBeInTheDocument()
  stub.reply(setLimits.user, made)
  await page.getByRole('button', { name: 'Set the limits again' }).click()
  await expect.poll(() => location.pathname).toBe(`/monitors/${made.id}`)
  expect(bodies(stub)).toEqual(Array.from({ length: 2 }, () => ({ limits: { time_to_display: 2000 } })))
  expect(stub.received(createMonitor.user)).toHaveLength(1)
})

test('where the service doesn’t list locations and browsers, they are typed', async () => {
  const stub = await openForm(new StubService())
  stub.keepWaiting(createMonitor.user)
  await addresses.fill('https://typed.example/')
  await expect.element(page.getByRole('heading', { name: 'Slow when' })).not.toBeInTheDocument()
  await expect.element(page.getByRole('radiogroup', { name: 'Device' })).not.toBeInTheDocument()
  await page.getByRole('textbox', { name: 'Locations' }).fill('Frankfurt\nVirginia')
  await page.getByRole('textbox', { name: 'Browsers' }).fill('Chromium 150')
  await expect.element(page.getByText(/^2 samples every/)).toBeVisible()
  await create.click()
  await expect.poll(() => stub.received(createMonitor.user)).toHaveLength(1)
  expect(JSON.parse(stub.received(createMonitor.user)[0]?.body ?? '')).toMatchObject({
    variables: { locations: ['Frankfurt', 'Virginia'], browsers: [{ name: 'Chromium', version: '150' }] },
  })
})

test.each<[string, Parameters<typeof anAlertRule>[0][], boolean]>([
  ['no rule', [], true],
  [
    'a rule for other kinds, one for critical ones and one that is off',
    [{}, { kinds: null, min_severity: 3 }, { kinds: null, enabled: false }],
    true,
  ],
  [
    'rules for other monitors and for what is unusual',
    [
      { kinds: null, monitor_ids: ['m'] },
      { kinds: ['slow'], slow_by: 'unusual' },
    ],
    true,
  ],
  ['a rule for slow pages', [{}, { kinds: ['slow'] }], false],
  ['a rule for everything at some sites', [{ kinds: null, site_ids: ['s'], monitor_ids: ['m'] }], false],
])('with %s, the form says whether anyone hears of a slow page', async (_, rules, isUncovered) => {
  await openForm(service().reply(listAlertRules.user, { rules: rules.map((rule) => anAlertRule(rule)) }))
  await expect.element(page.getByRole('heading', { name: 'Slow when' })).toBeVisible()
  await (isUncovered
    ? expect.element(page.getByRole('link', { name: 'Create a rule' })).toHaveAttribute('href', '/alerts/new')
    : expect.element(page.getByText(/go out by “/)).toBeVisible())
  await expect.element(page.getByText(/^Nobody is told: no rule covers slow pages/)).toHaveLength(isUncovered ? 1 : 0)
})

test('a rule is created for the form without losing it, unless a secret would be', async () => {
  const stub = service().reply(listAlertRules.user, { rules: [] })
  const { router } = await renderPage('/monitors/new', stub, 'user')
  await addresses.fill('https://kept.example/')
  await page.getByRole('heading', { name: 'Advanced' }).click()
  await page.getByLabelText('Password', { exact: true }).fill('a secret')
  const rule = page.getByRole('link', { name: 'Create a rule' })
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await rule.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByLabelText('Password', { exact: true }).fill('')
  await rule.click()
  await expect.poll(() => router.state.location.pathname).toBe('/alerts/new')
  await router.navigate(-1)
  await expect.element(addresses).toHaveValue('https://kept.example/')
})

test.each([
  ['a limit', '2.5', 'Monitor created. Nobody is told: no rule covers slow pages.'],
  ['no limit', '', 'Monitor created'],
])('where no rule covers slow pages, a monitor with %s is announced so', async (_, limit, words) => {
  const made = aMonitor()
  const stub = await openForm(service().reply(listAlertRules.user, { rules: [] }))
  stub.reply(createMonitor.user, made).reply(setLimits.user, made).reply(readMonitor.user, made)
  await expect.element(page.getByRole('link', { name: 'Create a rule' })).toBeVisible()
  await addresses.fill('https://limited.example/')
  await lcp.fill(limit)
  await create.click()
  await expect.element(page.getByText(words, { exact: true })).toBeVisible()
})

const header = (n: number) => page.getByRole('group', { name: `Header ${n}` })

test('what was entered is back when the form is opened again, but no secret', async () => {
  const { unmount } = await renderPage('/monitors/new', service(), 'user')
  const restored = page.getByText('What you entered before is back.')
  const password = page.getByLabelText('Password', { exact: true })
  await addresses.fill('https://kept.example/')
  await page.getByRole('heading', { name: 'Advanced' }).click()
  await page.getByRole('textbox', { name: 'Username' }).fill('me')
  await password.fill('a secret')
  await page.getByRole('button', { name: '+ Request header' }).click()
  await header(1).getByRole('textbox', { name: 'Header' }).fill('Authorization')
  await header(1).getByLabelText('Value').fill('Bearer a secret')
  await expect.element(restored).not.toBeInTheDocument()
  await expect.poll(() => JSON.stringify(sessionStorage)).toContain('Authorization')
  expect(JSON.stringify(sessionStorage)).not.toContain('a secret')
  await unmount()
  await renderPage('/monitors/new', service(), 'user')
  await expect.element(restored).toBeVisible()
  await expect.element(addresses).toHaveValue('https://kept.example/')
  await expect.element(page.getByRole('textbox', { name: 'Username' })).toHaveValue('me')
  await expect.element(password).toHaveValue('')
  await expect.element(page.getByText('Passwords aren’t kept in drafts. Enter this one again.')).toBeVisible()
  await expect.element(header(1).getByRole('textbox', { name: 'Header' })).toHaveValue('Authorization')
  await expect.element(header(1).getByLabelText('Value')).toHaveValue('')
  await expect
    .element(header(1))
    .toHaveTextContent('Secret values aren’t copied or kept in drafts. Enter this one again.')
  const leave = page.getByRole('dialog', { name: 'Leave this page?' })
  const sites = page.getByRole('link', { name: 'Sites', exact: true })
  await sites.click()
  await leave.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(addresses).toHaveValue('https://kept.example/')
  await page.getByRole('button', { name: 'Start over' }).click()
  await expect.element(addresses).toHaveValue('')
  await expect.element(restored).not.toBeInTheDocument()
  await addresses.fill('https://left.example/')
  await sites.click()
  await leave.getByRole('button', { name: 'Leave' }).click()
  await expect.element(addresses).not.toBeInTheDocument()
  expect(JSON.stringify(sessionStorage)).not.toContain('left.example')
})

test('a clone starts with the values of the original, but not its secrets', async () => {
  const { constants, ...rest } = aMonitor({ type: 'HTTP', name: 'Orders webhook' })
  const http_headers = [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'X-Api-Key', value: null },
  ]
  const more = { auth: 'me', http_headers, http_method: 'POST', http_body: '{"dry_run":true}' }
  const original = { ...rest, constants: { ...constants, ...more } }
  const stub = service().reply(readMonitor.user, original)
  await renderPage(`/monitors/new?from=${original.id}`, stub, 'user')
  await expect.element(addresses).toHaveValue('https://www.example.org/')
  await expect.element(page.getByRole('combobox', { name: 'Method' })).toHaveValue('POST')
  await expect.element(page.getByRole('textbox', { name: 'Request body' })).toHaveValue('{"dry_run":true}')
  await expect
    .element(page.getByText('A password and secret header values aren’t copied; enter them again.'))
    .toBeVisible()
  await expect.element(header(1).getByLabelText('Value')).toHaveValue('application/json')
  await create.click()
  await expect.element(page.getByText('Enter the value.')).toBeVisible()
  await header(2).getByLabelText('Value').fill('a secret')
  await showRequest()
  await expect.element(request).not.toHaveTextContent('a secret')
  stub.reply(createMonitor.user, original)
  await create.click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Orders webhook' })).toBeVisible()
  expect(stub.received(createMonitor.user)[0]?.body).toContain('a secret')
  await expect.element(page.getByText('Content-Type: application/json; X-Api-Key: hidden')).toBeVisible()
})
