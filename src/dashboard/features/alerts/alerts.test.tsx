import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  acknowledgeIncident,
  createAlertRule,
  deleteAlertRule,
  listAlertRules,
  listAlerts,
  listFleet,
  listIncidents,
  listMonitors,
  listOpenIncidents,
  listUserSites,
  muteAlertRule,
  partnerAlerts,
  readAccount,
  readAlertRule,
  testAlertRule,
  updateAlertRule,
  type AlertRecord,
} from '../../../contract/index.ts'
import { expectAccessible } from '../../test/accessible.ts'
import {
  aFleetSite,
  aMonitor,
  anAccountIncident,
  anAlertRule,
  anIncident,
  aSite,
  onePage,
  siteId,
} from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { StubService } from '../../test/stub-service.ts'
import { atWidth, onPhone } from '../../test/viewport.ts'

const unavailable = { status: 503, error: 'The service cannot answer now.' }
const none = onePage({ rows: [] })
const service = () =>
  new StubService()
    .reply(listAlertRules.user, { rules: [] })
    .reply(listAlerts.user, none)
    .reply(listIncidents.user, none)

test('deliveries that can’t be loaded are reported beside the rules', async () => {
  await renderPage('/alerts', service().refuse(listAlerts.user, unavailable), 'user')
  await expect.element(page.getByText('Couldn’t load the deliveries.')).toBeVisible()
  await expect.element(page.getByText('No alert rules yet')).toBeVisible()
  await expect.element(page.getByText('No open incidents.')).toBeVisible()
})

test('a state without deliveries says so', async () => {
  const stub = service()
  await renderPage('/alerts?state=waiting', stub, 'user')
  await expect.element(page.getByText('No deliveries match these filters')).toBeVisible()
  expect(stub.received(listAlerts.user)[0]?.query.get('state')).toBe('waiting')
})

test('a rule that can’t be saved says why, and keeps what was entered', async () => {
  await renderPage('/alerts/new', service().refuse(createAlertRule.user, unavailable), 'user')
  const name = page.getByRole('textbox', { name: 'Name' })
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect.element(page.getByText('Enter a name.')).toBeVisible()
  await expect.element(name).toHaveFocus()
  await name.fill('On call')
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect.element(page.getByText('Couldn’t save the rule.')).toBeVisible()
  await expect.element(name).toHaveValue('On call')
})

test.each([
  ['', 'Enter the recipient’s address, beginning with https:// or http://.'],
  ['https://me:secret@hooks.example/', 'This must not contain a user name or password.'],
])('a webhook’s address can’t be “%s”', async (typed, words) => {
  const stub = service().refuse(createAlertRule.user, {
    status: 422,
    fields: { url: 'must not contain a user name or password' },
  })
  await renderPage('/alerts/new', stub, 'user')
  await page.getByRole('textbox', { name: 'Name' }).fill('Chat')
  await sendBy('Email')
  await sendBy('Webhook')
  await page.getByRole('textbox', { name: 'Address' }).fill(typed)
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect.element(page.getByText(words)).toBeVisible()
})

const sendBy = (channel: string) => page.getByRole('checkbox', { name: channel, exact: true }).click({ force: true })

test('a rule sends by email and webhook, and by one of them at least', async () => {
  const stub = service().reply(createAlertRule.user, anAlertRule())
  await renderPage('/alerts/new', stub, 'user')
  await page.getByRole('textbox', { name: 'Name' }).fill('Both')
  await sendBy('Email')
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect.element(page.getByText('Choose email, webhook or both.')).toBeVisible()
  await sendBy('Webhook')
  await page.getByRole('textbox', { name: 'Webhook address' }).fill('https://hooks.example/')
  await sendBy('Email')
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect.poll(() => stub.received(createAlertRule.user)).toHaveLength(1)
  expect(JSON.parse(stub.received(createAlertRule.user)[0]?.body ?? '')).toMatchObject({
    channels: ['email', 'webhook'],
    recipient: 'holder',
    url: 'https://hooks.example/',
  })
})

