import type { RequestListener } from 'node:http'
import { describe, expect, test } from 'vitest'
import { nodeLookup } from '../../contract/cache-lookup.ts'
import { askEdge } from '../../service/database/index.ts'
import { selfSigned } from '../../service/test/certificate.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { insertPurge, testEdge, testOrigin } from './edge.ts'
import { certificateFolder, http2Visitor, insertCertificate } from './tls.ts'

/** A site that is visited by both schemes. */
async function siteBehind(listener: RequestListener, settings?: object) {
  const origin = await testOrigin(listener)
  const folder = certificateFolder('www.site.example')
  const edge = await testEdge({
    sites: [{ port: origin.port, ...(settings && { settings }) }],
    https: { folder: folder.path },
  })
  const siteId = edge.sites[0]?.id ?? ''
  const secure = await http2Visitor(edge)
  const ask = async (kind: 'look' | 'visit', target: string) => {
    const question = { site_id: siteId, kind, target }
    const signal = new AbortController().signal
    const answers = await askEdge(edge.database, { question, waitMs: 90_000, maxOpen: 9, onAsked: edge.wake, signal })
    return JSON.parse(answers?.[0]?.answer ?? 'null') as unknown
  }
  const purge = async (items: readonly object[] | null) => {
    await insertPurge(edge.database, siteId, items)
    await edge.follow()
  }
  const both = async (path: string) => [(await edge.visit(path)).text, (await secure.ask(path)).text]
  return { edge, siteId, secure, ask, purge, both, folder }
}

const counting = (): RequestListener => {
  let count = 0
  return (request, response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=600', 'Content-Type': 'text/plain' })
    response.end(`${String(request.headers['x-forwarded-proto'])} ${++count}`)
  }
}

test('an answer to one scheme does not answer the other', async () => {
  const { edge, secure } = await siteBehind((request, response) => {
    const isSecure = request.headers['x-forwarded-proto'] === 'https'
    const location = { Location: 'https://www.site.example/a' }
    response.writeHead(isSecure ? 200 : 301, { 'Cache-Control': 'max-age=600', ...(isSecure ? {} : location) }).end()
  })
  for (let i = 0; i < 2; i++) {
    expect((await edge.visit('/a')).status).toBe(301)
    expect((await secure.ask('/a')).status).toBe(200)
  }
})

test.each([
  ['a flush', null],
  ['a purge of the path', [{ condition: '/a' }]],
  ['a purge of the address', [{ condition: '/a?x' }]],
])('%s empties both', async (_, items) => {
  const { both, purge } = await siteBehind(counting())
  expect(await both('/a?x')).toEqual(['http 1', 'https 2'])
  expect(await both('/a?x')).toEqual(['http 1', 'https 2'])
  await purge(items)
  expect(await both('/a?x')).toEqual(['http 3', 'https 4'])
})

test('an unsafe request outdates both', async () => {
  const { both, secure } = await siteBehind(counting())
  await both('/a')
  await secure.ask('/a', { ':method': 'POST' }, 'x')
  expect(await both('/a')).toEqual(['http 4', 'https 5'])
})

test('a look shows both, and a visit is over https', async () => {
  const { both, ask } = await siteBehind(counting())
  await both('/a')
  const { held, variants } = nodeLookup.parse(await ask('look', '/a'))
  expect(held).toBe(true)
  expect(variants.map(({ scheme }) => scheme)).toEqual(['http', 'https'])
  expect(await ask('visit', '/b')).toMatchObject({ status: 200, problem: null })
  const { variants: visited } = nodeLookup.parse(await ask('look', '/b'))
  expect(visited.map(({ scheme }) => scheme)).toEqual(['https'])
})

test('an origin that is the edge itself is not asked over https either', async () => {
  const { edge } = await siteBehind(counting())
  await edge.addSite({ port: edge.httpsPort ?? 0, hostname: 'circle.example' })
  await edge.follow()
  const { status, headers } = await edge.visit('/', { host: 'circle.example' })
  expect([status, headers['proxy-status']]).toEqual([502, 'site-performance; error=destination_ip_prohibited'])
})

