import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listAccounts, listAccountSites, listAlertRules, partnerAlerts, readMonitor } from '../../../contract/index.ts'
import { aMonitor, anAccount, anAlertRule, aSite, onePage, siteId } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

const { id, name } = anAccount()
const heading = (words: string) => page.getByRole('heading', { level: 1, name: words })

test.each([
  ['/monitors?search_term=home', '/monitors?search_term=home'],
  ['/sites?state=active', '?state=active'],
  ['/account', '/account'],
  ['/incidents?open=true', '/incidents?open=true'],
])('an account holder’s link to %s lets a partner choose the account', async (address, own) => {
  const service = serviceWith().answer(listAccounts, ({ query }) =>
    Response.json(onePage({ accounts: query.get('search_term') === 'nobody' ? [] : [anAccount()] })),
  )
  await renderPage(address, service)
  await expect.element(heading('Which account?')).toBeVisible()
  const link = page.getByRole('table', { name: 'Accounts' }).getByRole('link', { name })
  await expect.element(link).toHaveAttribute('href', `/accounts/${id}${own}`)
  await page.getByRole('searchbox', { name: 'Search name or email' }).fill('nobody')
  await expect.element(page.getByText('No accounts match “nobody”.').last()).toBeVisible()
  await expect.element(link).not.toBeInTheDocument()
})

const monitor = aMonitor()
const rule = anAlertRule()

test.each([
  [`/monitors/${monitor.id}?range=7d`, 'monitor'],
  [`/samples?profile=${monitor.id}&range=7d`, 'monitor or test'],
  [`/alerts/${rule.id}`, 'alert rule'],
])('an account holder’s link to %s finds the account', async (address, what) => {
  const service = serviceWith()
    .reply(readMonitor.partner, monitor)
    .reply(partnerAlerts.list, { rules: [] })
    .reply(listAlertRules.partner, { rules: [rule] })
  const { router } = await renderPage(address, service)
  await expect.element(heading(`Which account has this ${what}?`)).toBeVisible()
  // it may have been one of the partner's own
  const mayBeDeleted = page.getByText('It may have been deleted')
  await (what === 'alert rule' ? expect.element(mayBeDeleted) : expect.element(mayBeDeleted).not).toBeInTheDocument()
  // what has been searched is said by a region that is there before
  expect(document.querySelector('form + [role="status"]')?.textContent).toBe('')
  await page.getByRole('textbox', { name: 'Name or email contains' }).fill('fjord')
  await page.getByRole('button', { name: 'Find account' }).click()
  await expect
    .poll(() => router.state.location.pathname + router.state.location.search)
    .toBe(`/accounts/${id}${address}`)
  expect(service.received(listAccounts).at(-1)?.query.get('search_term')).toBe('fjord')
})

test('a site’s link says which accounts lack it, and is remembered once its account is found', async () => {
  const { host } = aSite()
  const service = serviceWith().reply(listAccountSites, { sites: [] })
  const { router } = await renderPage(`/sites/${siteId}/optimizer`, service)
  await expect.element(heading(`Which account has ${host}?`)).toBeVisible()
  const find = page.getByRole('button', { name: 'Find account' })
  await page.getByRole('textbox', { name: 'Name or email contains' }).fill('fjord')
  await find.click()
  await expect
    .element(page.getByRole('alert').filter({ hasText: 'None of the matching accounts has this site.' }))
    .toBeVisible()
  const { optimizer: _, ...listed } = aSite()
  service.reply(listAccountSites, { sites: [listed] })
  await find.click()
  await expect.poll(() => router.state.location.pathname).toBe(`/accounts/${id}/sites/${siteId}/optimizer`)
  await expect.element(heading(host)).toBeVisible()
  await router.navigate(`/sites/${siteId}/results`)
  await expect.poll(() => router.state.location.pathname).toBe(`/accounts/${id}/sites/${siteId}`)
})

test('an account’s sites are on its own page', async () => {
  const { router } = await renderPage(`/accounts/${id}/sites?state=active`, serviceWith())
  await expect.element(heading(name)).toBeVisible()
  await expect
    .poll(() => router.state.location.pathname + router.state.location.search)
    .toBe(`/accounts/${id}?state=active`)
})

test.each([
  ['/sites/SITE/traffic?range=7d', `/accounts/${accountId}/sites/SITE/traffic?range=7d`],
  ['/sites?state=active', `/accounts/${accountId}?state=active`],
  // the address of a portal
  ['/sites/SITE', '/sites/SITE/results'],
])('another link leads the account’s holder to %s', async (own, address) => {
  const { router } = await renderPage(address, serviceWith(), 'user')
  await expect.poll(() => router.state.location.pathname + router.state.location.search).toBe(own)
})