test('a webhook’s new key isn’t left without a question', async () => {
  const made = anAlertRule({ name: 'Chat', channels: ['webhook'], url: 'https://hooks.example/', secret: 'whsec_new' })
  await renderPage('/alerts/new', service().reply(createAlertRule.user, made), 'user')
  await page.getByRole('textbox', { name: 'Name' }).fill('Chat')
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect.element(page.getByText('“Chat” is saved. Copy this key now: it isn’t shown again.')).toBeVisible()
  await page.getByRole('button', { name: 'Show signing key' }).click()
  await expect.element(page.getByText('whsec_new', { exact: true })).toBeVisible()
  await expectAccessible()
  await page.getByRole('link', { name: 'Incidents', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await expect.element(question).toHaveTextContent('This key is shown only once. Copy it first.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('link', { name: 'Done' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Alerts' })).toBeVisible()
})

test('of a rule’s two channels, it’s said which one fails', async () => {
  const works = { enabled: true, target: 'me@example.org', last_delivery: null, failures: 0, failing_since: null }
  const failing_since = new Date(Date.now() - 26 * 3600_000).toISOString()
  const by_channel = [
    { ...works, channel: 'email' },
    { ...works, channel: 'webhook', target: 'https://hooks.example/', failures: 29, failing_since },
  ]
  const rule = anAlertRule({ channels: ['email', 'webhook'], by_channel, failures: 29, failing_since })
  await renderPage('/alerts', service().reply(listAlertRules.user, { rules: [rule] }), 'user')
  await expect
    .element(page.getByRole('region', { name: 'Failing alerts' }))
    .toHaveTextContent(/don’t arrive by webhook.*29 attempts failed since/)
  const row = page.getByRole('table', { name: 'Rules' }).getByRole('row').nth(1)
  await expect.element(row).toHaveTextContent('To me@example.org (email) and https://hooks.example/ (webhook)')
  await expect.element(row).toHaveTextContent('Alerts don’t arrive by webhook: 29 failed attempts')
  await expect.element(row).not.toHaveTextContent('by email')
})

test('the page of a rule passes axe and fits a phone', async () => {
  await onPhone()
  const stub = withMonitors()
    .reply(listAlertRules.user, { rules: [onCall] })
    .reply(listUserSites, { sites: [aSite()] })
  await renderPage(address, stub, 'user')
  await expect.element(page.getByRole('checkbox', { name: aSite().host }).first()).toBeInTheDocument()
  await expectAccessible()
  expect(document.documentElement.scrollWidth).toBe(innerWidth)
})

test('a rule that doesn’t exist is reported as not found', async () => {
  const stub = service().refuse(readAlertRule.user, { status: 404, error: "This rule doesn't exist." })
  await renderPage('/alerts/unknown', stub, 'user')
  await expect.element(page.getByText('This rule wasn’t found.')).toBeVisible()
})

test.each(['/alerts', '/alerts/new'])('where the service sends no alerts, %s says so', async (address) => {
  await renderPage(address, new StubService(), 'user')
  await expect.element(page.getByText('This service doesn’t send alerts')).toBeVisible()
})

test('a partner is told the same about an account', async () => {
  const stub = new StubService().reply(readAccount, {
    id: accountId,
    name: 'Fjord',
    email: 'fjord@example.org',
    created_at: '2026-11-21T10:00:00.000Z',
    last_sign_in_at: null,
    api_key: 'key',
  })
  await renderPage(`/accounts/${accountId}/alerts`, stub)
  await expect.element(page.getByText('This service doesn’t send alerts')).toBeVisible()
})

test.each([390, 768])('every action is in sight at %i px', async (width) => {
  await atWidth(width)
  const rows = [anIncident({ host: 'a-rather-long-name-of-a-shop.fjordbikes.example' })]
  const stub = service()
    .reply(listAlertRules.user, { rules: [anAlertRule({ name: 'Whatever is down on any of the shops' })] })
    .reply(listIncidents.user, onePage({ rows }))
  await renderPage('/alerts', stub, 'user')
  for (const name of ['Open incidents', 'Rules']) {
    const table = page.getByRole('table', { name })
    await expect.element(table.getByRole('button').first()).toBeVisible()
    const element = table.element()
    expect(element.scrollWidth).toBeLessThanOrEqual(element.parentElement?.clientWidth ?? 0)
  }
})

