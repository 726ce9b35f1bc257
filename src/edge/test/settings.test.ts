import { expect, onTestFinished, test, vi } from 'vitest'
import { testEdge, testOrigin, type Visit } from './edge.ts'

/** A site with these settings, whose origin says how often it was asked. */
async function siteWith(defaultActions: object, headers: Readonly<Record<string, string>> = {}, rules: object = {}) {
  let asked = 0
  const origin = await testOrigin((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', ...headers }).end(`answer ${++asked} ${'x'.repeat(2000)}`)
  })
  const settings = { defaultActions: { documentActions: {}, ...defaultActions }, ...rules }
  const { visit } = await testEdge({ sites: [{ port: origin.port, settings }] })
  return visit
}

const on = (name: string, options: object = {}) => ({ [name]: [{ _id: name, enabled: true, filters: [], ...options }] })
const off = (name: string) => ({ [name]: [{ _id: name, enabled: false, filters: [] }] })
const answer = ({ text }: Visit) => text.slice(0, 8)
const fresh = { 'Cache-Control': 'max-age=600' }

test('an action that is off is not done', async () => {
  const visit = await siteWith({ resourceActions: off('cache') }, fresh)
  await visit('/')
  const { headers } = await visit('/')
  expect(headers['cache-status']).toBe('site-performance; fwd=bypass')
})

test('nor is one for requests that it leaves out', async () => {
  const match = [{ name: 'URI', operator: 'REGEX', condition: '^/shop/' }]
  const filters = [{ direction: 0, match }]
  const visit = await siteWith({ resourceActions: { cache: [{ _id: 'cache', enabled: true, filters }] } }, fresh)
  expect([answer(await visit('/shop/')), answer(await visit('/shop/'))]).toEqual(['answer 1', 'answer 2'])
  expect([answer(await visit('/')), answer(await visit('/'))]).toEqual(['answer 3', 'answer 3'])
})

test('a request for which its filters take too long is only forwarded, and says so', async () => {
  const filters = Array.from({ length: 20 }, (_, i) => ({
    direction: 0,
    match: [{ name: 'Cookie', operator: 'REGEX', condition: `.*a.{${95 - i}}c0$` }],
  }))
  const visit = await siteWith({ filters }, fresh)
  const cookie = (i: number) => Array.from({ length: 4000 }, (_, j) => ((i * j * j) % 7 < 3 ? 'a' : 'b')).join('')
  const answers = await Promise.all([1, 2, 3].map((i) => visit('/', { headers: { Cookie: cookie(i) } })))
  for (const { headers } of answers)
    expect(headers['cache-status']).toBe('site-performance; fwd=bypass; detail="filters too costly"')
  expect((await visit('/', { headers: { Cookie: 'a=b' } })).headers['cache-status']).toContain('stored')
  const long = await visit('/', { headers: { Cookie: 'x'.repeat(5000) } })
  expect(long.headers['cache-status']).toBe('site-performance; fwd=bypass; detail="filters too long"')
})

test('a rule says otherwise for its own requests', async () => {
  const match = [{ name: 'Request-Header', header_name: 'X-Preview', operator: 'REGEX', condition: '^(yes|1)$' }]
  const resourceRules = [{ filters: [{ direction: 1, match }], actions: { cache: false } }]
  const visit = await siteWith({}, fresh, { resourceRules })
  expect([answer(await visit('/')), answer(await visit('/'))]).toEqual(['answer 1', 'answer 1'])
  expect(answer(await visit('/', { headers: { 'X-Preview': 'yes' } }))).toBe('answer 2')
  expect(answer(await visit('/', { headers: { 'X-Preview': 'no' } }))).toBe('answer 1')
})

test('a rule no longer holds after its last day, and nothing that was kept under it is used', async () => {
  const dayMs = 86_400_000
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  let asked = 0
  const origin = await testOrigin((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html', ...fresh }).end(`answer ${++asked} ${'x'.repeat(2000)}`)
  })
  const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const ruleUntil = (until: string, action: string) => ({ until, actions: { [action]: false } })
  const settings = {
    defaultActions: { documentActions: {} },
    resourceRules: [ruleUntil(dayOf(Date.now() - dayMs), 'cache')],
    documentRules: [ruleUntil(dayOf(Date.now()), 'compression')],
  }
  const { visit, follow } = await testEdge({ sites: [{ port: origin.port, settings }], followMs: 3600_000 })
  const headers = { 'Accept-Encoding': 'br' }
  const first = [await visit('/', { headers }), await visit('/', { headers })]
  expect(first.map(answer)).toEqual(['answer 1', 'answer 1'])
  expect(first[1]?.headers['content-encoding']).toBeUndefined()
  vi.setSystemTime(Math.ceil(Date.now() / dayMs) * dayMs)
  await follow()
  const { headers: sent } = await visit('/', { headers })
  expect(sent['content-encoding']).toBe('br')
  expect(asked).toBe(2)
})

test('compression can be switched off', async () => {
  const visit = await siteWith({ documentActions: off('compression') }, fresh)
  const headers = { 'Accept-Encoding': 'br' }
  await visit('/', { headers })
  expect((await visit('/', { headers })).headers['content-encoding']).toBeUndefined()
})

