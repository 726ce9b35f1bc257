import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listIncidents, readUserEmail } from '../../../contract/index.ts'
import { goOffline } from '../../test/offline.ts'
import { aSite, siteId } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import { onPhone } from '../../test/viewport.ts'

const { host } = aSite()
const heading = page.getByRole('heading', { level: 1, name: host })
const unreachable = page.getByText('Can’t reach the service. Showing saved data; retrying.')
const offline = page.getByText('You’re offline.')
const place = () => heading.element().getBoundingClientRect().toJSON() as unknown

/** Until the service is asked again, ms. */
const retry = 5000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})

afterEach(() => {
  vi.useRealTimers()
})

test('an unreachable service is reported above a page that doesn’t move, until it answers again', async () => {
  const service = serviceWith()
  await renderPage(`/sites/${siteId}`, service, 'user')
  await expect.element(heading).toBeVisible()
  const before = place()
  service.setReachable(false)
  await userEvent.keyboard('r')
  await expect.element(unreachable).toBeVisible()
  expect(place()).toEqual(before)
  service.setReachable(true)
  vi.advanceTimersByTime(retry)
  await expect.element(unreachable).not.toBeInTheDocument()
})

test('one read that fails makes no banner', async () => {
  const service = serviceWith().refuse(listIncidents.user, { status: 503 })
  await renderPage(`/sites/${siteId}`, service, 'user')
  await expect.element(heading).toBeVisible()
  await expect.poll(() => service.received(listIncidents.user).length).toBeGreaterThan(0)
  // the banner has asked for itself
  await expect.poll(() => service.received(readUserEmail).length).toBeGreaterThan(1)
  await expect.element(unreachable).not.toBeInTheDocument()
})

test('what failed while the device was offline loads once it’s back', async () => {
  const service = serviceWith()
  await renderPage(`/sites/${siteId}/cache`, service, 'user')
  await expect.element(heading).toBeVisible()
  const { goOnline } = goOffline(service)
  await page.getByRole('link', { name: 'Traffic', exact: true }).click()
  const failed = page.getByText('Couldn’t load the traffic')
  await expect.element(offline).toBeVisible()
  await expect.element(failed).toBeVisible()
  goOnline()
  await expect.element(unreachable).toBeVisible()
  vi.advanceTimersByTime(retry)
  await expect.element(page.getByText('This service doesn’t show traffic to account holders')).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
  await expect.element(offline).not.toBeInTheDocument()
})

test('offline, the banner tells of saved data only where there is some', async () => {
  const second = aSite({ id: '01990000-0000-7000-8000-0000000000f2', host: 'second.fjordbikes.example' })
  const service = serviceWith([aSite(), second])
  await renderPage('/sites', service, 'user')
  const link = page.getByRole('link', { name: second.host, exact: true })
  await expect.element(link).toBeVisible()
  const { goOnline } = goOffline(service)
  await expect.element(page.getByText('You’re offline. Showing saved data until you’re back online.')).toBeVisible()
  await link.click()
  await expect.element(page.getByText('You’re offline. This page loads once you’re back online.')).toBeVisible()
  goOnline()
  await expect.element(page.getByText('Can’t reach the service. Retrying…')).toBeVisible()
  vi.advanceTimersByTime(retry)
  await expect.element(page.getByRole('heading', { level: 1, name: second.host })).toBeVisible()
  await expect.element(offline).not.toBeInTheDocument()
})

test('offline, the end of a page can be scrolled out from under the banner', async () => {
  await onPhone()
  const service = serviceWith()
  await renderPage('/accounts/new', service)
  await expect.element(page.getByRole('button', { name: 'Create account' })).toBeVisible()
  goOffline(service)
  await expect.element(offline).toBeVisible()
  scrollTo(0, document.documentElement.scrollHeight)
  expect(scrollY).toBeGreaterThan(0)
  const end = document.querySelector('main > :last-child')?.getBoundingClientRect().bottom
  expect(end).toBeLessThan(offline.element().getBoundingClientRect().top)
})