const heading = (name: string) => page.getByRole('heading', { level: 1, name })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const name = page.getByRole('textbox', { name: 'Name' })
/** An item of the menu about “On call”, which it opens. */
const chosen = (item: string) => ({
  click: async () => {
    await button('More about On call').click()
    await page.getByRole('menuitem', { name: item }).click()
  },
})
const dialog = page.getByRole('dialog')
const deliveries = page.getByRole('table', { name: 'Deliveries' })

const hook = 'https://hooks.example/on-call'
const onCall = anAlertRule({ name: 'On call', channel: 'webhook', recipient: null, target: hook, url: hook })
const address = `/alerts/${onCall.id}`

/** An alert that “On call” gave up after 29 attempts. */
const aDelivery = (own: Partial<AlertRecord> = {}): AlertRecord => ({
  id: '01990000-0000-7000-8000-000000000601',
  rule_id: onCall.id,
  rule_name: onCall.name,
  channel: 'webhook',
  target: hook,
  incident_id: anIncident().id,
  account_id: accountId,
  what: 'opened',
  subject: 'Down: api.fjordbikes.example (HTTP 503)',
  state: 'failed',
  reason: null,
  attempts: 29,
  next_at: null,
  last_error: 'The recipient answered 503.',
  created_at: new Date(Date.now() - 26 * 3600_000).toISOString(),
  sent_at: null,
  digest_id: null,
  ...own,
})

test('a rule’s page shows that its webhook fails, and tests, mutes and deletes it', async () => {
  const failed = aDelivery()
  let rules: (typeof onCall)[] = [{ ...onCall, last_delivery: failed }]
  const stub = service()
    .answer(listAlertRules.user, () => Response.json({ rules }))
    .reply(listAlerts.user, onePage({ rows: [failed] }))
    .reply(testAlertRule.user, { sent: false, error: 'The recipient answered 503.' })
  await renderPage('/alerts', stub, 'user')
  const rule = page.getByRole('table', { name: 'Rules' }).getByRole('row').filter({ hasText: 'On call' })
  await expect.element(rule).toHaveTextContent(/On.*Last delivery failed · 1.d ago/)
  await rule.getByRole('link', { name: 'On call' }).click()
  await expect.element(heading('On call')).toBeVisible()
  await expect.element(page.getByText('Last delivery failed')).toBeVisible()
  await expect.element(deliveries).toHaveTextContent('Failed · 29 attempts')
  await button('Send a test: On call').click()
  await expect
    .element(page.getByText('The test of “On call” failed. The recipient answered 503.', { exact: true }))
    .toBeVisible()

  rules = [{ ...onCall, last_delivery: { ...failed, state: 'sent' } }]
  stub
    .reply(testAlertRule.user, { sent: true, error: null })
    .reply(listAlerts.user, onePage({ rows: [aDelivery({ id: 'test', subject: 'Test of an alert rule' }), failed] }))
  await button('Send a test: On call').click()
  await expect.element(page.getByText(`Test sent. ${hook} accepted it.`)).toBeVisible()
  await expect.element(deliveries).toHaveTextContent('Test of an alert rule')
  await expect.element(page.getByText('Last delivery failed')).not.toBeInTheDocument()

  const muted = { ...onCall, muted_until: new Date(Date.now() + 3600_000).toISOString() }
  stub.answer(muteAlertRule.user, () => {
    rules = [muted]
    return Response.json(muted)
  })
  await chosen('Mute…').click()
  await button('Mute').click()
  await expect.element(page.getByText('Muted until')).toBeVisible()
  await page.getByRole('link', { name: 'All deliveries' }).click()
  await expect.poll(() => location.pathname + location.search).toBe(`/alerts?rule_id=${onCall.id}`)
  expect(stub.received(listAlerts.user).at(-1)?.query.get('rule_id')).toBe(onCall.id)

  stub.answer(deleteAlertRule.user, () => {
    rules = []
    return Response.json({ id: onCall.id, name: onCall.name })
  })
  await rule.getByRole('link', { name: 'On call' }).click()
  await chosen('Delete…').click()
  await button('Delete').click()
  await expect.element(heading('Alerts')).toBeVisible()
  await expect.element(page.getByText('No alert rules yet')).toBeVisible()
})

