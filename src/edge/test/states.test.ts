import { expect, test } from 'vitest'
import { type OptimizerState, optimizerStates, visitorHandling } from '../../contract/states.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { trafficTotals, testEdge, testOrigin, type Visit } from './edge.ts'

/** An origin that says how often it was asked. */
async function countingOrigin() {
  let asked = 0
  const origin = await testOrigin((request, response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=60', 'X-Host': request.headers.host })
    response.end(`answer ${++asked}`)
  })
  return { port: origin.port, asked: () => asked }
}

const outcomeOf = ({ status, text }: Visit) => (status === 200 ? text : String(status))

test.each<[OptimizerState, own: readonly string[], preview: readonly string[]]>([
  ['preview', ['answer 1', 'answer 2'], ['answer 3', 'answer 3']],
  ['trial', ['answer 1', 'answer 1'], ['answer 1', 'answer 1']],
  ['active', ['answer 1', 'answer 1'], ['answer 1', 'answer 1']],
  ['transparent', ['answer 1', 'answer 2'], ['answer 3', 'answer 4']],
  ['bypass', ['answer 1', 'answer 2'], ['answer 3', 'answer 4']],
  ['proxy only', ['answer 1', 'answer 2'], ['answer 3', 'answer 4']],
  ['maintenance', ['503', '503'], ['503', '503']],
  ['off', ['421', '421'], ['421', '421']],
])('%s', async (state, own, preview) => {
  const origin = await countingOrigin()
  const edge = await testEdge({ sites: [{ port: origin.port, state }] })
  const host = edge.sites[0]?.previewHost ?? ''
  const visits = [
    await edge.visit('/'),
    await edge.visit('/'),
    await edge.visit('/', { host }),
    await edge.visit('/', { host }),
  ]
  expect(visits.map(outcomeOf)).toEqual([...own, ...preview])
  if (own[0]?.startsWith('answer')) {
    const robots = visits.map(({ headers }) => headers['x-robots-tag'])
    expect(robots).toEqual([undefined, undefined, 'noindex', 'noindex'])
    // the origin always sees the site's own host
    for (const { headers } of visits) expect(headers['x-host']).toBe(`www.site.example:${origin.port}`)
  } else expect(origin.asked()).toBe(0)
})

test('a visitor in maintenance is told when to come back', async () => {
  const edge = await testEdge({ sites: [{ port: 1, state: 'maintenance' }] })
  const { headers, text } = await edge.visit('/')
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect(headers['cache-control']).toBe('no-store')
  expect(text).toContain('Down for maintenance')
  expect((await edge.visit('/', { method: 'HEAD' })).text).toBe('')
})

test('what is counted', async () => {
  const origin = await countingOrigin()
  for (const state of optimizerStates) {
    const edge = await testEdge({ sites: [{ port: origin.port, state }] })
    const [site] = edge.sites
    for (const host of ['www.site.example', site?.previewHost ?? '']) await edge.visit('/counted', { host })
    const expected = Object.values(visitorHandling[state]).filter(({ counted }) => counted).length
    await edge.flush()
    expect(await trafficTotals(edge.database), state).toMatchObject({ service_requests: expected })
  }
})

test('a change of state is seen within two seconds, and empties the cache', async () => {
  const origin = await countingOrigin()
  const edge = await testEdge({ sites: [{ port: origin.port }] })
  expect((await edge.visit('/')).text).toBe('answer 1')
  const set = (state: OptimizerState) => edge.database.db.updateTable('sites').set({ state }).execute()
  await set('maintenance')
  await waitFor(async () => expect((await edge.visit('/')).status).toBe(503))
  await set('active')
  await waitFor(async () => expect((await edge.visit('/')).text).toBe('answer 2'))
})

test('new sites are served, deleted ones are not', async () => {
  const origin = await countingOrigin()
  const edge = await testEdge()
  expect((await edge.visit('/')).status).toBe(421)
  const site = await edge.addSite({ port: origin.port })
  await waitFor(async () => expect((await edge.visit('/')).status).toBe(200))
  await edge.database.db.deleteFrom('sites').where('id', '=', site.id).execute()
  await waitFor(async () => expect((await edge.visit('/')).status).toBe(421))
})

