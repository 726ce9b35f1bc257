import { once } from 'node:events'
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import { testEdge, testOrigin } from './edge.ts'

const style = '</a.css>; rel=preload; as=style'
const server = '<https://cdn.example>; rel="preconnect"; crossorigin'
const page: OutgoingHttpHeaders = { 'Content-Type': 'text/html', Link: [style, '</next>; rel=next', server] }
const navigation = 'Sec-Fetch-Mode: navigate\r\n'

interface Site {
  readonly head?: OutgoingHttpHeaders
  readonly enabled?: boolean
  readonly resourceRules?: readonly object[]
}

/** A site whose origin can be made to wait before it answers. */
async function siteWith({ head = page, enabled = true, resourceRules = [] }: Site = {}) {
  const waiting: ServerResponse[] = []
  const state = { isSlow: false, head }
  const answer = (response: ServerResponse) => response.writeHead(200, { ...state.head }).end('page')
  const origin = await testOrigin((_: IncomingMessage, response) => {
    if (state.isSlow) waiting.push(response)
    else answer(response)
  })
  const documentActions = { earlyHints: [{ _id: 'hints', enabled, filters: [] }] }
  const settings = { defaultActions: { documentActions }, resourceRules, documentRules: [] }
  const edge = await testEdge({ sites: [{ port: origin.port, settings }] })
  /** Sends a request, and says what came before the origin answered, and after. */
  const ask = async (lines = navigation, { path = '/', version = '1.1', method = 'GET' } = {}) => {
    state.isSlow = true
    const socket = connect(edge.port, '127.0.0.1')
    let text = ''
    socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk))
    const close = version === '1.1' ? 'Connection: close\r\n' : ''
    socket.write(`${method} ${path} HTTP/${version}\r\nHost: www.site.example\r\n${close}${lines}\r\n`)
    await waitFor(() => expect(waiting).toHaveLength(1), 10)
    // whatever the edge has sent by now is on this machine already, and is read in a turn or two of the event loop
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setTimeout(resolve, 30))
    const before = text
    state.isSlow = false
    for (const response of waiting.splice(0)) answer(response)
    await once(socket, 'close')
    return { before, after: text.slice(before.length) }
  }
  return { ...edge, ask, state }
}

const hint = `HTTP/1.1 103 Early Hints\r\nLink: ${style}, ${server}\r\n\r\n`

