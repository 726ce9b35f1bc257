import { connect } from 'node:tls'
import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { DnsServer } from '../../src/service/test/dns-server.ts'
import { freePort } from '../../src/service/test/free-port.ts'
import { startPebble } from '../../src/service/test/pebble.ts'
import { expect, fillSignIn, heading } from '../fixtures.ts'
import { startService, test } from '../live.ts'
import { startOrigin } from '../mock/origin.ts'
import { startTrustingBrowser } from '../trusting-browser.ts'
import { Visitor } from '../visitor.ts'

/** Slow machines may take this long until what was changed here is seen there, ms. */
const patient = { timeout: 180_000 }
/** How long a certificate is valid, seconds: it's renewed after two thirds. */
const life = 60

/** The certificate that visitors of a host get, or why they get none. */
function certificateOf(host: string, port: number, ca: string): Promise<{ serial: string } | { problem: string }> {
  const { promise, resolve } = Promise.withResolvers<{ serial: string } | { problem: string }>()
  const socket = connect({ host: '127.0.0.1', port, servername: host, ca })
  socket.once('secureConnect', () => {
    resolve({ serial: socket.getPeerCertificate().serialNumber })
    socket.destroy()
  })
  socket.once('error', ({ message }) => resolve({ problem: message }))
  return promise
}

const events = z.looseObject({ rows: z.array(z.looseObject({ kind: z.string(), at: z.string() })) })
const samples = z.looseObject({ rows: z.array(z.looseObject({ metrics: z.looseObject({ first_byte: z.number() }) })) })

/** Fills in the form of a monitor or test, submits it, and waits for the new record's page. @returns its ID */
async function create(page: Page, kind: 'monitor' | 'test', name: string, type: string, url: string): Promise<string> {
  await page.getByRole('radio', { name: type }).check({ force: true })
  await page.getByRole('textbox', { name: 'Addresses' }).fill(url)
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  if (type === 'Web page') await expect(page.getByRole('checkbox', { name: 'Screenshots' })).toBeChecked()
  await page.getByRole('button', { name: `Create ${kind}` }).click()
  await expect(heading(page, name)).toBeVisible()
  return /[^/]+$/.exec(new URL(page.url()).pathname)?.[0] ?? ''
}

/** The sum of the requests that the table beside the chart shows. */
async function shownRequests(page: Page): Promise<number> {
  await page.reload()
  const table = page.getByRole('table', { name: /^Requests answered .* as a table/ })
  await expect(table).toBeVisible()
  const [, ...rows] = await table.getByRole('row').all()
  const cells = await Promise.all(rows.map((row) => row.getByRole('cell').first().textContent()))
  return cells.reduce((sum, text) => sum + Number(text?.replaceAll(/\D/g, '')), 0)
}

