import type { BrowserContext, Page } from '@playwright/test'
import { expect, fillSignIn, type FlowMock, heading, test } from '../fixtures.ts'

const password = 'correct horse battery'
const ben = { name: 'Ben Dahl', email: 'ben@polar.example' }

/** The link of an address's mail, the first or a later one. */
async function linkTo(mock: FlowMock, email: string, nth = 0): Promise<string> {
  const found = () =>
    mock.world.mail.letters.filter(({ to }) => to === email).flatMap(({ text }) => /https?:\S+#\S+/.exec(text) ?? [])[
      nth
    ]
  // the mailer sends in the background
  await expect.poll(found).toBeDefined()
  return found() ?? ''
}

/** Invites somebody by API, as a key does. */
async function invite(
  mock: FlowMock,
  at: 'partner' | 'account',
  email: string,
  role: string,
  nth = 0,
): Promise<string> {
  const { id, key } = mock[at]
  const path = at === 'partner' ? `/partners/${id}/invitations` : `/invitations?user_id=${id}`
  const reply = await fetch(`${mock.url}/api${path}`, {
    method: 'POST',
    headers: { 'SERVICE-API-KEY': key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ email, role }),
  })
  expect(reply.status).toBeLessThan(300)
  return linkTo(mock, email, nth)
}

/** Accepts an invitation of somebody new. */
async function join(page: Page, link: string, name: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Accept and sign in' }).click()
}

async function signInByEmail(page: Page, email: string, secret = password): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function signOut(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in')).toBeVisible()
}

/** All that the browser keeps and a script can read. */
const readable = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage), document.cookie]))

const sessionCookie = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name.endsWith('site-performance'))

test('a sign-in by key keeps a cookie that no script can read, and no key', async ({ page, mock, context }) => {
  await page.goto('/')
  await fillSignIn(page, mock.partner.id, mock.partner.key)
  await expect(heading(page, 'Fleet')).toBeVisible()
  expect(await sessionCookie(context)).toMatchObject({ httpOnly: true, sameSite: 'Lax' })
  expect(await readable(page)).not.toContain(mock.partner.key)
  await page.reload()
  await expect(heading(page, 'Fleet')).toBeVisible()
  const other = await context.newPage()
  await other.goto('/')
  await expect(heading(other, 'Fleet')).toBeVisible()
})

test('an owner invites somebody, who works under their own name, sets a forgotten password anew, and ends a session elsewhere', async ({
  page,
  mock,
  browser,
  signIn,
}) => {
  await signIn('account')
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await page.getByRole('link', { name: 'Invite', exact: true }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(ben.email)
  await page.getByRole('radio', { name: /^Manager/ }).check()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByRole('table', { name: 'Open invitations' })).toContainText(ben.email)
  const link = await linkTo(mock, ben.email)
  await signOut(page, /Account holder/)
  await join(page, link, ben.name)
  await expect(heading(page, 'Sites')).toBeVisible()
  await page.getByRole('button', { name: ben.name }).click()
  await expect(page.getByRole('dialog', { name: 'Signed in' })).toContainText(`${ben.email} · Manager`)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'People', exact: true }).click()
  await expect(page.getByRole('table', { name: 'People' })).toContainText(ben.email)
  await test.step('the link works once', async () => {
    await page.goto('/account')
    await page.goto(link)
    await expect(heading(page, 'This invitation no longer works')).toBeVisible()
  })

  const another = 'another horse battery'
  await test.step('a forgotten password is set anew by a mailed link', async () => {
    await page.goto('/')
    await signOut(page, new RegExp(ben.name))
    await page.getByRole('textbox', { name: 'Email' }).fill(ben.email)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(heading(page, 'Look into your mail')).toBeVisible()
    await page.goto(await linkTo(mock, ben.email, 1))
    await page.getByLabel('New password').fill(another)
    await page.getByRole('button', { name: 'Set password' }).click()
    await expect(heading(page, 'Password changed')).toBeVisible()
    await page.getByRole('link', { name: 'Sign in' }).click()
    await signInByEmail(page, ben.email)
    await expect(page.getByRole('alert')).toContainText('That email address and password don’t match.')
    await signInByEmail(page, ben.email, another)
    await expect(heading(page, 'Sites')).toBeVisible()
  })

  await test.step('a session that was ended elsewhere leads to the sign-in, and back to the page with its draft', async () => {
    await page.getByRole('link', { name: 'Add site' }).click()
    const host = page.getByRole('textbox', { name: 'Host' })
    await host.fill('www.polar.example')
    const elsewhere = await browser.newContext({ baseURL: mock.url })
    const other = await elsewhere.newPage()
    await other.clock.setFixedTime(mock.clock.now())
    await other.goto('/security')
    await signInByEmail(other, ben.email, another)
    await other.getByRole('button', { name: 'End all others…' }).click()
    await other.getByRole('button', { name: 'End all others', exact: true }).click()
    await expect(other.getByText('One session ended')).toBeVisible()
    await elsewhere.close()
    await page.getByRole('button', { name: 'Add site' }).click()
    await expect(page.getByRole('alert')).toContainText('Your session has ended.')
    await signInByEmail(page, ben.email, another)
    await expect(heading(page, 'Add site')).toBeVisible()
    await expect(host).toHaveValue('www.polar.example')
  })
})

test('whoever belongs to several chooses after signing in, and switches without signing in again', async ({
  page,
  mock,
}) => {
  await join(page, await invite(mock, 'partner', ben.email, 'operator'), ben.name)
  await expect(heading(page, 'Fleet')).toBeVisible()
  await page.goto(await invite(mock, 'account', ben.email, 'owner', 1))
  // somebody who is signed in has nothing to fill in
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await expect(heading(page, 'Sites')).toBeVisible()
  await signOut(page, new RegExp(ben.name))
  await page.evaluate(() => localStorage.clear())
  await signInByEmail(page, ben.email)
  await expect(heading(page, 'Choose where to work')).toBeVisible()
  await page.getByRole('button', { name: /Partner · Operator/ }).click()
  await expect(heading(page, 'Fleet')).toBeVisible()
  await page.getByRole('button', { name: new RegExp(ben.name) }).click()
  await page.getByRole('button', { name: /Account · Owner/ }).click()
  await expect(heading(page, 'Sites')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'Sites')).toBeVisible()
  await test.step('the next sign-in remembers it', async () => {
    await signOut(page, new RegExp(ben.name))
    await signInByEmail(page, ben.email)
    await expect(heading(page, 'Sites')).toBeVisible()
  })
})
