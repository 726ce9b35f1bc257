import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from '@playwright/test'
import { usageRecord } from '../../src/contract/optimizer.ts'
import { DnsServer } from '../../src/service/test/dns-server.ts'
import { startService } from '../live.ts'
import { Visitor } from '../visitor.ts'

/** Slow machines may take this long until what was changed here is seen there, ms. */
const patient = { timeout: 120_000 }

/** Sends a request as old programs do: HTTP/1.1 by hand, the form type for whatever it is, reading until the end. */
async function send(service: string, line: string, key: string, body = ''): Promise<Record<string, unknown>> {
  const { hostname, port } = new URL(service)
  const socket = connect(Number(port), hostname)
  socket.write(
    [
      `${line.replace(' ', ' /api')} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `SERVICE-API-KEY: ${key}`,
      'Content-Type: application/x-www-form-urlencoded',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: Close',
      '',
      body,
    ].join('\r\n'),
  )
  const received = await text(socket)
  const [status] = received.split('\r\n', 1)
  expect(status, received).toBe('HTTP/1.1 200 OK')
  const head = received.indexOf('\r\n\r\n')
  return JSON.parse(received.slice(head + 4)) as Record<string, unknown>
}

/** A shop whose pages say which answer of the server they are, with the tags that it gives them. */
async function startShop() {
  let answers = 0
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    response.setHeader('Content-Type', path.endsWith('.css') ? 'text/css' : 'text/html; charset=utf-8')
    response.setHeader('Cache-Control', 'public, max-age=86400')
    if (path.startsWith('/product/')) response.setHeader('Cache-Tag', `shop,${path.slice(1).replaceAll('/', '-')}`)
    response.end(`answer ${++answers} of ${path}`)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

test('a program that knows the published API alone has its whole life, and the edge does what it says', async () => {
  test.setTimeout(600_000)
  const [dns, shop] = await Promise.all([DnsServer.start(), startShop()])
  const hostname = 'www.shop.example'
  dns.set(hostname, { a: ['127.0.0.1'] })
  const service = await startService({ DNS_SERVERS: dns.address, DNS_INTERVAL: '1' })
  const visitor = new Visitor(service.edge)
  const visit = (path: string, method?: string) => visitor.visit(hostname, path, method === undefined ? {} : { method })
  const { partner, url } = service
  const accounts = `/partners/${partner.id}/accounts`
  const ofPartner = (line: string, body?: string) => send(url, line, partner.key, body)

  try {
    const site = encodeURIComponent(`http://${hostname}:${shop.port}/`)
    const made = await ofPartner(`POST ${accounts}?first_name=Eva&email=eva%40shop.example&site=${site}`)
    const { user_id, site_id, api_key } = made as Record<string, string>
    const ofHolder = (line: string, body?: string) => send(url, line, api_key ?? '', body)
    const asHolder = `user_id=${user_id}`

    const paths = ['/', '/about', '/product/1', '/product/2', '/category/a', '/category/a?page=2', '/style.css']
    /** What each path answers now, once everything that can be kept is. */
    const kept = async () => {
      for (const path of paths) {
        await expect
          .poll(async () => (await visit(path)).headers['cache-status'] ?? '', { ...patient, message: path })
          .toMatch(/; hit/)
      }
      const answers = await Promise.all(paths.map(async (path) => [path, (await visit(path)).text] as const))
      return Object.fromEntries(answers)
    }
    /** Waits until these paths have come anew from the server, then sees that all others are what they were. */
    const expectNew = async (before: Record<string, string>, gone: readonly string[]) => {
      for (const path of gone)
        await expect.poll(async () => (await visit(path)).text, { ...patient, message: path }).not.toBe(before[path])
      for (const path of paths.filter((one) => !gone.includes(one)))
        expect((await visit(path)).text, path).toBe(before[path])
    }
    const purge = async (items: readonly object[]) =>
      expect(await ofHolder(`POST /sites/${site_id}/purge_cache?${asHolder}`, JSON.stringify(items))).toEqual({
        success: true,
      })

    await test.step('status: preview, then live', async () => {
      const read = await ofHolder(`GET /sites/${site_id}`, asHolder)
      expect(read).toMatchObject({ optimizer: 'preview', service_cname: expect.any(String) })
      dns.set(hostname, { cname: String(read['service_cname']) })
      await expect
        .poll(async () => (await ofHolder(`GET /sites/${site_id}`, asHolder))['optimizer'], patient)
        .toBe('trial')
      expect(Object.keys(await kept())).toEqual(paths)
    })

    await test.step('settings are read', async () => {
      expect(await ofHolder(`GET /sites/${site_id}/settings`)).toMatchObject({ defaultActions: {} })
    })

    await test.step('flush', async () => {
      const before = await kept()
      expect(await ofHolder(`PUT /sites/${site_id}/flush_cache`, asHolder)).toEqual({ success: true })
      await expectNew(before, paths)
    })

    const uri = { name: 'URI' }
    const purges: readonly [what: string, item: object, gone: readonly string[]][] = [
      ['an address', { ...uri, condition: '/about' }, ['/about']],
      ['a style sheet', { ...uri, condition: '/style.css', content_type: 'css' }, ['/style.css']],
      [
        'a pattern',
        { ...uri, condition: '/category/(.*)', operator: 'REGEX', type: 'html' },
        ['/category/a', '/category/a?page=2'],
      ],
      ['a folder', { ...uri, condition: '/product/', operator: 'PREFIX' }, ['/product/1', '/product/2']],
      ['what is contained', { ...uri, condition: 'page=', operator: 'CONTAIN' }, ['/category/a?page=2']],
      ['a tag', { tag: 'product-2' }, ['/product/2']],
      ['a type', { type: 'css' }, ['/style.css']],
    ]
    for (const [what, item, gone] of purges) {
      await test.step(`purge of ${what}`, async () => {
        const before = await kept()
        await purge([item])
        await expectNew(before, gone)
      })
    }

    await test.step('bypass, transparent, maintenance, resume', async () => {
      const cacheStatus = async () => (await visit('/')).headers['cache-status'] ?? 'none'
      const uses = `${accounts}/${user_id}/sites/${site_id}/optimizer`
      await kept()
      expect(await ofPartner(`PUT ${uses}/bypass`)).toMatchObject({ optimizer: 'bypass' })
      await expect.poll(cacheStatus, patient).toBe('none')
      expect(await ofPartner(`PUT ${uses}/resume`)).toMatchObject({ optimizer: 'trial' })
      await expect.poll(cacheStatus, patient).toMatch(/; hit/)
      expect(await ofHolder(`PUT /optimizers/${site_id}/transparent?${asHolder}`)).toMatchObject({
        optimizer: 'transparent',
      })
      await expect.poll(cacheStatus, patient).toBe('none')
      expect(await ofHolder(`PUT /optimizers/${site_id}/maintenance`, asHolder)).toMatchObject({
        optimizer: 'maintenance',
      })
      await expect.poll(async () => (await visit('/')).status, patient).toBe(503)
      expect(await ofHolder(`PUT /optimizers/${site_id}/resume`, asHolder)).toMatchObject({ optimizer: 'trial' })
      await expect.poll(cacheStatus, patient).toMatch(/; hit/)
    })

    await test.step('usage counts the visitors', async () => {
      // each path is visited at least twice before and after each purge
      const atLeast = 2 * paths.length * purges.length
      await expect
        .poll(async () => {
          const usage = usageRecord.parse(await ofPartner(`GET ${accounts}/${user_id}/sites/${site_id}/optimizer`))
          return usage.metrics.traffic.Service.numOfReq
        }, patient)
        .toBeGreaterThanOrEqual(atLeast)
    })

    await test.step('everything is deleted once the host points elsewhere', async () => {
      dns.set(hostname, { a: ['127.0.0.1'] })
      await expect
        .poll(async () => (await ofHolder(`GET /sites/${site_id}`, asHolder))['optimizer'], patient)
        .toBe('off')
      expect(await ofPartner(`DELETE ${accounts}/${user_id}/sites/${site_id}`)).toMatchObject({ site_id })
      expect(await ofPartner(`DELETE ${accounts}/${user_id}`)).toMatchObject({ id: user_id })
      await expect.poll(async () => (await visit('/')).status, patient).toBe(421)
    })
    expect(await service.stop()).toBe(0)
  } finally {
    visitor.leave()
    shop.stop()
    await Promise.all([dns.stop(), service.stop()])
  }
})