describe('the redirect to https', () => {
  const redirecting = {
    defaultActions: { documentActions: { httpsRedirect: [{ _id: 'r', enabled: true, filters: [] }] } },
  }
  const redirected = async (settings: object = redirecting) => {
    const site = await siteBehind(counting(), settings)
    const visit = async (path: string, options: object = {}) => {
      const { status, headers } = await site.edge.visit(path, options)
      return [status, headers.location]
    }
    return { ...site, visit }
  }

  test('names the same address', async () => {
    const { visit, edge, secure } = await redirected()
    const port = edge.httpsPort
    const host = `www.site.example:${edge.port}`
    expect(await visit('/a?b=c', { host })).toEqual([308, `https://www.site.example:${port}/a?b=c`])
    expect(await visit('/a', { host, method: 'POST', body: 'x' })).toEqual([308, `https://www.site.example:${port}/a`])
    // whoever reached this port by the default one is behind something that forwards both
    expect(await visit('/a', { host: 'www.site.example' })).toEqual([308, 'https://www.site.example/a'])
    const { headers } = await edge.visit('/a')
    expect(headers['cache-status']).toBe('site-performance; detail="redirected to https"')
    expect(headers['cache-control']).toBe('no-store')
    expect((await secure.ask('/a')).status).toBe(200)
    await edge.flush()
    const acted = await edge.database.db.selectFrom('site_action_times').select('action').execute()
    expect(acted).toContainEqual({ action: 'httpsRedirect' })
  })

  test('also for what is stored, and on connections with plain requests', async () => {
    const { edge, visit, siteId } = await redirected({})
    expect([await visit('/a'), await visit('/a')]).toEqual([
      [200, undefined],
      [200, undefined],
    ])
    const settings = JSON.stringify(redirecting)
    await edge.database.db.updateTable('profiles').set({ settings }).where('site_id', '=', siteId).execute()
    await edge.follow()
    expect([await visit('/a'), await visit('/a')]).toEqual([
      [308, 'https://www.site.example/a'],
      [308, 'https://www.site.example/a'],
    ])
  })

  test('is off where the settings say nothing, and spares what asks for a certificate', async () => {
    const { visit } = await redirected()
    expect(await visit('/.well-known/acme-challenge/x')).toEqual([200, undefined])
    const { visit: unmentioned } = await redirected({})
    expect(await unmentioned('/a')).toEqual([200, undefined])
  })

  test('waits for a certificate that is valid', async () => {
    const { visit, edge, siteId, folder } = await redirected()
    folder.put('pair-0', selfSigned('other.example'))
    await waitFor(async () => expect(await visit('/a')).toEqual([200, undefined]))
    const certificate = selfSigned('www.site.example')
    await insertCertificate(edge, siteId, 'www.site.example', certificate, Date.now() - 1000)
    await edge.follow()
    expect(await visit('/a')).toEqual([200, undefined])
    await insertCertificate(edge, siteId, 'www.site.example', certificate)
    await edge.database.db.updateTable('certificates').set({ hostname: 'www.site.example' }).execute()
    await edge.database.db.updateTable('sites').set({ resume_state: 'active', state: 'trial' }).execute()
    await edge.follow()
    expect(await visit('/a')).toEqual([308, 'https://www.site.example/a'])
  })

  test('goes by the exceptions of the settings', async () => {
    const filters = [{ direction: 0, match: [{ name: 'URI', operator: 'CONTAIN', condition: '/feed' }] }]
    const { visit } = await redirected({
      defaultActions: { documentActions: { httpsRedirect: [{ _id: 'r', enabled: true, filters }] } },
    })
    expect(await visit('/feed')).toEqual([200, undefined])
    expect(await visit('/a')).toEqual([308, 'https://www.site.example/a'])
  })
})