test('deliveries of one state are chosen, and say why they weren’t sent', async () => {
  const untold = aDelivery({ state: 'dropped', reason: 'untold', attempts: 0 })
  const stub = service().answer(listAlerts.user, ({ query }) =>
    Response.json(onePage({ rows: query.get('state') === 'dropped' ? [untold] : [aDelivery()] })),
  )
  await renderPage('/alerts', stub, 'user')
  await expect.element(deliveries).toHaveTextContent('The recipient answered 503.')
  await page.getByRole('combobox', { name: 'State' }).selectOptions('Not sent')
  await expect.element(deliveries).toHaveTextContent('This recipient never got the alert that the incident had begun.')
  await expect.poll(() => location.search).toBe('?state=dropped')
})

test('what was changed in a rule is lost only after a question', async () => {
  let rules = [onCall]
  const stub = service()
    .answer(listAlertRules.user, () => Response.json({ rules }))
    .answer(deleteAlertRule.user, () => {
      rules = []
      return Response.json({ id: onCall.id, name: onCall.name })
    })
  const { router } = await renderPage(address, stub, 'user')
  await name.fill('Night shift')
  const incidents = page.getByRole('link', { name: 'Incidents', exact: true })
  const question = page.getByRole('dialog', { name: 'Leave this page?' })
  await incidents.click()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(name).toHaveValue('Night shift')
  await incidents.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await expect.element(heading('Incidents')).toBeVisible()
  await router.navigate(-1)
  await expect.element(name).toHaveValue('On call')
  // of a rule that is deleted, nothing is lost
  await name.fill('Night shift')
  await chosen('Delete…').click()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(heading('Alerts')).toBeVisible()
  await expect.element(dialog).not.toBeInTheDocument()
})

const tenMonitors = Array.from({ length: 10 }, (_, i) =>
  aMonitor({ id: `monitor-${i}`, name: i === 7 ? 'Checkout on 3G' : `Page ${i}` }),
)
const withMonitors = () =>
  service()
    .reply(listMonitors.user, onePage({ rows: tenMonitors }))
    .reply(listUserSites, { sites: [] })

test('many monitors are searched, by keyboard too, and buttons keep their places', async () => {
  const stub = withMonitors().reply(createAlertRule.user, anAlertRule())
  await renderPage('/alerts/new', stub, 'user')
  await name.fill('Checkout')
  const down = page.getByText('Down', { exact: true })
  const width = () => down.element().getBoundingClientRect().width
  const before = width()
  await down.click()
  await expect.element(page.getByRole('checkbox', { name: 'Down' })).toBeChecked()
  expect(width()).toBe(before)
  const monitors = page.getByRole('combobox', { name: 'Monitors' })
  const found = page.getByRole('listbox', { name: 'Monitors' })
  await expect.element(page.getByText('Leave both empty to cover everything.')).toBeVisible()
  await monitors.fill('nothing is called so')
  await expect.element(page.getByRole('main').getByRole('img')).not.toBeInTheDocument()
  await expect.element(page.getByText('No match')).toBeVisible()
  await monitors.fill('checkout')
  await expect.element(found.getByRole('option')).toHaveLength(1)
  await userEvent.keyboard('{ArrowDown}')
  await expectAccessible()
  await userEvent.keyboard('{Enter}')
  // the list stays open for further choices, over what is below it
  await expect.element(found).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(found).not.toBeInTheDocument()
  await expect.element(page.getByText('None selected: covers only what the selected monitors find.')).toBeVisible()
  await onPhone()
  expect(document.documentElement.scrollWidth).toBe(innerWidth)
  stub.reply(listAlertRules.user, { rules: [anAlertRule({ monitor_ids: ['monitor-7'] })] })
  await button('Create rule').click()
  await expect.element(page.getByRole('table', { name: 'Rules' })).toHaveTextContent('1 monitor')
  expect(JSON.parse(stub.received(createAlertRule.user)[0]?.body ?? '')).toMatchObject({
    kinds: ['down'],
    monitor_ids: ['monitor-7'],
  })
})

test('a chosen monitor that has been deleted can be taken out', async () => {
  const rule = anAlertRule({ monitor_ids: ['gone'] })
  const stub = withMonitors()
    .reply(listAlertRules.user, { rules: [rule] })
    .reply(updateAlertRule.user, rule)
  await renderPage(`/alerts/${rule.id}`, stub, 'user')
  await expect.element(page.getByText('Deleted monitor').first()).toBeVisible()
  page.getByRole('combobox', { name: 'Monitors' }).element().focus()
  await userEvent.keyboard('{Backspace}{Escape}')
  await button('Save changes').click()
  await expect.element(heading('Alerts')).toBeVisible()
  expect(JSON.parse(stub.received(updateAlertRule.user)[0]?.body ?? '')).toMatchObject({ monitor_ids: null })
})

