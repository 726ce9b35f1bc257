import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listFleet, listIncidents, readPartner } from '../../../contract/index.ts'
import { localZone } from '../../kit/format/time.ts'
import { setZone } from '../../kit/format/zone.ts'
import { aSite, anIncident, onePage } from '../../test/records.ts'
import { accountId, partnerId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { atWidth } from '../../test/viewport.ts'

const nordhost = { id: partnerId, name: 'Nord Host', email: 'partners@nordhost.example', reseller: true }
const banner = page.getByRole('banner')
const menu = banner.getByRole('navigation', { name: 'Main' })

test('who is signed in is named at every width, by initials where it’s narrow', async () => {
  await renderPage('/accounts', serviceWith().reply(readPartner, nordhost))
  const person = banner.getByRole('button', { name: /^Nord Host Partner/ })
  const initials = banner.getByText('NH', { exact: true })
  for (const width of [1024, 794, 768, 390]) {
    await atWidth(width)
    await expect.element(person).toBeVisible()
    expect(initials.element().getBoundingClientRect().width, `at ${width} px`).toBeGreaterThan(20)
    expect(person.element().getBoundingClientRect().right, `at ${width} px`).toBeLessThanOrEqual(width)
  }
})

test('who is signed in has a name before it has loaded', async () => {
  await renderPage('/accounts', serviceWith().keepWaiting(readPartner))
  await expect.element(banner.getByRole('button', { name: /^Partner/ })).toBeVisible()
})

test('the bar is beside the page where there is room for it, and above it elsewhere', async () => {
  await atWidth(1024)
  await renderPage('/accounts', serviceWith())
  const heading = page.getByRole('heading', { level: 1, name: 'Accounts' })
  await expect.element(heading).toBeVisible()
  const box = (of: { element: () => Element }) => of.element().getBoundingClientRect()
  expect(box(banner).right).toBeLessThan(box(heading).left)
  expect(box(heading).top).toBeLessThan(60)
  await expect.element(menu).toBeVisible()
  await atWidth(1000)
  await expect.element(menu).not.toBeInTheDocument()
  // the page names itself in the bar
  expect(box(heading).bottom).toBeLessThanOrEqual(box(banner).bottom)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  await expect.element(page.getByRole('dialog').getByRole('link', { name: 'Accounts', exact: true })).toBeVisible()
})

test('in a narrow window, a site’s place is in the bar and its host in the page', async () => {
  await atWidth(390)
  await renderPage(`/sites/${aSite().id}`, serviceWith(), 'user')
  const heading = page.getByRole('heading', { level: 1, name: aSite().host })
  const crumb = page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Sites' })
  await expect.element(crumb).toBeVisible()
  const bar = banner.element().getBoundingClientRect()
  expect(crumb.element().getBoundingClientRect().top).toBeLessThan(bar.bottom)
  // hidden until the site has come
  await expect.poll(() => heading.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(bar.bottom)
})

test('the fleet is neither in the menu nor in the palette where the service doesn’t list it', async () => {
  await atWidth(1024)
  const service = serviceWith().refuse(listFleet, { status: 404, error: 'There is nothing at this path.' })
  const { router } = await renderPage('/accounts', service)
  await expect.element(menu.getByRole('link', { name: 'Accounts' })).toBeVisible()
  await expect.poll(() => service.received(listFleet)).toHaveLength(1)
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('option', { name: 'Accounts', exact: true })).toBeVisible()
  await expect.element(page.getByRole('option', { name: 'Fleet', exact: true })).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu.getByRole('link', { name: 'Fleet' })).not.toBeInTheDocument()
  // asked once
  await router.navigate(`/accounts/${accountId}`)
  await expect.element(menu.getByRole('link', { name: 'Monitors' })).toBeVisible()
  expect(service.received(listFleet)).toHaveLength(1)
})

test('the fleet is in the menu where the service lists it', async () => {
  await atWidth(1024)
  const counts = { down: 0, dns: 0, slow: 0, other: 0, maintenance: 0, off: 0, idle: 0, unchecked: 0, healthy: 0 }
  const fleet = { ...onePage({ sites: [] }), more_entries: false, counts, revision: '1' }
  await renderPage('/accounts', serviceWith().reply(listFleet, fleet))
  await expect.element(menu.getByRole('link', { name: 'Fleet' })).toBeVisible()
})

test('the menu counts the open incidents of the account, and its links keep their names', async () => {
  await atWidth(1280)
  const open = [anIncident(), anIncident({ id: '01990000-0000-7000-8000-000000000402', severity: 1, kind: 'slow' })]
  const service = serviceWith().reply(listIncidents.user, onePage({ rows: open }))
  await renderPage('/monitors', service, 'user')
  const link = menu.getByRole('link', { name: 'Incidents', exact: true })
  await expect.element(link).toHaveAccessibleDescription('2 open incidents')
  await expect.element(menu.getByText('2', { exact: false }).first()).toHaveAttribute('data-severity', 'critical')
})

test('without an open incident, the menu counts none', async () => {
  await atWidth(1280)
  const service = serviceWith().reply(listIncidents.user, onePage({ rows: [] }))
  await renderPage('/monitors', service, 'user')
  await expect.poll(() => service.received(listIncidents.user).length).toBeGreaterThan(0)
  await expect.element(menu.getByRole('link', { name: 'Incidents', exact: true })).not.toHaveAccessibleDescription()
})

test('every time is shown in the chosen time zone, also when the page is opened again', async () => {
  await atWidth(1280)
  const open = () => renderPage(`/accounts/${accountId}/account`, serviceWith().reply(readPartner, nordhost))
  const created = page.getByRole('definition').filter({ hasText: /ago$/ }).first()
  const { unmount } = await open()
  await banner.getByRole('button', { name: /Nord Host/ }).click()
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  try {
    await zone.selectOptions('UTC')
    await expect.element(created).toHaveTextContent('UTC')
    await zone.selectOptions('Asia/Tokyo')
    await expect.element(created).toHaveTextContent('GMT+9')
    await expect.element(banner.getByText('GMT+9', { exact: true })).toBeVisible()
    await unmount()
    await open()
    await expect.element(created).toHaveTextContent('GMT+9')
    expect(Object.values(localStorage)).toContain('Asia/Tokyo')
  } finally {
    setZone(localZone)
  }
})

test('the theme is chosen in the account’s menu', async () => {
  await atWidth(1280)
  await renderPage('/accounts', serviceWith().reply(readPartner, nordhost))
  await banner.getByRole('button', { name: /Nord Host/ }).click()
  const theme = page.getByRole('combobox', { name: 'Theme' })
  await theme.selectOptions('Dark')
  await expect.element(document.documentElement).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await theme.selectOptions('System')
})
