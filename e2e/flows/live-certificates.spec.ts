import { connect } from 'node:tls'
import { expect } from '@playwright/test'
import * as z from 'zod/mini'
import { DnsServer } from '../../src/service/test/dns-server.ts'
import { freePort } from '../../src/service/test/free-port.ts'
import { startPebble } from '../../src/service/test/pebble.ts'
import { fillSignIn, heading } from '../fixtures.ts'
import { startService, test } from '../live.ts'
import { startOrigin } from '../mock/origin.ts'
import { startTrustingBrowser } from '../trusting-browser.ts'

/** Slow machines may take this long until what was changed here is seen there, ms. */
const patient = { timeout: 120_000 }
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

test('a site that goes live gets its certificate, is visited over https, and has it renewed', async ({ page }) => {
  test.setTimeout(600_000)
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
    SERVICE_DOMAIN: 'edge.localhost',
    EDGE_PORT: String(edgePort),
    EDGE_TLS_PORT: String(tlsPort),
    ACME_DIRECTORY: pebble.directory,
    ACME_EMAIL: 'ops@perf.example',
    NODE_EXTRA_CA_CERTS: pebble.caFile,
  })
  const trusting = await startTrustingBrowser({ root: pebble.root, host: hostname })
  const visitor = await trusting.newPage()
  try {
    await page.goto(service.url)
    await fillSignIn(page, service.partner.id, service.partner.key)
    await page.getByRole('link', { name: 'Create account' }).first().click()
    await page.getByRole('textbox', { name: 'Email' }).fill('shop@example.org')
    await page.getByRole('textbox', { name: 'Site', exact: true }).fill(`http://${host}/`)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(heading(page, 'Account created')).toBeVisible()
    const cname = (await page.getByText(/^s-[0-9a-f]+\.edge\.localhost$/).textContent()) ?? ''
    await page.getByRole('link', { name: host, exact: true }).click()
    await expect(heading(page, host)).toBeVisible()
    const certificate = page.getByRole('region', { name: 'Certificate' })
    const [, account = ''] = /accounts\/([^/]+)/.exec(page.url()) ?? []

    await test.step('before its DNS is changed, there is none', async () => {
      await expect(certificate.getByText('We’ll issue a certificate as soon as the site is live.')).toBeVisible()
      expect(await certificateOf(hostname, tlsPort, pebble.root)).toHaveProperty('problem')
    })

    await test.step('within 10 seconds of going live, there is one', async () => {
      dns.set(cname, { a: ['127.0.0.1'] })
      dns.set(hostname, { cname })
      await expect.poll(() => certificateOf(hostname, tlsPort, pebble.root), patient).toHaveProperty('serial')
      const url = `${service.url}/api/partners/${service.partner.id}/accounts/${account}/events`
      const reply = await fetch(url, { headers: { 'SERVICE-API-KEY': service.partner.key } })
      const { rows } = events.parse(await reply.json())
      const [live, issued] = ['site.state', 'certificate.issued'].map(
        (kind) => rows.find((row) => row.kind === kind)?.at,
      )
      const took = Date.parse(issued ?? '') - Date.parse(live ?? '')
      test.info().annotations.push({ type: 'ms until the certificate', description: String(took) })
      expect(took).toBeLessThan(10_000)
    })

    await test.step('its page shows it', async () => {
      await page.reload()
      await expect(certificate.getByText('Valid', { exact: true })).toBeVisible()
      await expect(certificate.getByText(/^Pebble Intermediate CA/)).toBeVisible()
    })

    await test.step('visitors see the page without a warning, if their browser trusts the authority', async () => {
      const response = await visitor.goto(address)
      expect(response?.status()).toBe(200)
      expect((await response?.securityDetails())?.issuer).toMatch(/^Pebble Intermediate CA/)
      expect(await visitor.evaluate(() => window.isSecureContext)).toBe(true)
      const stranger = await startTrustingBrowser({ root: null, host: hostname })
      const refused = await (await stranger.newPage()).goto(address).catch(String)
      await stranger.close()
      expect(refused).toContain('ERR_CERT_AUTHORITY_INVALID')
    })

    await test.step('it is renewed before it ends', async () => {
      const before = await certificateOf(hostname, tlsPort, pebble.root)
      const isAnother = async () => {
        const now = await certificateOf(hostname, tlsPort, pebble.root)
        return 'serial' in now && JSON.stringify(now) !== JSON.stringify(before)
      }
      await expect.poll(isAnother, patient).toBe(true)
      expect((await visitor.goto(address))?.status()).toBe(200)
      await page.reload()
      await expect(certificate.getByText('Valid', { exact: true })).toBeVisible()
    })
    expect(await service.stop()).toBe(0)
  } finally {
    await trusting.close()
    origin.stop()
    await Promise.all([pebble.stop(), dns.stop(), service.stop()])
  }
})