test('a site is measured, goes live once its CNAME is set, and is served over http and https, purged and in maintenance', async ({
  page,
  context,
}) => {
  test.setTimeout(900_000)
  const [dns, origin, edgePort, tlsPort] = [
    await DnsServer.start(),
    await startOrigin(),
    await freePort(),
    await freePort(),
  ]
  const hostname = 'www.shop.example'
  const host = `${hostname}:${origin.port}`
  const address = `https://${hostname}:${tlsPort}/sale`
  dns.set(hostname, { a: ['127.0.0.1'] })
  const pebble = await startPebble({ dns: dns.address, httpPort: edgePort, life })
  const service = await startService({
    DNS_SERVERS: dns.address,
    DNS_INTERVAL: '1',
    // so that the browser opens preview addresses
    SERVICE_DOMAIN: 'edge.localhost',
    EDGE_PORT: String(edgePort),
    EDGE_TLS_PORT: String(tlsPort),
    ACME_DIRECTORY: pebble.directory,
    ACME_EMAIL: 'ops@perf.example',
    NODE_EXTRA_CA_CERTS: pebble.caFile,
  })
  const trusting = await startTrustingBrowser({ root: pebble.root, host: hostname })
  const visitor = new Visitor(service.edge)
  const visit = (path: string) => visitor.visit(hostname, path)
  const cacheStatus = async (path: string) => (await visit(path)).headers['cache-status'] ?? 'none'
  const currentCertificate = () => certificateOf(hostname, tlsPort, pebble.root)
  try {
    await page.goto(service.url)
    await fillSignIn(page, service.partner.id, service.partner.key)
    await page.getByRole('link', { name: 'Create account' }).first().click()
    await page.getByRole('textbox', { name: 'Email' }).fill('shop@example.org')
    await page.getByRole('textbox', { name: 'Site', exact: true }).fill(`http://${host}/`)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(heading(page, 'Account created')).toBeVisible()
    const preview = (await page.getByRole('link', { name: /^http:\/\/p-/ }).getAttribute('href')) ?? ''
    const cname = (await page.getByText(/^s-[0-9a-f]+\.edge\.localhost$/).textContent()) ?? ''
    await page.getByRole('link', { name: host, exact: true }).click()
    await expect(heading(page, host)).toBeVisible()
    const siteUrl = page.url()
    const [, account = ''] = /accounts\/([^/]+)/.exec(siteUrl) ?? []
    const steps = page.getByRole('list', { name: 'Progress of the site' }).getByRole('listitem')
    const certificate = page.getByRole('region', { name: 'Certificate' })
    const read = async (path: string): Promise<unknown> => {
      const url = `${service.url}/api/partners/${service.partner.id}/accounts/${account}${path}`
      return (await fetch(url, { headers: { 'SERVICE-API-KEY': service.partner.key } })).json()
    }

    await test.step('the first sample of the home page arrives by itself', async () => {
      await expect(steps.filter({ hasText: 'First sample' })).toContainText('done', patient)
      await page.reload()
      const ofHomePage = page.getByRole('row').filter({ hasText: /\d\d:\d\d.*local/ })
      await expect(ofHomePage.first()).toContainText(/\d\s*m?s\b/)
    })

    await test.step('before DNS is changed, the preview address shows the site, which has no certificate', async () => {
      const tab = await context.newPage()
      await expect.poll(async () => (await tab.goto(preview))?.status(), patient).toBe(200)
      await expect(heading(tab, hostname)).toBeVisible()
      await tab.close()
      expect(await cacheStatus('/')).toBe('none')
      await expect(certificate.getByText('We’ll issue a certificate as soon as the site is live.')).toBeVisible()
      expect(await currentCertificate()).toHaveProperty('problem')
    })

    await test.step('a test of a page and a monitor of an address are created, and give samples', async () => {
      await page.goto(`${service.url}/accounts/${account}/tests/new`)
      // the browser measures while the monitor is created
      await create(page, 'test', 'once', 'Web page', `http://${host}/`)
      await page.getByRole('link', { name: 'Monitors', exact: true }).click()
      await page.getByRole('link', { name: 'New monitor' }).click()
      const plain = await create(page, 'monitor', 'plain', 'HTTP', `http://${host}/`)
      const latest = page.getByRole('table', { name: 'Latest samples' })
      await expect(latest.getByRole('row')).toHaveCount(2)
      await expect(latest).toContainText('200')
      const { rows } = samples.parse(await read(`/samples?profile_and_locations[0][profile_id]=${plain}`))
      const metrics = { status_code: 200, tls: null, service_score: null }
      expect(rows).toMatchObject([{ sample_type: 0, metrics }])
      expect(rows[0]?.metrics.first_byte).toBeGreaterThan(0)
      await page.getByRole('link', { name: 'Tests', exact: true }).click()
      await page.getByRole('link', { name: 'once' }).click()
      await expect(page.getByText('Finished with 1 sample.')).toBeVisible(patient)
    })

    await test.step('the explorer lists the samples of both', async () => {
      await page.getByRole('link', { name: 'Samples', exact: true }).click()
      await page.getByRole('button', { name: '+ Monitor or test' }).click()
      await page.getByRole('dialog').getByRole('checkbox', { checked: true }).uncheck()
      await page.getByRole('checkbox', { name: /^plain/ }).check()
      await page.getByRole('checkbox', { name: /^once/ }).check()
      await page.getByRole('button', { name: 'Show 2' }).click()
      const list = page.getByRole('table', { name: 'Samples', exact: true })
      await expect(list.getByRole('row')).toHaveCount(3)
      await expect(page.getByRole('radio', { name: 'all 2' })).toBeVisible()
      await expect(list.getByRole('row').filter({ hasText: 'plain' })).toContainText(/\d+(\.\d+)?\s(?:ms|s)/)
      await list.getByRole('row').filter({ hasText: 'once' }).getByRole('button').click()
    })

    await test.step('the sample of the page has its waterfall, screenshots and headers', async () => {
      await page.getByRole('dialog').getByRole('link', { name: 'Open full sample' }).click()
      const waterfall = page.getByRole('table', { name: /^Requests of/ })
      for (const name of ['/', '/style.css', '/app.js', '/images/front.png']) {
        await expect(waterfall.getByRole('button', { name, exact: true })).toBeVisible()
      }
      const last = page.getByRole('list', { name: 'Filmstrip' }).getByRole('img').last()
      await expect(last).toBeVisible()
      expect(await last.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
      await expect(page.getByRole('table', { name: 'Response headers of the page' })).toContainText('text/html')
    })

    await test.step('the site goes live by itself', async () => {
      await page.goto(siteUrl)
      await expect(page.getByText('Only the preview address is optimized').first()).toBeVisible()
      dns.set(cname, { a: ['127.0.0.1'] })
      dns.set(hostname, { cname })
      await expect(page.getByRole('heading', { name: 'The site is live' })).toBeVisible(patient)
      await expect(steps.filter({ hasText: 'DNS points here, done' })).toHaveCount(1)
      await expect(async () => {
        await page.reload()
        await expect(page.getByText(/^Visitors get cached, compressed pages/).first()).toBeVisible({
          timeout: 10_000,
        })
      }).toPass(patient)
      await expect.poll(() => cacheStatus('/sale'), patient).toMatch(/; hit/)
    })

    await test.step('within 10 seconds of going live, it has a certificate', async () => {
      await expect.poll(currentCertificate, patient).toHaveProperty('serial')
      const { rows } = events.parse(await read('/events'))
      const [live, issued] = ['site.state', 'certificate.issued'].map(
        (kind) => rows.find((row) => row.kind === kind)?.at,
      )
      const took = Date.parse(issued ?? '') - Date.parse(live ?? '')
      test.info().annotations.push({ type: 'ms until the certificate', description: String(took) })
      expect(took).toBeLessThan(10_000)
      await page.reload()
      await expect(certificate.getByText('Valid', { exact: true })).toBeVisible()
      await expect(certificate.getByText(/^Pebble Intermediate CA/)).toBeVisible()
    })
    const first = await currentCertificate()
    const secure = await trusting.newPage()

    await test.step('visitors see the page without a warning, if their browser trusts the authority', async () => {
      const response = await secure.goto(address)
      expect(response?.status()).toBe(200)
      expect((await response?.securityDetails())?.issuer).toMatch(/^Pebble Intermediate CA/)
      expect(await secure.evaluate(() => window.isSecureContext)).toBe(true)
      const stranger = await startTrustingBrowser({ root: null, host: hostname })
      const refused = await (await stranger.newPage()).goto(address).catch(String)
      await stranger.close()
      expect(refused).toContain('ERR_CERT_AUTHORITY_INVALID')
    })

    await page.goto(siteUrl.replace(/\/sites\/.*/, ''))
    await page.getByRole('button', { name: 'Open as account holder' }).click()
    await expect(heading(page, 'Sites')).toBeVisible()
    await page.getByRole('link', { name: host, exact: true }).click()
    await expect(heading(page, host)).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'Site pages' })

    await test.step('a purged page comes from the server again, others from the cache', async () => {
      await expect.poll(() => cacheStatus('/sale'), patient).toMatch(/; hit/)
      const before = await visit('/sale')
      await visit('/page/1')
      await tabs.getByRole('link', { name: 'Cache' }).click()
      await page.getByRole('textbox', { name: 'Path 1' }).fill('/sale')
      await page.getByRole('button', { name: 'Purge 1 path' }).click()
      await expect(page.getByText(/^The path was purged in/)).toBeVisible(patient)
      await expect(page.getByText('A test visit cached the new version. Its content is new.')).toBeVisible()
      expect((await visit('/sale')).text).not.toBe(before.text)
      expect(await cacheStatus('/sale')).toMatch(/; hit/)
      expect(await cacheStatus('/page/1')).toMatch(/; hit/)
    })

    await test.step('maintenance and back', async () => {
      await tabs.getByRole('link', { name: 'Optimizer' }).click()
      await page.getByRole('button', { name: 'Start maintenance…' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(`Type ${host} to confirm`).fill(host)
      await dialog.getByRole('button', { name: 'Start maintenance' }).click()
      await expect(dialog).toBeHidden()
      await expect.poll(async () => (await visit('/sale')).status, patient).toBe(503)
      const tab = await context.newPage()
      await tab.goto(`${preview}news`)
      await expect(heading(tab, 'Down for maintenance')).toBeVisible()
      await tab.close()
      await page.getByRole('main').getByRole('button', { name: 'Resume', exact: true }).click()
      await expect.poll(async () => (await visit('/sale')).status, patient).toBe(200)
    })

    await test.step('its certificate is renewed before it ends', async () => {
      const isAnother = async () => {
        const now = await currentCertificate()
        return 'serial' in now && JSON.stringify(now) !== JSON.stringify(first)
      }
      await expect.poll(isAnother, patient).toBe(true)
      expect((await secure.goto(address))?.status()).toBe(200)
      await tabs.getByRole('link', { name: 'Overview' }).click()
      await expect(certificate).toBeVisible()
      await page.reload()
      await expect(certificate.getByText('Valid', { exact: true })).toBeVisible()
    })

    await test.step('visitors’ requests appear in the chart', async () => {
      for (let i = 0; i < 20; i++) expect((await visit(`/page/${i % 4}`)).status).toBe(200)
      // the chart draws half an hour once it has ended
      await page.clock.setFixedTime(Date.now() + 30 * 60_000)
      await tabs.getByRole('link', { name: 'Traffic' }).click()
      await page.getByRole('button', { name: 'Table' }).first().click()
      await expect(page).toHaveURL(/table=requests/)
      await expect.poll(() => shownRequests(page), patient).toBeGreaterThanOrEqual(20)
    })
    expect(await service.stop()).toBe(0)
  } finally {
    visitor.leave()
    await trusting.close()
    origin.stop()
    await Promise.all([pebble.stop(), dns.stop(), service.stop()])
  }
})