test('stale answers can be switched off', async () => {
  const stale = { 'Cache-Control': 'max-age=0, stale-while-revalidate=600' }
  const visit = await siteWith({ documentActions: off('staleWhileRevalidate') }, stale)
  expect([answer(await visit('/')), answer(await visit('/'))]).toEqual(['answer 1', 'answer 2'])
})

test('addresses that differ in ignored parameters only are one', async () => {
  const visit = await siteWith({ documentActions: on('ignoredParameters') }, fresh)
  const targets = ['/a', '/a?utm_source=x', '/a?gclid=1&utm_medium=y', '/a?b=1', '/a?b=1&fbclid=2', '/a?fbclid=2&b=1']
  const answers: string[] = []
  for (const target of targets) answers.push(answer(await visit(target)))
  expect(answers).toEqual(['answer 1', 'answer 1', 'answer 1', 'answer 2', 'answer 2', 'answer 2'])
})

test('pages are kept for anonymous visitors, and never shown to those with a session', async () => {
  const visit = await siteWith({ resourceActions: on('htmlCache', { sessionCookies: ['sid'] }) })
  const session = { headers: { Cookie: '_ga=1; sid=2' } }
  expect(answer(await visit('/'))).toBe('answer 1')
  expect(answer(await visit('/', { headers: { Cookie: '_ga=1' } }))).toBe('answer 1')
  expect(answer(await visit('/', session))).toBe('answer 2')
  expect(answer(await visit('/', session))).toBe('answer 3')
  expect(answer(await visit('/'))).toBe('answer 1')
})

test.each([{ 'Set-Cookie': 'a=b' }, { 'Cache-Control': 'private' }, { 'Cache-Control': 'no-store' }])(
  'pages with %j are not kept',
  async (headers) => {
    const visit = await siteWith({ resourceActions: on('htmlCache') }, headers)
    expect([answer(await visit('/')), answer(await visit('/'))]).toEqual(['answer 1', 'answer 2'])
  },
)

test('any cookie that isn’t known to be harmless shows a session', async () => {
  const visit = await siteWith({ resourceActions: on('htmlCache', { sessionCookies: ['sid'] }) })
  const asked = async (cookie: string) => answer(await visit('/', { headers: { Cookie: cookie } }))
  await visit('/')
  expect(await asked('_ga=1; _ga_X1=2; OptanonConsent=x; AWSALBCORS=y')).toBe('answer 1')
  const sessions = ['auth_token=a', 'remember_me=1', '_ga=1; jwt=x', 'user', 'PHPSESSID=a', 'sid=1']
  for (const [i, cookie] of sessions.entries()) expect(await asked(cookie)).toBe(`answer ${i + 2}`)
  expect(answer(await visit('/'))).toBe('answer 1')
})

test('with settings that cannot be read, requests are only forwarded', async () => {
  const visit = await siteWith({ filters: 'nonsense' }, fresh)
  await visit('/')
  expect((await visit('/')).headers['cache-status']).toBe('site-performance; fwd=bypass')
})

test('pages tell browsers to fetch what is pressed', async () => {
  const visit = await siteWith({ documentActions: on('speculation') }, fresh)
  const [miss, hit] = [await visit('/'), await visit('/')]
  expect(miss.headers['speculation-rules']).toMatch(/^"\/.+"$/)
  expect(hit.headers['speculation-rules']).toBe(miss.headers['speculation-rules'])
  const rules = await visit(JSON.parse(String(hit.headers['speculation-rules'])) as string)
  expect(rules.headers['content-type']).toBe('application/speculationrules+json')
  expect(JSON.parse(rules.text)).toMatchObject({ prefetch: [{ eagerness: 'conservative' }] })
})

test('but not those with rules of their own', async () => {
  const visit = await siteWith({ documentActions: on('speculation') }, { ...fresh, 'Speculation-Rules': '"/own"' })
  expect((await visit('/')).headers['speculation-rules']).toBe('"/own"')
})

test('the time at which an action acts is recorded', async () => {
  const origin = await testOrigin((request, response) => {
    const cacheControl = request.url === '/private' ? 'private' : 'max-age=0, stale-while-revalidate=600'
    response.writeHead(200, { 'Content-Type': 'text/html', 'Cache-Control': cacheControl }).end('x'.repeat(2000))
  })
  const settings = { defaultActions: { documentActions: { ...on('ignoredParameters'), ...on('speculation') } } }
  const { visit, flush, database } = await testEdge({ sites: [{ port: origin.port, settings }] })
  const acted = async () => {
    await flush()
    const rows = await database.db.selectFrom('site_action_times').select('action').orderBy('action').execute()
    return rows.map(({ action }) => action)
  }
  await visit('/private')
  expect(await acted()).toEqual(['speculation'])
  await visit('/')
  await visit('/?utm_source=x', { headers: { 'Accept-Encoding': 'br' } })
  expect(await acted()).toEqual(['cache', 'compression', 'ignoredParameters', 'speculation', 'staleWhileRevalidate'])
})
