import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createAccount, listAccounts, partnerAlerts, readPartner } from '../../../contract/index.ts'
import { anAccount, aSite } from '../../test/records.ts'
import { partnerId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { StubService } from '../../test/stub-service.ts'

const email = page.getByRole('textbox', { name: 'Email' })
const siteField = page.getByRole('textbox', { name: 'Site', exact: true })
const create = page.getByRole('button', { name: 'Create account' })

async function filled(service: StubService) {
  await renderPage('/accounts/new', service)
  await email.fill('new@example.org')
  await siteField.fill('www.polar.example')
}

test('invalid values are reported at their fields and kept', async () => {
  const fields = { email: 'is already used by another account', site: 'must be a host name' }
  await filled(new StubService().refuse(createAccount, { status: 422, error: 'Two fields are wrong.', fields }))
  await create.click()
  await expect.element(email).toHaveAccessibleDescription(/already used by another account/)
  await expect.element(siteField).toHaveAccessibleDescription(/must be a host name/)
  await expect.element(email).toHaveValue('new@example.org')
  await expect.element(siteField).toHaveValue('www.polar.example')
})

test.each([
  [
    { status: 503, error: 'The service cannot answer now.', headers: { 'X-Request-Id': 'r1' } },
    /cannot answer now.*Request ID/,
  ],
  [{ status: 500, error: 'The service failed to process request r1.' }, /failed to process/],
  [{ status: 429, headers: { 'Retry-After': '3' } }, /try again/i],
])('a creation refused with %o says why and keeps what was typed', async (refusal, why) => {
  await filled(new StubService().refuse(createAccount, refusal))
  await create.click()
  await expect.element(page.getByRole('alert').getByText(why).first()).toBeVisible()
  await expect.element(siteField).toHaveValue('www.polar.example')
})

test('a creation that came too soon counts down to the next try', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
  try {
    const refusal = { status: 429, error: 'Too many requests.', headers: { 'Retry-After': '3' } }
    await filled(new StubService().refuse(createAccount, refusal))
    await create.click()
    const words = page.getByRole('alert').getByText('Too many requests.')
    const counted = words.getByText('Try again in', { exact: false }).first()
    // said once for everyone: what counts isn't read out
    await expect.element(words).toHaveTextContent(/Try again in 3 seconds\.$/)
    await expect.element(counted).toHaveAttribute('aria-hidden', 'true')
    vi.advanceTimersByTime(2000)
    await expect.element(counted).toHaveTextContent('Try again in 1 second.')
    await expect.element(words).toHaveTextContent(/Try again in 3 seconds\.$/)
    vi.advanceTimersByTime(1000)
    await expect.element(words).toHaveTextContent(/^Too many requests\. You can try again now\.$/)
  } finally {
    vi.useRealTimers()
  }
})

const plan = page.getByRole('combobox', { name: 'Plan' })
const later = page.getByRole('checkbox', { name: 'Don’t send the welcome email yet' })
const certificate = page.getByRole('checkbox', { name: 'Check the site’s certificate first' })
const requirements = page.getByRole('complementary', { name: 'Requirements' })

test('a reseller is told of each restriction at its field', async () => {
  const reseller = { id: partnerId, name: 'Bergen Web', email: 'web@bergen.example', reseller: true, addon: false }
  const service = new StubService().reply(readPartner, reseller)
  await filled(service)
  await expect.element(requirements).toHaveTextContent('As a reseller:')
  await expect.element(requirements).toHaveTextContent('You must choose a plan.')
  await expect.element(later).not.toBeInTheDocument()
  await expect.element(certificate).not.toBeInTheDocument()
  await create.click()
  await expect.element(plan).toHaveAccessibleDescription(/Choose a plan\./)
  expect(service.received(createAccount)).toEqual([])
  await plan.selectOptions('paid')
  for (const problem of ['must not be an https address', 'must not be a root domain', 'must have a CNAME record']) {
    service.refuse(createAccount, { status: 422, fields: { site: problem } })
    await create.click()
    await expect.element(siteField).toHaveAccessibleDescription(new RegExp(problem))
    await expect.element(siteField).toHaveValue('www.polar.example')
    await expect.element(siteField).toHaveFocus()
    // its border is red already
    await expect.element(siteField).toHaveStyle({ outlineStyle: 'solid' })
  }
})

