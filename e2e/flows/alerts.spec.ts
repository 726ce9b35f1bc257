import { v7 as uuid } from 'uuid'
import { expect, expectAccessible, expectNoSidewaysScroll, heading, row, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'
import type { ScriptedClock } from '../mock/clock.ts'

type World = Mock & { clock: ScriptedClock }

/** Notes that something began or ended, as whatever stores samples does. */
async function note({ service, clock }: World, incident_id: string, change: 'opened' | 'closed'): Promise<void> {
  const { db } = service.services.database
  await db.insertInto('incident_changes').values({ id: uuid(), incident_id, change, at: clock.now() }).execute()
}

/** Has a host of the main account fail. */
async function fail(mock: World, host: string): Promise<string> {
  const id = uuid()
  const now = mock.clock.now()
  await mock.service.services.database.db
    .insertInto('incidents')
    .values({
      id,
      account_id: mock.account.id,
      host,
      kind: 'down',
      severity: 3,
      cause: 'HTTP 503',
      started_at: now,
      opened_at: now,
      partly: 0,
    })
    .execute()
  await note(mock, id, 'opened')
  return id
}

async function recover(mock: World, id: string): Promise<void> {
  const now = mock.clock.now()
  await mock.service.services.database.db
    .updateTable('incidents')
    .set({ ended_at: now, closed_at: now, end_reason: 'recovered' })
    .where('id', '=', id)
    .execute()
  await note(mock, id, 'closed')
}

const holder = 'fjordbikes@example.com'
const partner = 'partners@nordhost.example'

const sent = ({ world }: World, address = holder) =>
  world.mail.letters.filter(({ to }) => to === address).map(({ subject }) => subject)

/** Lets time pass until the service has sent so many emails to an address. */
async function untilSent(mock: World, count: number, address = holder): Promise<void> {
  await expect
    .poll(async () => {
      await mock.clock.advance(5000)
      return sent(mock, address).length
    })
    .toBe(count)
}

test('an account holder hears about an incident, acknowledges it, and mutes', async ({ page, mock, signIn }) => {
  await mock.service.services.database.db.deleteFrom('incidents').execute()
  await signIn('account', '/alerts')
  await expect(heading(page, 'Alerts')).toBeVisible()
  await expect(page.getByText('No open incidents.')).toBeVisible()

  await page.getByRole('link', { name: 'New rule' }).click()
  await expect(heading(page, 'New alert rule')).toBeVisible()
  await page.getByRole('button', { name: 'Create rule' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await expect(name).toBeFocused()
  await expect(page.getByText('Enter a name.')).toBeVisible()
  await name.fill('Slow or wrong DNS')
  await page.getByRole('checkbox', { name: 'Slow' }).check({ force: true })
  await page.getByRole('checkbox', { name: 'DNS' }).check({ force: true })
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect(heading(page, 'Alerts')).toBeVisible()
  const rules = page.getByRole('table', { name: 'Rules' })
  await expect(rules.getByRole('row').filter({ hasText: 'Slow or wrong DNS' })).toContainText('Slow, DNS')

  // a test says at once whether it was accepted
  await page.getByRole('button', { name: 'Send a test: What is down' }).click()
  await expect(page.getByText('Test sent. The mail server accepted it for fjordbikes@example.com.')).toBeVisible()
  expect(sent(mock)).toEqual(['Test of an alert rule'])

  const incident = await fail(mock, 'www.fjordbikes.example')
  await untilSent(mock, 2)
  await page.reload()
  const deliveries = page.getByRole('table', { name: 'Deliveries' })
  const told = deliveries.getByRole('row').filter({ hasText: 'Down: www.fjordbikes.example (HTTP 503)' })
  await expect(told.filter({ hasText: 'What is down' })).toContainText('Sent')

  // the end is told all the same
  const open = page.getByRole('table', { name: 'Open incidents' })
  await open.getByRole('button', { name: 'Acknowledge Down: www.fjordbikes.example' }).press('Enter')
  await expect(open.getByText('by the account holder')).toBeVisible()
  const undo = open.getByRole('button', { name: 'Undo acknowledgement of Down: www.fjordbikes.example' })
  // it was disabled meanwhile
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect(open.getByText('by the account holder')).toBeHidden()
  await open.getByRole('button', { name: 'Acknowledge Down: www.fjordbikes.example' }).click()
  await expect(open.getByText('by the account holder')).toBeVisible()
  await open.getByRole('link', { name: 'www.fjordbikes.example' }).click()
  await expect(heading(page, 'Down: www.fjordbikes.example')).toBeVisible()
  await expect(page.getByText(/^Acknowledged .* by the account holder$/)).toBeVisible()
  await page.goBack()
  await expect(open).toBeVisible()
  await recover(mock, incident)
  await untilSent(mock, 3)
  expect(sent(mock).at(-1)).toBe('Recovered: www.fjordbikes.example (was down)')

  await page.getByRole('button', { name: 'Mute What is down…' }).click()
  await page.getByLabel('For').selectOption('8 hours')
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(rules.getByText('Muted until')).toBeVisible()
  await page.getByRole('button', { name: 'Unmute What is down…' }).click()
  await page.getByRole('button', { name: 'Unmute', exact: true }).click()
  await expect(rules.getByText('Muted until')).toBeHidden()

  await page.getByRole('button', { name: 'Delete Slow or wrong DNS…' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(rules.getByText('Slow or wrong DNS')).toBeHidden()
})

test('a webhook’s key is shown once, and a test says why it failed', async ({ page, mock, signIn }) => {
  await signIn('account', '/alerts/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Chat')
  await page.getByRole('combobox', { name: 'Send by' }).selectOption('Webhook')
  const address = page.getByRole('textbox', { name: 'Address' })
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect(page.getByText('Enter the recipient’s address, beginning with https:// or http://.')).toBeVisible()
  await address.fill('https://me:secret@refuses.example/')
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect(page.getByText('This must not contain a user name or password.')).toBeVisible()
  await address.fill('https://refuses.example/')
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect(page.getByText('“Chat” is saved. Copy this key now: it isn’t shown again.')).toBeVisible()
  await page.getByRole('button', { name: 'Show signing key' }).click()
  await expect(page.getByText(/^whsec_.{44}$/)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Send a test: Chat' }).click()
  await expect(page.getByText('The test of “Chat” failed. The recipient answered 503.')).toBeVisible()
  const deliveries = page.getByRole('table', { name: 'Deliveries' })
  await expect(deliveries.getByRole('row').filter({ hasText: 'Chat' })).toContainText('The recipient answered 503.')

  // the view is in the address
  await page.getByLabel('State').selectOption('Not sent')
  await expect(page).toHaveURL(/state=dropped/)
  await page.reload()
  await expect(deliveries.getByRole('row').filter({ hasText: 'Chat' })).toBeHidden()
  await expect(deliveries).toContainText('This recipient never got the alert that the incident had begun.')
  await page.getByLabel('State').selectOption('Waiting')
  await expect(page.getByText('No deliveries match these filters')).toBeVisible()
  expect(mock.world.webhooks.messages).toEqual([])
})

test('a rule’s page shows that its webhook fails, and tests, mutes and deletes it', async ({ page, signIn }) => {
  await signIn('account', '/alerts')
  const onCall = page.getByRole('table', { name: 'Rules' }).getByRole('row').filter({ hasText: 'On call' })
  await expect(onCall).toContainText('On')
  await expect(onCall).toContainText('Last delivery failed · 1 d ago')
  await onCall.getByRole('link', { name: 'On call' }).click()
  await expect(heading(page, 'On call')).toBeVisible()
  await expect(page.getByText('Last delivery failed')).toBeVisible()
  const deliveries = page.getByRole('table', { name: 'Deliveries' })
  await expect(deliveries.getByRole('row')).toHaveCount(3)
  await expect(deliveries).toContainText('Failed · 29 attempts')

  await page.getByRole('button', { name: 'Send a test: On call' }).click()
  await expect(page.getByText('Test sent. https://hooks.example/on-call accepted it.')).toBeVisible()
  await expect(deliveries.getByRole('row')).toHaveCount(4)
  await expect(page.getByText('Last delivery failed')).toBeHidden()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Mute On call…' }).click()
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(page.getByText('Muted until')).toBeVisible()
  await page.getByRole('link', { name: 'All deliveries' }).click()
  await expect(page).toHaveURL(/\/alerts\?rule_id=/)
  await expect(page.getByRole('table', { name: 'Deliveries' }).getByRole('row')).toHaveCount(4)
  await page.goBack()
  await page.getByRole('button', { name: 'Delete On call…' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(heading(page, 'Alerts')).toBeVisible()
  await expect(page.getByRole('table', { name: 'Rules' })).not.toContainText('On call')
})

test('what was changed in a rule is lost only after a question', async ({ page, signIn }) => {
  await signIn('partner', '/alerts')
  await page.getByRole('link', { name: 'New rule' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('On call')
  await page.getByRole('button', { name: 'Create rule' }).click()
  await page.getByRole('link', { name: 'On call' }).click()
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Night shift')
  const fleet = page.getByRole('link', { name: 'Fleet', exact: true })
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' })
  await fleet.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(name).toHaveValue('Night shift')
  await fleet.click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect(heading(page, 'Fleet')).toBeVisible()
  await page.goBack()
  await expect(name).toHaveValue('On call')
  // of a rule that is deleted, nothing is lost
  await name.fill('Night shift')
  await page.getByRole('button', { name: 'Delete On call…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(heading(page, 'Alerts, all accounts')).toBeVisible()
  await expect(dialog).toBeHidden()
})

test('many monitors are searched, by keyboard too, and buttons keep their places', async ({ page, mock, signIn }) => {
  await signIn('account', '/alerts/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Checkout')
  const down = page.getByText('Down', { exact: true })
  const width = async () => (await down.boundingBox())?.width
  const before = await width()
  await page.getByRole('checkbox', { name: 'Down' }).check({ force: true })
  expect(await width()).toBe(before)
  const monitors = page.getByRole('combobox', { name: 'Monitors' })
  await monitors.fill('nothing is called so')
  await expect(page.getByText('No match')).toBeVisible()
  await monitors.fill('checkout')
  await expect(page.getByRole('listbox', { name: 'Monitors' }).getByRole('option')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  // the list stays open for further choices, over what is below it
  await page.keyboard.press('Escape')
  await expect(page.getByRole('listbox', { name: 'Monitors' })).toBeHidden()
  await expect(page.getByText('None selected: covers only what the selected monitors find.')).toBeVisible()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect(row(page, 'Checkout').first()).toContainText('Down · 1 monitor')
  const { monitor_ids } = await mock.service.services.database.db
    .selectFrom('alert_rules')
    .select('monitor_ids')
    .where('name', '=', 'Checkout')
    .executeTakeFirstOrThrow()
  const [id] = JSON.parse(monitor_ids ?? '[]') as string[]
  await row(page, 'Checkout').first().getByRole('link', { name: 'Checkout' }).click()
  await expect(heading(page, 'Checkout')).toBeVisible()
  // a chosen monitor that has been deleted can be taken out
  await mock.service.services.database.db
    .deleteFrom('monitors')
    .where('id', '=', id ?? '')
    .execute()
  await page.reload()
  await expect(page.getByText('Deleted monitor').first()).toBeVisible()
  await monitors.focus()
  await page.keyboard.press('Backspace')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(row(page, 'Checkout').first()).not.toContainText('1 monitor')
})

test('a partner’s rule is about all accounts, and the log leads to each', async ({ page, mock, signIn }) => {
  await signIn('partner')
  await page.getByRole('link', { name: 'Alerts, all accounts' }).click()
  await expect(heading(page, 'Alerts, all accounts')).toBeVisible()
  await expect(page).toHaveTitle(/^Alerts, all accounts · /)
  await expect(page.getByRole('table', { name: 'Rules' })).toContainText(partner)
  await page.getByRole('link', { name: 'New rule' }).click()
  await expect(page.getByText(`Goes to ${partner}, your partner email address.`)).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await crumbs.getByRole('link', { name: 'Alerts, all accounts' }).click()
  await expect(heading(page, 'Alerts, all accounts')).toBeVisible()
  await fail(mock, 'www.fjordbikes.example')
  await untilSent(mock, 1, partner)
  await page.reload()
  const told = row(page, 'Down: www.fjordbikes.example (HTTP 503)')
  await told.getByRole('link', { name: 'Open account' }).click()
  await expect(heading(page, 'Fjord Bikes')).toBeVisible()
  await page.getByRole('link', { name: 'Alerts', exact: true }).click()
  await expect(page.getByRole('table', { name: 'Open incidents' })).toContainText('www.fjordbikes.example')
  await page.getByRole('link', { name: 'What is down' }).click()
  await expect(heading(page, 'What is down')).toBeVisible()
  await page.getByRole('combobox', { name: 'To', exact: true }).selectOption('Your partner email address')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(row(page, 'What is down').first()).toContainText(partner)
})

for (const [what, path] of [
  ['a new rule', '/alerts/new'],
  ['a webhook’s rule', null],
] as const) {
  test(`the form of ${what} passes axe and fits at 390 px`, async ({ page, mock, signIn }) => {
    const { id } = await mock.service.services.database.db
      .selectFrom('alert_rules')
      .select('id')
      .where('name', '=', 'On call')
      .executeTakeFirstOrThrow()
    await signIn('account', path ?? `/alerts/${id}`)
    await expect(heading(page, path ? 'New alert rule' : 'On call')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'www.fjordbikes.example' }).first()).toBeAttached()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
  })
}
