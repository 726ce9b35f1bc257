import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { checkDns, readCertificate, readUserSite, renewCertificate, type ReplyOf } from '../../../contract/index.ts'
import { aSite, siteId } from '../../test/records.ts'
import { accountId, renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

type Certificate = ReplyOf<typeof readCertificate.user>

const day = 24 * 3600_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()

const valid: Certificate = {
  status: 'valid',
  hostname: aSite().host,
  issuer: 'Example Authority E1',
  valid_from: inDays(-1),
  valid_until: inDays(60),
  attempted_at: inDays(-1),
  next_attempt_at: inDays(30),
  problem: null,
}
const failing: Certificate = { ...valid, status: 'failing', problem: 'The host answered HTTP 404.' }
const none: Certificate = {
  ...valid,
  status: 'none',
  issuer: null,
  valid_from: null,
  valid_until: null,
  attempted_at: null,
  next_attempt_at: null,
}

const panel = page.getByRole('region', { name: 'Certificate' })
const terms = panel.getByRole('term')
const verdict = (words: string) => panel.getByText(words, { exact: true })
const tryNow = panel.getByRole('button', { name: 'Try now' })
const address = `/sites/${siteId}`

test('a site’s page says who issued its certificate and until when', async () => {
  await renderPage(address, serviceWith().reply(readCertificate.user, valid), 'user')
  await expect.element(verdict('Valid')).toBeVisible()
  await expect.element(panel.getByText('Example Authority E1')).toBeVisible()
  expect(terms.elements().map(({ textContent }) => textContent)).toEqual([
    'Issuer',
    'Valid until',
    'Last attempt',
    'Renewal',
  ])
  await expect.element(panel.getByText(/ · in \d+\s(?:d|months)/).first()).toBeVisible()
  await expect.element(panel.getByRole('button')).not.toBeInTheDocument()
})

test('one that can’t be renewed says why, and can be tried again', async () => {
  const service = serviceWith().reply(readCertificate.user, failing)
  await renderPage(address, service, 'user')
  await expect.element(verdict('Valid, not renewed')).toBeVisible()
  await expect.element(panel.getByText('The host answered HTTP 404.')).toBeVisible()

  const refused = { ...failing, problem: 'The authority refused.', attempted_at: inDays(0) }
  service.reply(renewCertificate.user, failing).reply(readCertificate.user, refused)
  await tryNow.click()
  await expect.element(panel.getByText('The authority refused.')).toBeVisible()
  await expect.element(panel.getByRole('status')).toHaveTextContent('The attempt failed.')

  const headers = { 'Retry-After': '269' }
  service.refuse(renewCertificate.user, { status: 429, error: 'The last attempt was a moment ago.', headers })
  await tryNow.click()
  const alert = panel.getByRole('alert')
  await expect.element(alert).toHaveTextContent('Couldn’t try now.')
  await expect.element(alert).toHaveTextContent(/The last attempt was a moment ago\. Try again in \d+ minutes\./)

  service.reply(renewCertificate.user, refused).reply(readCertificate.user, valid)
  await tryNow.click()
  await expect.element(verdict('Valid')).toBeVisible()
  await expect.element(panel.getByRole('status')).toHaveTextContent('The certificate is installed.')
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(panel.getByRole('button')).not.toBeInTheDocument()
})

test('one that is being got appears by itself', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  try {
    const service = serviceWith().reply(readCertificate.user, { ...none, status: 'waiting' })
    await renderPage(address, service, 'user')
    await expect.element(verdict('Waiting')).toBeVisible()
    await expect.element(panel.getByText(/^The service is getting a certificate\./)).toBeVisible()
    service.reply(readCertificate.user, valid)
    vi.advanceTimersByTime(2000)
    await expect.element(verdict('Valid')).toBeVisible()
  } finally {
    vi.useRealTimers()
  }
})

test('a site that isn’t live gets none yet, which a partner sees, too', async () => {
  const service = serviceWith([aSite({ optimizer: 'preview' })]).reply(readCertificate.partner, none)
  await renderPage(`/accounts/${accountId}${address}`, service)
  await expect.element(panel).toBeInTheDocument()
  // it loads where it is in sight
  panel.element().scrollIntoView()
  await expect.element(panel.getByText('We’ll issue a certificate as soon as the site is live.')).toBeVisible()
  expect(terms.elements()).toEqual([])
})

test('where the service has no certificates, the panel says so', async () => {
  await renderPage(address, serviceWith(), 'user')
  await expect.element(panel.getByText('This service doesn’t report certificates.')).toBeVisible()
})

test('one that can’t be read is reported, and read when it is asked again', async () => {
  const service = serviceWith().refuse(readCertificate.user, { status: 500 })
  await renderPage(address, service, 'user')
  await expect.element(panel.getByRole('alert')).toHaveTextContent('Couldn’t load the certificate.')
  service.reply(readCertificate.user, valid)
  await panel.getByRole('button', { name: 'Retry' }).click()
  await expect.element(verdict('Valid')).toBeVisible()
})

test('a site that has gone live is said to get one at once', async () => {
  const site = aSite({ optimizer: 'preview', dns: { cname_seen: null, seen_at: inDays(-1) } })
  const service = serviceWith([site]).reply(readCertificate.user, none)
  await renderPage(address, service, 'user')
  await expect.element(panel.getByText(/as soon as the site is live/)).toBeVisible()
  const live = { ...site, optimizer: 'active', dns: { cname_seen: site.service_cname ?? null, seen_at: inDays(0) } }
  service
    .reply(readUserSite, live)
    .reply(checkDns.user, { answered: true, optimizer: 'active', dns: live.dns })
    .reply(readCertificate.user, { ...none, status: 'waiting' })
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect.element(panel.getByText(/The service is getting a certificate/)).toBeVisible()
})