test('where the service doesn’t say what kind of partner it is, the form offers everything', async () => {
  const fields = {
    plan: 'is required for resellers: free, paid or plus_paid',
    deferred_creation: 'is only available to addon partners',
  }
  await filled(new StubService().refuse(createAccount, { status: 422, fields }))
  await expect.element(requirements).toHaveTextContent('If you’re a reseller:')
  await expect.element(certificate).toBeVisible()
  await later.click()
  await create.click()
  await expect.element(page.getByText('This is required for resellers: free, paid or plus_paid.')).toBeVisible()
  await expect.element(page.getByText('This is only available to addon partners.')).toBeVisible()
})

test('a creation that may have gone through says so', async () => {
  const service = new StubService().answer(createAccount, () => Response.json({ odd: true }))
  await filled(service)
  await create.click()
  const alert = page.getByRole('alert')
  await expect
    .element(alert)
    .toHaveTextContent(/^It isn’t clear whether this worked\..*match this API.*may have gone through/)
  service.setReachable(false)
  await create.click()
  await expect.element(alert).toHaveTextContent(/Can’t reach the service.*may have gone through/)
  await expect.element(siteField).toHaveValue('www.polar.example')
})

test.each([
  ['with alerts about what is down', false, 'true'],
  ['without them, if they are declined', true, 'false'],
])('an account is created %s', async (_, declines, sent) => {
  const service = new StubService().reply(partnerAlerts.list, { rules: [] }).keepWaiting(createAccount)
  await filled(service)
  const box = page.getByRole('checkbox', { name: 'Email the account holder when a page is down' })
  await expect.element(box).toBeChecked()
  if (declines) await box.click()
  await create.click()
  await expect.poll(() => service.received(createAccount)).toHaveLength(1)
  expect(new URLSearchParams(service.received(createAccount)[0]?.body).get('down_alerts')).toBe(sent)
})

test('a service without alerts isn’t asked for any', async () => {
  const service = new StubService().keepWaiting(createAccount)
  await filled(service)
  await expect.element(page.getByRole('checkbox', { name: /is down/ })).not.toBeInTheDocument()
  await create.click()
  await expect.poll(() => service.received(createAccount)).toHaveLength(1)
  expect(service.received(createAccount)[0]?.body).not.toContain('down_alerts')
})

test('its fields promise nothing that is set up later', async () => {
  await renderPage('/accounts/new', new StubService())
  await expect
    .element(email)
    .toHaveAccessibleDescription(/The welcome email goes there\. It doesn’t contain the API key/)
  await expect.element(siteField).toHaveAccessibleDescription(/measured right away/)
  await page.getByRole('checkbox', { name: 'The host is a placeholder' }).click()
  await page.getByRole('checkbox', { name: 'Don’t send the welcome email yet' }).click()
  await expect.element(email).toHaveAccessibleDescription(/The welcome email doesn’t contain the API key/)
  await expect.element(siteField).not.toHaveAccessibleDescription(/measured right away/)
})

test('what was typed is lost only after a question', async () => {
  await filled(
    new StubService().reply(listAccounts, {
      accounts: [],
      current_page: 1,
      total_pages: 0,
      per_page: 25,
      total_entries: 0,
    }),
  )
  const accounts = page.getByRole('link', { name: 'Accounts', exact: true }).first()
  const dialog = page.getByRole('dialog', { name: 'Leave this page?' })
  await accounts.click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(email).toHaveValue('new@example.org')
  await accounts.click()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible()
})

test('a new account has a page of its own, with its key, DNS and email, which a reload keeps', async () => {
  const account = anAccount({ welcome_email: { state: 'sent', attempts: 1 } })
  const site = aSite({ optimizer: 'preview', dns: { cname_seen: null, seen_at: null } })
  const created = { email: account.email, user_id: account.id, site_id: site.id, host: site.host }
  const service = serviceWith([site], account).reply(createAccount, {
    ...created,
    api_key: account.api_key,
    assessment_url: null,
    preview_url: null,
  })
  const { router, unmount } = await renderPage('/accounts/new', service)
  await email.fill('new@example.org')
  await siteField.fill('www.polar.example')
  await create.click()
  const isShown = async () => {
    await expect.element(page.getByRole('heading', { level: 1, name: 'Account created' })).toBeVisible()
    await expect.element(page.getByText('c1.edge.example').first()).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Welcome email' })).toBeVisible()
    await page.getByRole('button', { name: 'Show API key' }).click()
    await expect.element(page.getByText(account.api_key ?? '', { exact: true })).toBeVisible()
  }
  await isShown()
  const address = router.state.location.pathname
  expect(address).toBe(`/accounts/${account.id}/created`)
  await unmount()
  await renderPage(address, service)
  await isShown()
  await page.getByRole('link', { name: 'Create another' }).click()
  await expect.element(email).toHaveValue('')
})