test('a partner’s alerts list the open incidents of all accounts, to be acknowledged there', async () => {
  const incident = { ...anAccountIncident(), partly: true }
  const stub = new StubService()
    .reply(partnerAlerts.list, { rules: [] })
    .reply(partnerAlerts.alerts, none)
    .reply(listOpenIncidents, onePage({ rows: [incident] }))
  await renderPage('/alerts', stub)
  const incidents = page.getByRole('table', { name: 'Open incidents' })
  await expect.element(incidents.getByRole('link', { name: incident.account_name })).toBeVisible()
  const known = { ...incident, acknowledged_at: new Date().toISOString(), acknowledged_by: 'partner' }
  stub.answer(acknowledgeIncident.partner, () => {
    stub.reply(listOpenIncidents, onePage({ rows: [known] }))
    return Response.json(known)
  })
  // as its site's own page calls it
  await expect.element(incidents).toHaveTextContent(`Partly down: ${incident.host}`)
  await incidents.getByRole('button', { name: `Acknowledge Partly down: ${incident.host}` }).click()
  await expect.element(incidents).toHaveTextContent(/Acknowledged .* by the hosting provider/)
  expect(stub.received(acknowledgeIncident.partner)[0]?.path).toContain(`/accounts/${incident.account_id}/`)
})