describe('a navigation', () => {
  test('is told nothing that leads elsewhere without TLS, or that one visitor made the server say', async () => {
    const links = [
      '<javascript:alert(1)>',
      '<http://evil.test/a.js>',
      '<//evil.test/b.js>',
      '<data:text/css,a>',
      '</a.css>',
    ]
    const head = { ...page, Link: links.map((link) => `${link}; rel=preload; as=style`) }
    const { visit, ask, state } = await siteWith({ head })
    await visit('/')
    expect((await ask()).before).toBe(`HTTP/1.1 103 Early Hints\r\nLink: ${style}\r\n\r\n`)
    state.head = { ...page, Link: '</evil.css>; rel=preload' }
    await visit('/', { headers: { 'X-Theme': 'evil' } })
    await visit('/', { headers: { Cookie: 'a=b' } })
    expect((await ask()).before).toContain(style)
  })

  test('is told what the page named the last time, before the origin answers', async () => {
    const { visit, ask } = await siteWith()
    expect((await ask()).before).toBe('')
    await visit('/')
    const { before, after } = await ask()
    expect(before).toBe(hint)
    expect(after).toMatch(/^HTTP\/1\.1 200 /)
    expect(after).toContain('page')
  })

  test('also where the page goes past the cache', async () => {
    const { visit, ask } = await siteWith({ resourceRules: [{ actions: { cache: false } }] })
    await visit('/')
    expect((await ask()).before).toBe(hint)
  })

  test('by every address on its own, and no longer than the page names it', async () => {
    const { visit, ask, state } = await siteWith()
    await visit('/')
    expect((await ask(navigation, { path: '/other' })).before).toBe('')
    state.head = { 'Content-Type': 'text/html' }
    await visit('/')
    expect((await ask()).before).toBe('')
  })

  test('not after a purge', async () => {
    const { visit, ask } = await siteWith()
    await visit('/')
    await visit('/', { method: 'POST', body: 'x' })
    expect((await ask()).before).toBe('')
  })

  test('not where a stored page is the answer', async () => {
    const { visit, port } = await siteWith({ head: { ...page, 'Cache-Control': 'max-age=600' } })
    await visit('/')
    const socket = connect(port, '127.0.0.1')
    socket.write(`GET / HTTP/1.1\r\nHost: www.site.example\r\nConnection: close\r\n${navigation}\r\n`)
    let text = ''
    for await (const chunk of socket.setEncoding('latin1')) text += String(chunk)
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('no one else:', () => {
  test.each([
    ['a client that says nothing of itself', '', {}],
    ['a script', 'Sec-Fetch-Mode: cors\r\n', {}],
    ['HTTP/1.0', navigation, { version: '1.0' }],
    ['another method', `${navigation}Content-Length: 0\r\n`, { method: 'PUT' }],
  ])('%s', async (_, lines, options) => {
    const { visit, ask } = await siteWith()
    await visit('/')
    expect((await ask(lines, options)).before).toBe('')
  })

  test('visitors of a site that does not ask for it', async () => {
    const { visit, ask } = await siteWith({ enabled: false })
    await visit('/')
    expect((await ask()).before).toBe('')
  })
})

describe('nothing is learnt', () => {
  test.each([{ Cookie: 'a=b' }, { Authorization: 'Basic eDp5' }])('from a visitor with %j', async (headers) => {
    const { visit, ask } = await siteWith()
    await visit('/', { headers })
    expect((await ask()).before).toBe('')
  })

  test.each<[string, OutgoingHttpHeaders]>([
    ['other relations', { ...page, Link: ['</a>; rel=next', '</b>; rel=prefetch', '</c>; title="rel=preload"'] }],
    [
      'links in no good form',
      { ...page, Link: ['a.css; rel=preload', '<a b>; rel=preload', '</a>; rel=preload; as="a b"'] },
    ],
    ['what is no page', { ...page, 'Content-Type': 'application/json' }],
  ])('of %s', async (_, head) => {
    const { visit, ask } = await siteWith({ head })
    await visit('/')
    expect((await ask()).before).toBe('')
  })
})

describe('the home page, as long as it names nothing itself,', () => {
  /** A site of which samples have found these links, as JSON. */
  async function measuredSite(links: readonly string[], given: Site = {}) {
    const site = await siteWith({ head: { 'Content-Type': 'text/html' }, ...given })
    const [{ id } = { id: '' }] = site.sites
    await site.database.db
      .insertInto('site_links')
      .values({ site_id: id, loaded: '[]', links: JSON.stringify(links) })
      .execute()
    await site.follow()
    return site
  }
  const found = '</first.css>; rel=preload; as=style'

  test('hints at what its samples loaded first', async () => {
    const { ask } = await measuredSite([found])
    expect((await ask()).before).toBe(`HTTP/1.1 103 Early Hints\r\nLink: ${found}\r\n\r\n`)
    expect((await ask(navigation, { path: '/?q=1' })).before).toBe('')
  })

  test('hints at what it names as soon as it does', async () => {
    const { visit, ask } = await measuredSite([found], { head: page })
    await visit('/')
    expect((await ask()).before).toBe(hint)
  })

  test.each(['</a>; rel=next', '<a b>; rel=preload', 'x\r\nSet-Cookie: a=b; rel=preload'])(
    'hints at nothing that is no link: %j',
    async (link) => {
      const { ask } = await measuredSite([link])
      expect((await ask()).before).toBe('')
    },
  )

  test('hints at nothing where the site does not ask for it', async () => {
    const { ask } = await measuredSite([found], { enabled: false })
    expect((await ask()).before).toBe('')
  })
})

test('only so many links are sent', async () => {
  const many = Array.from({ length: 40 }, (_, i) => `</${i}>; rel=preload; as=image`)
  const long = `</${'x'.repeat(5000)}>; rel=preload; as=image`
  const { visit, ask } = await siteWith({ head: { ...page, Link: [long, ...many] } })
  await visit('/')
  const { before } = await ask()
  expect(before.match(/rel=preload/g)).toHaveLength(16)
  expect(before).not.toContain('xxx')
})
