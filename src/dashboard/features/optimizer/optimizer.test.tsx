import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import {
  listEvents,
  listIncidents,
  listMonitors,
  listSamples,
  partnerBypass,
  partnerTransparent,
  readAccountSite,
  readUserSite,
  readUserUsage,
  usageTitles,
  userBypass,
  userMaintenance,
  userResume,
  userTransparent,
} from '../../../contract/index.ts'
import { faults } from '../../test/faults.ts'
import { aMonitor, aSample, aSite, onePage, siteId } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

const address = `/sites/${siteId}/optimizer`
const region = page.getByRole('region', { name: 'Optimizer' })
const state = region.getByRole('status').first()
const button = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true })
const alert = page.getByRole('alert').filter({ hasText: 'The optimizer' })

test('moves that aren’t available are disabled and say why', async () => {
  await renderPage(address, serviceWith([aSite({ optimizer: 'off' })]), 'user')
  for (const name of ['Go transparent', 'Bypass…', 'Start maintenance…', 'Resume'])
    await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true')
  expect(page.getByText('Available once DNS points to the service.').elements()).toHaveLength(3)
  await expect.element(page.getByText('The site goes live by itself once DNS points to the service.')).toBeVisible()
})

test.each([
  ['Resume', undefined],
  ['Resume…', { cname_seen: null, seen_at: '2026-11-21T10:00:00Z' }],
])('a site in proxy only has %s and no bypass where its record is %o', async (resume, dns) => {
  await renderPage(address, serviceWith([aSite({ optimizer: 'proxy only', dns })]), 'user')
  await expect.element(button('Bypass…')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(button(resume)).not.toHaveAttribute('aria-disabled', 'true')
})

test('an address with a confirmation that doesn’t apply shows no dialog', async () => {
  await renderPage(`${address}?confirm=maintenance`, serviceWith([aSite({ optimizer: 'maintenance' })]), 'user')
  await expect.element(page.getByText('The site is already in this state.').first()).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('an unknown state is shown as reported, and pause is never offered', async () => {
  const error = 'The optimizer is in the state paused.'
  const service = serviceWith([aSite({ optimizer: 'paused' })]).refuse(userResume, { status: 409, error })
  await renderPage(address, service, 'user')
  await expect.element(state).toHaveTextContent(/paused.*This dashboard doesn’t recognize the state/)
  await expect.element(page.getByRole('button', { name: /pause/i })).not.toBeInTheDocument()
  await button('Resume').click()
  await expect.element(alert).toHaveTextContent(/wasn’t changed.*paused/)
})

test('a refused move is reverted, and the current state is read', async () => {
  const error = 'The optimizer is in the state off: transparent isn’t allowed.'
  const service = serviceWith().refuse(userTransparent, { status: 409, error })
  await renderPage(address, service, 'user')
  await expect.element(state).toHaveTextContent('active')
  service.reply(readUserSite, aSite({ optimizer: 'off' }))
  await button('Go transparent').click()
  await expect.element(alert).toHaveTextContent(error)
  await expect.element(state).toHaveTextContent(/off.*isn’t in the way/)
})

test('a move of a site that was deleted in the meantime is reverted with a reason', async () => {
  const service = serviceWith().refuse(partnerTransparent, { status: 404, error: 'This site doesn’t exist.' })
  await renderPage(`/accounts/${accountId}${address}`, service)
  await button('Go transparent').click()
  await expect.element(alert).toHaveTextContent(/This site doesn’t exist/)
})

test('a failed move is reverted with a reason', async () => {
  const service = serviceWith()
  await renderPage(`/accounts/${accountId}${address}`, service)
  for (const [, why, answer] of faults) {
    service.answer(partnerTransparent, answer)
    await button('Go transparent').click()
    await expect.element(alert).toHaveTextContent(why)
    await expect.element(alert).toHaveTextContent(why.includes('cannot') ? /wasn’t changed/ : /may not have changed/)
    await expect.element(state).toHaveTextContent('active')
    await expect.element(button('Go transparent')).toBeEnabled()
  }
})

test('the new state shows before the service answers', async () => {
  const service = serviceWith()
  const { promise, resolve } = Promise.withResolvers<Response>()
  service.answer(userTransparent, () => promise)
  await renderPage(address, service, 'user')
  await button('Go transparent').click()
  await expect.element(state).toHaveTextContent(/transparent.*Waiting for the service/)
  service.reply(readUserSite, aSite({ optimizer: 'transparent' }))
  resolve(Response.json({ site_id: siteId, optimizer: 'transparent' }))
  await expect.element(page.getByText(/^Now transparent\. Requests pass through/)).toBeVisible()
})

test('a move that isn’t asked about is undone at once, and its button keeps the focus', async () => {
  const service = serviceWith()
  for (const [endpoint, optimizer] of [
    [userTransparent, 'transparent'],
    [userResume, 'active'],
  ] as const)
    service.answer(endpoint, () => {
      service.reply(readUserSite, aSite({ optimizer }))
      return Response.json({ site_id: siteId, optimizer })
    })
  await renderPage(address, service, 'user')
  const undo = page.getByRole('button', { name: 'Undo' })
  await button('Go transparent').click()
  await undo.click()
  await expect.element(page.getByText(/^Resumed\. Visitors get cached/)).toBeVisible()
  await expect.element(state).toHaveTextContent('active')
  await button('Go transparent').click()
  await expect.element(state).toHaveTextContent('transparent')
  await expect.element(button('Go transparent')).toHaveFocus()
  await button('Resume').click()
  await expect.element(state).toHaveTextContent('active')
  await expect.element(button('Resume')).toHaveFocus()
  // the reason is printed beside it
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()
  // the older toasts are gone, and the undo that means nothing any more
  await expect.element(page.getByText(/^Resumed\. Visitors get cached/)).toHaveLength(1)
  await expect.element(undo).not.toBeInTheDocument()
  expect(service.received(userTransparent)).toHaveLength(2)
})

test('maintenance needs the host typed, says how many requests it affects, and outdates the latest check', async () => {
  const { host } = aSite()
  const bucket = Math.floor(Date.now() / 300_000) * 300_000 - 300_000
  const service = serviceWith()
    .reply(listIncidents.user, onePage({ rows: [] }))
    .reply(listEvents.user, onePage({ rows: [] }))
    .reply(listMonitors.user, onePage({ rows: [aMonitor({ site_id: siteId })] }))
    .reply(listSamples.user, onePage({ rows: [aSample({ taken_at: new Date(Date.now() - 60_000).toISOString() })] }))
    .reply(readUserUsage, {
      site: host,
      status: 'active',
      metrics: { traffic: { Origin: { numOfReq: 0, GBS: 0 }, Service: { numOfReq: 1234, GBS: 0 } } },
      usage: usageTitles.map((title) => ({ title, data: [[bucket, 1234] as [number, number]] })),
    })
    .answer(userMaintenance, () => {
      service.reply(readUserSite, aSite({ optimizer: 'maintenance' })).reply(
        listEvents.user,
        onePage({
          rows: [
            {
              id: 'move',
              at: new Date().toISOString(),
              kind: 'site.state',
              actor: 'holder',
              site_id: siteId,
              monitor_id: null,
              detail: { host, from: 'active', to: 'maintenance' },
            },
          ],
        }),
      )
      return Response.json({ site_id: siteId, optimizer: 'maintenance' })
    })
  const { router } = await renderPage(address, service, 'user')
  await button('Start maintenance…').click()
  const dialog = page.getByRole('dialog', { name: `Start maintenance for ${host}?` })
  const go = dialog.getByRole('button', { name: 'Start maintenance' })
  const typed = dialog.getByLabelText(`Type ${host} to confirm`)
  await expect.element(dialog).toHaveTextContent('Every visitor gets a 503 maintenance page')
  await expect.element(dialog).toHaveTextContent('The site served 1,234 requests in the last hour')
  expect(router.state.location.search).toBe('?confirm=maintenance')
  await expect.element(go).toBeDisabled()
  await typed.fill('www.another.example')
  await expect.element(go).toBeDisabled()
  await typed.fill(host)
  await go.click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(state).toHaveTextContent(/maintenance.*Visitors get a maintenance page\./)
  expect(router.state.location.search).toBe('')
  await expect
    .element(page.getByRole('region', { name: 'Health' }))
    .toHaveTextContent('home page not checked since the change')
  await expect.element(button('Start maintenance…')).toHaveFocus()
  // the button that opened the dialog is disabled by now; its reason must not cover what stands beside it
  await expect.element(button('Start maintenance…')).toHaveAttribute('aria-disabled', 'true')
  await expect.element(page.getByRole('tooltip')).not.toBeInTheDocument()
})

test('a confirmed move that fails is reverted, and the typed host is kept for another try', async () => {
  const service = serviceWith()
  await renderPage(`${address}?confirm=bypass`, service, 'user')
  const { host } = aSite()
  const dialog = page.getByRole('dialog', { name: `Bypass ${host}?` })
  const typed = dialog.getByLabelText(`Type ${host} to confirm`)
  await expect.element(dialog).toHaveTextContent('The last hour’s traffic isn’t available here.')
  await typed.fill(host)
  for (const [, why, answer] of faults) {
    service.answer(userBypass, answer)
    await dialog.getByRole('button', { name: 'Bypass' }).click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(why)
    const unsure = expect.element(dialog.getByRole('alert'))
    await (why.includes('cannot') ? unsure.not : unsure).toHaveTextContent(/may have gone through/)
    await expect.element(typed).toHaveValue(host)
  }
  service.reply(userBypass, { site_id: siteId, optimizer: 'bypass' })
  service.reply(readUserSite, aSite({ optimizer: 'bypass' }))
  await dialog.getByRole('button', { name: 'Bypass' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(state).toHaveTextContent('bypass')
})

test('states differ by shape, not by colour', async () => {
  const states = ['active', 'preview', 'bypass', 'maintenance', 'off']
  const service = serviceWith(
    states.map((optimizer) => aSite({ id: optimizer, host: `${optimizer}.example`, optimizer })),
  )
  const colours = new Set<string>()
  const shapes = new Set<string>()
  await renderPage('/sites', service, 'user')
  for (const name of states) {
    const row = page.getByRole('row').filter({ hasText: `${name}.example` })
    await expect.element(row).toHaveTextContent(name)
    const mark = row.element().querySelector('[data-state] svg, svg')
    if (!mark) throw new Error(`no mark in the row of ${name}`)
    colours.add(getComputedStyle(mark).color)
    shapes.add(mark.innerHTML)
  }
  expect(colours.size).toBe(1)
  expect(shapes.size).toBe(5)
})

test('a transparent site claims nothing of its visitors before DNS was checked', async () => {
  const site = aSite({ optimizer: 'transparent', dns: { cname_seen: null, seen_at: null } })
  const service = serviceWith([site]).reply(readAccountSite, site)
  await renderPage(`/accounts/${accountId}${address}`, service)
  await expect
    .element(state)
    .toHaveTextContent('Requests pass through unchanged if DNS points to the service, which hasn’t been checked yet.')
  await expect
    .element(page.getByRole('region', { name: 'DNS' }))
    .toHaveTextContent('The service checks DNS within about a minute.')
})

test('a partner can bypass but not start maintenance', async () => {
  const { host } = aSite()
  const service = serviceWith().reply(partnerBypass, { site_id: siteId, optimizer: 'bypass' })
  await renderPage(`/accounts/${accountId}${address}`, service)
  await expect.element(page.getByText(/Only the account holder can start maintenance/).first()).toBeVisible()
  await expect.element(button('Start maintenance…')).toHaveAttribute('aria-disabled', 'true')
  await button('Bypass…').click()
  await page.getByLabelText(`Type ${host} to confirm`).fill(host)
  service.reply(readAccountSite, aSite({ optimizer: 'bypass' }))
  await page.getByRole('dialog').getByRole('button', { name: 'Bypass' }).click()
  await expect.element(state).toHaveTextContent(/bypass.*Visitors go straight to the origin\./)
  expect(service.received(partnerBypass)).toHaveLength(1)
})

test('resuming asks first where DNS doesn’t point to the service', async () => {
  const dns = { cname_seen: null, seen_at: '2026-11-21T10:00:00Z' }
  const service = serviceWith([aSite({ optimizer: 'bypass', dns })])
  service.reply(userResume, { site_id: siteId, optimizer: 'off' })
  const { router } = await renderPage(address, service, 'user')
  const dialog = page.getByRole('dialog', { name: `Resume ${aSite().host}?` })
  await button('Resume…').click()
  await expect.element(dialog).toHaveTextContent('it stays off until DNS points here')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(service.received(userResume)).toEqual([])
  await button('Resume…').click()
  await dialog.getByRole('button', { name: 'Resume', exact: true }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(service.received(userResume)).toHaveLength(1)
  await expect.poll(() => router.state.location.search).toBe('')
})

test('where the service keeps no log of changes, the latest check counts after a move too', async () => {
  const service = serviceWith([aSite({ optimizer: 'maintenance' })])
    .reply(listMonitors.user, onePage({ rows: [aMonitor({ site_id: siteId })] }))
    .reply(listSamples.user, onePage({ rows: [aSample({ taken_at: new Date().toISOString() })] }))
  await renderPage(address, service, 'user')
  await expect.element(page.getByRole('region', { name: 'Health' })).toHaveTextContent(/home page checked/)
})
