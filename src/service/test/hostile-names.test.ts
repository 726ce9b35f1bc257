import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DnsServer } from './dns-server.ts'
import { type RunningService, startService } from './process.ts'
import { waitFor } from './wait-for.ts'

/** A server that only machines inside the network should reach. */
const inner = createServer((socket) => {
  reached.push(socket.remotePort ?? 0)
  socket.on('error', () => {})
  socket.end('HTTP/1.1 200 OK\r\nContent-Length: 6\r\nConnection: close\r\n\r\nsecret')
})
const reached: number[] = []
let port = 0
let dns: DnsServer
let service: RunningService

beforeAll(async () => {
  dns = await DnsServer.start()
  inner.listen(0, '127.0.0.1')
  await once(inner, 'listening')
  const address = inner.address()
  port = typeof address === 'object' && address ? address.port : 0
  service = await startService({
    ALLOW_PRIVATE_TARGETS: 'on',
    DNS_SERVERS: dns.address,
    PUBLIC_URL: 'https://perf.example',
    SERVICE_DOMAIN: 'edge.example',
  })
})
afterAll(async () => {
  await service.stop()
  inner.close()
  await dns.stop()
})

async function send(method: string, path: string, fields: Record<string, unknown>, key?: string) {
  const response = await fetch(`${service.url}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...(key === undefined ? {} : { 'SERVICE-API-KEY': key }) },
    body: JSON.stringify(fields),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

/** The codes of the issues that the first sample of a monitor of this host has, from the service's own database. */
function issuesOf(host: string): readonly string[] {
  const db = new DatabaseSync(join(service.dataDir, 'site-performance.db'), { readOnly: true })
  try {
    const row = db
      .prepare('select issues from samples join monitors on monitors.id = monitor_id where monitors.name = ?')
      .get(host)
    return row ? (JSON.parse(String(row['issues'])) as { code: string }[]).map(({ code }) => code) : []
  } finally {
    db.close()
  }
}

describe.concurrent('with private targets allowed, a site without a key', () => {
  test('whose name leads to a public and a private address is not read', async () => {
    dns.set('mixed.test', { a: ['192.0.2.1', '127.0.0.1'] })
    const host = `mixed.test:${port}`
    expect(await send('POST', '/sites', { host })).toMatchObject({ status: 200, body: { host } })
    await waitFor(() => expect(issuesOf(host)).toContain('refused-target'))
    expect(reached).toEqual([])
  })

  test('whose name leads to a private address once it exists is not read', async () => {
    dns.set('rebound.test', { a: ['127.0.0.9'] })
    const host = `rebound.test:${port}`
    // until the first question for its address is answered
    const created = send('POST', '/sites', { host })
    await waitFor(() => expect(dns.asked).toContain('A rebound.test'))
    dns.set('rebound.test', { a: ['127.0.0.1'] })
    expect(await created).toMatchObject({ status: 200 })
    await waitFor(() => expect(issuesOf(host)).toContain('refused-target'))
    expect(reached).toEqual([])
  })

  test('that is an address inside the network is not read', async () => {
    const host = `127.0.0.1:${port}`
    expect(await send('POST', '/sites', { host })).toMatchObject({ status: 200 })
    await waitFor(() => expect(issuesOf(host)).toContain('refused-target'))
    expect(reached).toEqual([])
  })

  test.each(['perf.example', 'edge.example', 's-0123456789ab.edge.example', 'p-0123456789ab.edge.example:4080'])(
    'can’t be %s',
    async (host) => {
      expect(await send('POST', '/sites', { host })).toMatchObject({
        status: 422,
        body: { fields: { host: 'must not be a host of this service' } },
      })
    },
  )
})

test('an account’s own check reaches it, since the operator allows that', async () => {
  const { id, key } = service.partner
  const account = await send(
    'POST',
    `/partners/${id}/accounts`,
    { email: 'ada@example.com', site: 'www.shop.test' },
    key,
  )
  dns.set('inner.test', { a: ['127.0.0.1'] })
  const url = `http://inner.test:${port}/`
  const monitor = { name: 'inner', type: 'HTTP', constants: { url } }
  expect(await send('POST', '/monitors', monitor, account.body['api_key'])).toMatchObject({ status: 200 })
  await waitFor(() => expect(reached).toHaveLength(1))
})
