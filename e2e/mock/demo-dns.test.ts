import { expect, test } from 'vitest'
import { withDemoDns } from './demo-dns.ts'

const page = '<!doctype html><html><head><title>A</title></head><body></body></html>'
const site = {
  host: 'preview.example:8080',
  service_cname: 's-1.edge.example',
  state: 'preview',
  counterpart: null,
  counterpart_dns: null,
}
const redirecting = { ...site, state: 'active', counterpart: 'www.preview.example' }

function demo() {
  const asked: Request[] = []
  const set: string[] = []
  const handle = withDemoDns(
    (request) => {
      asked.push(request)
      return request.url.endsWith('/api/x')
        ? Response.json({ head: '</head>' })
        : new Response(page, { headers: { 'content-type': 'text/html', etag: '"1"', 'content-length': '9' } })
    },
    {
      siteOf: async (id) =>
        ({
          'site-1': site,
          'site-2': { ...redirecting, counterpart_dns: 'here' },
          'site-3': redirecting,
        })[id],
      setRecords: async (host, target) => void set.push(`${host} ${target}`),
    },
  )
  const get = (path: string, init?: RequestInit) => handle(new Request(`http://demo${path}`, init), {})
  return { asked, get, set }
}

test('every page of the demo has the script, and nothing else is changed', async () => {
  const { asked, get } = demo()
  const reply = await get('/sites/site-1', {
    headers: { accept: 'text/html', 'accept-encoding': 'br', 'if-none-match': '"1"' },
  })
  expect(await reply.text()).toContain('<script src="/demo.js" defer></script></head>')
  expect([...reply.headers.keys()]).toEqual(['content-type'])
  expect([...(asked[0]?.headers.keys() ?? [])]).toEqual(['accept'])
  expect(await (await get('/api/x')).json()).toEqual({ head: '</head>' })
  const script = await get('/demo.js')
  expect(script.headers.get('content-type')).toMatch(/^text\/javascript/)
})

test('a site says whether it waits for its record, which can be set', async () => {
  const { get, set } = demo()
  expect(await (await get('/demo/sites/site-1/dns')).json()).toEqual({ host: 'preview.example', isWaiting: true })
  expect(await (await get('/demo/sites/site-2/dns')).json()).toMatchObject({ isWaiting: false })
  expect((await get('/demo/sites/other/dns')).status).toBe(404)
  expect(set).toEqual([])
  await get('/demo/sites/site-1/dns', { method: 'POST' })
  expect(set).toEqual(['preview.example s-1.edge.example'])
  expect(await (await get('/demo/sites/site-3/dns', { method: 'POST' })).json()).toEqual({
    host: 'www.preview.example',
    isWaiting: true,
  })
  expect(set[1]).toBe('www.preview.example s-1.edge.example')
})
