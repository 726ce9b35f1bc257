import type { Page } from '@playwright/test'
import { v7 as uuid } from 'uuid'
import { expect, heading, row, test } from '../fixtures.ts'
import type { Mock } from '../mock/mock.ts'
import type { ScriptedClock } from '../mock/clock.ts'

type World = Mock & { clock: ScriptedClock }

/** Chooses what to do with a rule of the list. */
async function choose(page: Page, rule: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `More about ${rule}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

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
  await page.getByRole('textbox', { name: 'Name' }).fill('Slow or wrong DNS')
  await page.getByRole('checkbox', { name: 'Slow' }).check({ force: true })
  await page.getByRole('checkbox', { name: 'DNS' }).check({ force: true })
  await page.getByRole('button', { name: 'Create rule' }).click()
  await expect(heading(page, 'Alerts')).toBeVisible()
  const rules = page.getByRole('table', { name: 'Rules' })
  await expect(rules.getByRole('row').filter({ hasText: 'Slow or wrong DNS' })).toContainText('Slow, DNS')

  // a test says at once whether it was accepted
  await choose(page, 'What is down', 'Send a test')
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
  const undo = open.getByRole('button', { name: 'Take back acknowledgement of Down: www.fjordbikes.example' })
  // it was disabled meanwhile
  await expect(undo).toBeFocused()
  await undo.press('Enter')
  await expect(open.getByText('by the account holder')).toBeHidden()
  await open.getByRole('button', { name: 'Acknowledge Down: www.fjordbikes.example' }).click()
  await expect(open.getByText('by the account holder')).toBeVisible()
  await open.getByRole('link', { name: 'www.fjordbikes.example' }).click()
  await expect(heading(page, 'Down: www.fjordbikes.example')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText(/Acknowledged.*By the account holder/)
  await page.goBack()
  await expect(open).toBeVisible()
  await recover(mock, incident)
  await untilSent(mock, 3)
  expect(sent(mock).at(-1)).toBe('Recovered: www.fjordbikes.example (was down)')

  await choose(page, 'What is down', 'Mute…')
  await page.getByLabel('For').selectOption('8 hours')
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await expect(rules.getByText('Muted until')).toBeVisible()
  await choose(page, 'What is down', 'Unmute…')
  await page.getByRole('button', { name: 'Unmute', exact: true }).click()
  await expect(rules.getByText('Muted until')).toBeHidden()
})

test('a partner’s rule is about all accounts, and the log leads to each', async ({ page, mock, signIn }) => {
  await signIn('partner')
  await page.getByRole('link', { name: 'Alerts' }).click()
  await expect(heading(page, 'Alerts')).toBeVisible()
  await expect(page).toHaveTitle(/^Alerts · /)
  await expect(page.getByRole('table', { name: 'Rules' })).toContainText(partner)
  await page.getByRole('link', { name: 'New rule' }).click()
  await expect(page.getByText(`Goes to ${partner}, your partner email address.`)).toBeVisible()
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  await crumbs.getByRole('link', { name: 'Alerts' }).click()
  await expect(heading(page, 'Alerts')).toBeVisible()
  await fail(mock, 'www.fjordbikes.example')
  await untilSent(mock, 1, partner)
  await page.reload()
  const told = row(page, 'Down: www.fjordbikes.example (HTTP 503)')
  await told.getByRole('link', { name: 'Open account' }).click()
  await expect(heading(page, 'Fjord Bikes')).toBeVisible()
  await page.getByRole('link', { name: 'Alerts', exact: true }).last().click()
  await expect(page.getByRole('table', { name: 'Open incidents' })).toContainText('www.fjordbikes.example')
  await page.getByRole('link', { name: 'What is down' }).click()
  await expect(heading(page, 'What is down')).toBeVisible()
  await page.getByRole('combobox', { name: 'Email to' }).selectOption('Your partner email address')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(row(page, 'What is down').first()).toContainText(partner)
})