test('a partner whose service doesn’t list them sees the rules alone', async () => {
  const stub = new StubService().reply(partnerAlerts.list, { rules: [] }).reply(partnerAlerts.alerts, none)
  await renderPage('/alerts', stub)
  await expect.element(page.getByText('No alert rules yet')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Open incidents' })).not.toBeInTheDocument()
})

test.each(['/alerts', '/sites', `/sites/${siteId}`])(
  'on %s, a rule whose alerts don’t arrive is loud',
  async (shownAt) => {
    const failing = { ...onCall, failures: 29, failing_since: new Date(Date.now() - 26 * 3600_000).toISOString() }
    const stub = serviceWith()
      .reply(listAlertRules.user, { rules: [failing] })
      .reply(listIncidents.user, onePage({ rows: [anIncident()] }))
    await renderPage(shownAt, stub, 'user')
    const band = page.getByRole('region', { name: 'Failing alerts' })
    const told =
      shownAt === '/alerts' ? band : page.getByText(/^Alerts of On call don’t arrive: 29 attempts failed since/)
    await expect.element(told).toBeVisible()
    await expect.element(told.getByRole('link')).toHaveAttribute('href', `/alerts/${onCall.id}`)
    // in the colours of its mark
    const frame = told.element().closest<HTMLElement>(':is(div, section)[data-tone]')
    const tint = document.createElement('i')
    tint.style.backgroundColor = 'var(--sp-error-weak)'
    frame?.append(tint)
    expect(frame && getComputedStyle(frame).backgroundColor).toBe(getComputedStyle(tint).backgroundColor)
    tint.remove()
    if (shownAt !== '/alerts') return
    await expect.element(band).toHaveTextContent(/Alerts of “On call” don’t arrive.*29 attempts failed since/)
    const rule = page.getByRole('table', { name: 'Rules' })
    await expect.element(rule).toHaveTextContent('Alerts don’t arrive: 29 failed attempts')
    expect(
      rule.getByText('Alerts don’t arrive').element().closest('td')?.querySelector('[data-tone="error"]'),
    ).not.toBeNull()
  },
)

test.each([
  ['the site is well', {}, []],
  ['the rule is about another', { site_ids: ['another'] }, [anIncident()]],
])('on a site’s overview, it’s a quiet line where %s', async (_, own, rows) => {
  const failing = { ...onCall, ...own, failures: 29, failing_since: new Date().toISOString() }
  const stub = serviceWith()
    .reply(listAlertRules.user, { rules: [failing] })
    .reply(listIncidents.user, onePage({ rows }))
  await renderPage(`/sites/${siteId}`, stub, 'user')
  const told = page.getByText(/^Alerts of On call don’t arrive/)
  await expect.element(told).toBeVisible()
  expect(told.element().closest('[data-tone]')).toBeNull()
})

test('a partner is told in the fleet that an alert of all accounts doesn’t arrive', async () => {
  const failing = anAlertRule({ name: 'Pager', failures: 3, failing_since: new Date().toISOString() })
  const healthy = { down: 0, dns: 0, slow: 0, other: 0, maintenance: 0, off: 0, idle: 0, unchecked: 0, healthy: 1 }
  const stub = new StubService()
    .reply(partnerAlerts.list, { rules: [failing] })
    .reply(listFleet, { ...onePage({ sites: [aFleetSite()] }), more_entries: false, counts: healthy, revision: '1' })
  await renderPage('/', stub)
  await expect.element(page.getByText(/^Alerts of Pager don’t arrive: 3 attempts failed since/)).toBeVisible()
})

test('a rule picks among slow pages, and says what it picked', async () => {
  const rule = anAlertRule({ name: 'My limits', kinds: ['slow'], slow_by: 'limits' })
  const stub = service().reply(createAlertRule.user, rule).reply(listUserSites, { sites: [] })
  await renderPage('/alerts/new', stub, 'user')
  await name.fill('My limits')
  const slow = page.getByRole('combobox', { name: 'Slow pages' })
  await expect
    .element(slow)
    .toHaveAccessibleDescription('Unusually slow is over 1.5 times what’s usual at that hour of the week.')
  await page.getByText('Down', { exact: true }).click()
  await expect.element(slow).not.toBeInTheDocument()
  await page.getByText('Slow', { exact: true }).click()
  await slow.selectOptions('Only over a limit that you set')
  stub.reply(listAlertRules.user, { rules: [rule] })
  await button('Create rule').click()
  await expect.element(page.getByRole('table', { name: 'Rules' })).toHaveTextContent('Slow (over a limit)')
  const sent: unknown = JSON.parse(stub.received(createAlertRule.user)[0]?.body ?? '')
  expect(sent).toMatchObject({ kinds: ['down', 'slow'], slow_by: 'limits' })
})

test('of many open incidents, a partner sees five until asking for all, which the address keeps', async () => {
  const rows = Array.from({ length: 9 }, (_, i) =>
    anAccountIncident({ id: `incident-${i}`, host: `shop-${i}.example` }),
  )
  const stub = new StubService()
    .reply(partnerAlerts.list, { rules: [] })
    .reply(partnerAlerts.alerts, none)
    .reply(listOpenIncidents, onePage({ rows }))
  const { unmount } = await renderPage('/alerts', stub)
  const shown = page.getByRole('table', { name: 'Open incidents' }).getByRole('row')
  await expect.element(shown).toHaveLength(1 + 5)
  await page.getByRole('button', { name: 'Show all 9' }).click()
  await expect.element(shown).toHaveLength(1 + 9)
  await expect.poll(() => location.search).toBe('?open=all')
  await unmount()
  await renderPage('/alerts?open=all', stub)
  await expect.element(shown).toHaveLength(1 + 9)
  await page.getByRole('button', { name: 'Show the first 5' }).click()
  await expect.element(shown).toHaveLength(1 + 5)
})

test.each([
  ['/sites', 'user'],
  [`/sites/${siteId}`, 'user'],
  ['/', 'partner'],
] as const)('%s appears with the notice of failing alerts, which doesn’t move it later', async (shownAt, role) => {
  const failing = { ...onCall, failures: 3, failing_since: new Date().toISOString() }
  const healthy = { down: 0, dns: 0, slow: 0, other: 0, maintenance: 0, off: 0, idle: 0, unchecked: 0, healthy: 1 }
  const shownWhenAsked: boolean[] = []
  const answer = () => {
    shownWhenAsked.push(document.querySelector('main h1') !== null)
    return Response.json({ rules: [failing] })
  }
  const stub = serviceWith()
    .answer(listAlertRules.user, answer)
    .answer(partnerAlerts.list, answer)
    .reply(listFleet, { ...onePage({ sites: [aFleetSite()] }), more_entries: false, counts: healthy, revision: '1' })
  await renderPage(shownAt, stub, role)
  await expect.element(page.getByText(/^Alerts of On call don’t arrive/)).toBeVisible()
  expect(shownWhenAsked[0]).toBe(false)
})