test('a host of several sites belongs to the one that it points at, else by its TXT record, else to the first', async () => {
  const [one, two] = [await countingOrigin(), await countingOrigin()]
  const edge = await testEdge({
    sites: [
      { port: two.port, hostname: 'twice.example', since: 2 },
      { port: one.port, hostname: 'twice.example', since: 1, state: 'maintenance' },
      { port: one.port, hostname: 'proved.example', since: 1 },
      { port: two.port, hostname: 'proved.example', since: 2, isProved: true },
      { port: one.port, hostname: 'kept.example' },
      { port: two.port, hostname: 'kept.example', since: 1, rootDns: 'here' },
      { port: one.port, hostname: 'pointed.example' },
      { port: two.port, hostname: 'pointed.example', isPointed: true },
    ],
  })
  // the maintenance page of the first
  expect((await edge.visit('/', { host: 'twice.example' })).status).toBe(503)
  expect((await edge.visit('/', { host: 'proved.example' })).headers['x-host']).toBe(`proved.example:${two.port}`)
  expect((await edge.visit('/', { host: 'kept.example' })).headers['x-host']).toBe(`kept.example:${two.port}`)
  expect((await edge.visit('/', { host: 'Pointed.Example.:8080' })).headers['x-host']).toBe(
    `pointed.example:${two.port}`,
  )
  expect((await edge.visit('/', { host: 'unknown.example' })).status).toBe(421)
})

test('the server that its owner has set is asked, on its own port', async () => {
  const [named, own] = [await countingOrigin(), await countingOrigin()]
  const edge = await testEdge({ sites: [{ port: named.port, ownOrigin: `http://127.0.0.1:${own.port}` }] })
  const { headers } = await edge.visit('/')
  expect(headers['x-host']).toBe(`www.site.example:${named.port}`)
  expect([named.asked(), own.asked()]).toEqual([0, 1])
})

test.each(['active', 'bypass'] as const)('in %s, the server gets the Host that its owner has set', async (state) => {
  const seen: unknown[] = []
  const own = await testOrigin(({ headers }, response) => {
    seen.push([headers.host, headers['x-forwarded-host']])
    response.end()
  })
  const site = { port: 1, state, ownOrigin: `http://127.0.0.1:${own.port}`, originHost: 'app.example:8443' }
  const edge = await testEdge({ sites: [site] })
  // each goes its own way through the edge
  await edge.visit('/')
  await edge.visit('/', { method: 'POST', headers: { 'Content-Length': '0' } })
  expect(seen).toEqual([1, 2].map(() => ['app.example:8443', 'www.site.example:1']))
})

test('an action that the settings switch off is not done', async () => {
  const origin = await countingOrigin()
  const resourceActions = { cache: [{ _id: 'a', enabled: false, filters: [] }] }
  const settings = { defaultActions: { resourceActions }, resourceRules: [], documentRules: [] }
  const edge = await testEdge({ sites: [{ port: origin.port, settings }] })
  expect((await edge.visit('/')).text).toBe('answer 1')
  const second = await edge.visit('/')
  expect(second.text).toBe('answer 2')
  expect(second.headers['cache-status']).toBe('site-performance; fwd=bypass')
})

test('an exception keeps requests out of the cache, in both directions', async () => {
  const origin = await countingOrigin()
  const filters = [{ direction: 0, match: [{ name: 'Cookie', operator: 'REGEX', condition: '(^|; )session=' }] }]
  const edge = await testEdge({ sites: [{ port: origin.port, settings: { defaultActions: { filters } } }] })
  const signedIn = { headers: { Cookie: 'a=b; session=1' } }
  expect((await edge.visit('/', signedIn)).text).toBe('answer 1')
  expect((await edge.visit('/')).text).toBe('answer 2')
  expect((await edge.visit('/', signedIn)).text).toBe('answer 3')
  expect((await edge.visit('/')).text).toBe('answer 2')
})

test('a site without an owner is served to no one, whatever name it has claimed', async () => {
  const origin = await countingOrigin()
  const ownerless = { port: origin.port, isOwnerless: true, isPointed: true }
  const edge = await testEdge({ sites: [{ ...ownerless, hostname: 'www.first.example' }] })
  const later = await edge.addSite({ ...ownerless, hostname: 'www.later.example' })
  await edge.follow()
  const names = [edge.sites[0] ?? later, later].flatMap(({ id, previewHost }) => [previewHost, `s-${id}.edge.example`])
  for (const host of ['www.first.example', 'www.later.example', ...names])
    expect([host, (await edge.visit('/', { host })).status]).toEqual([host, 421])
  expect(origin.asked()).toBe(0)
})
