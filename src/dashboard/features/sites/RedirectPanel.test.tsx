import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type RedirectRecord, readCertificate, readOrigin, readUserSite, setRedirect } from '../../../contract/index.ts'
import { aSite, siteId, someRootRecords } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

const host = 'www.shop.example'
const bare = 'shop.example'
const off: RedirectRecord = { host: bare, enabled: false, since: null, verdict: null, dns: null }
const seen = { cname_seen: null, seen_at: '2026-11-21T10:00:00Z', root_domain: true, domain: bare }
const waiting: RedirectRecord = {
  ...off,
  enabled: true,
  verdict: 'elsewhere',
  dns: { ...seen, addresses: someRootRecords() },
}
const live: RedirectRecord = { ...waiting, since: '2026-11-21T10:00:00Z', verdict: 'here' }
const certificate = {
  status: 'valid',
  hostname: host,
  counterpart: null,
  issuer: 'E1',
  valid_from: null,
  valid_until: '2027-02-01T10:00:00Z',
  attempted_at: null,
  next_attempt_at: null,
  problem: null,
}

const panel = page.getByRole('region', { name: 'Redirect', exact: true })
const toggle = page.getByRole('switch', { name: `Redirect ${bare} to ${host}` })
const records = page.getByRole('table', { name: `DNS records for ${bare}` })

async function open(
  redirect: RedirectRecord | undefined,
  certified: object = { status: 'off' },
  own = aSite({ host }),
) {
  const site = { ...own, ...(redirect && { redirect }) }
  const service = serviceWith([site])
    .reply(readOrigin.user, { url: null, is_set: false, host: null })
    .reply(readCertificate.user, { ...certificate, ...certified })
  await renderPage(`/sites/${siteId}`, service, 'user')
  const becomes = (later: RedirectRecord) => service.reply(readUserSite, { ...own, redirect: later })
  return { service, becomes }
}

test('a redirect is switched on, waits for the records that it shows, and is live', async () => {
  const { service, becomes } = await open(off)
  await expect.element(panel).toHaveTextContent('Off')
  await expect.element(toggle).not.toBeChecked()
  await expect.element(records).not.toBeInTheDocument()
  becomes(waiting).reply(setRedirect.user, waiting)
  await toggle.click()
  expect(service.received(setRedirect.user).map(({ body }) => JSON.parse(body) as unknown)).toEqual([{ enabled: true }])
  await expect.element(panel).toHaveTextContent('Waiting for DNS')
  await expect.element(toggle).toBeChecked()
  await expect.element(records).toHaveTextContent(someRootRecords().txt.name)
  await expect.element(records).toHaveTextContent('203.0.113.9 isn’t the service’s')
  await expect.element(panel).toHaveTextContent('Replace the addresses, and create the TXT record.')
  becomes(live)
  await expect.element(panel).toHaveTextContent(/Live.*Visitors of shop\.example are redirected since/)
  await expect.element(records).not.toBeInTheDocument()
})

test('https works once the certificate is for both', async () => {
  const { service } = await open(live, { status: 'valid' })
  await expect.element(panel).toHaveTextContent('Live, certificate coming')
  await expect.element(panel).toHaveTextContent(`https://${bare} doesn’t work yet`)
  service.reply(readCertificate.user, { ...certificate, counterpart: bare })
  await expect.element(panel).not.toHaveTextContent('certificate coming')
})

test.each<[what: string, redirect: RedirectRecord, words: string | RegExp]>([
  [
    'without a public address',
    { ...waiting, dns: { ...seen, addresses: someRootRecords({ expected: [] }) } },
    /this service has no public address for it/,
  ],
  [
    'whose TXT record is missing',
    { ...waiting, verdict: 'unproved', dns: { ...seen, addresses: someRootRecords({ verdict: 'unproved' }) } },
    /Only the TXT record is missing/,
  ],
])('a root domain %s says so', async (_, redirect, words) => {
  await open(redirect)
  await expect.element(panel).toHaveTextContent(words)
})

test('a www needs a CNAME record', async () => {
  const dns = { ...seen, root_domain: false }
  const redirect: RedirectRecord = { ...waiting, host, dns, verdict: 'none' }
  await open(redirect, undefined, aSite({ host: bare }))
  const record = page.getByRole('table', { name: `DNS record for ${host}` })
  await expect.element(record).toHaveTextContent(/CNAME.*c1\.edge\.example/)
  await expect.element(panel).toHaveTextContent('Create this record.')
})

test('why it is refused is said in words', async () => {
  const { service } = await open(off)
  service.refuse(setRedirect.user, {
    status: 422,
    fields: { enabled: `can't be true: ${bare} is a site of this account itself` },
  })
  await toggle.click()
  await expect.element(panel.getByRole('alert')).toHaveTextContent(`${bare} is a site of this account itself.`)
  await expect.element(toggle).not.toBeChecked()
})

test.each([
  ['that has no counterpart', { ...off, host: null }],
  ['of a service that can’t redirect', undefined],
])('a site %s has no switch', async (_, redirect) => {
  await open(redirect)
  await expect.element(page.getByRole('heading', { name: 'DNS', exact: true })).toBeInTheDocument()
  await expect.element(panel).not.toBeInTheDocument()
})
