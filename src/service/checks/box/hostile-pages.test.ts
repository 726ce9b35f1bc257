import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterAll, afterEach, expect, test } from 'vitest'
import { bounds } from '../../bounds.ts'
import { waitFor } from '../../test/wait-for.ts'
import { codes, html, page, pageTests } from '../page/testing.ts'
import { never } from '../testing.ts'

const { servers, probesOf, site, measureOne, close } = await pageTests()
afterEach(() => servers.close())
afterAll(close)

const script = (code: string) => html(`<p>x</p><script>${code}</script>`)

/** Box folders of this process: each holds the profile of a browser. */
const boxFolders = () =>
  readdirSync(tmpdir()).filter((name) => {
    if (!name.startsWith('site-performance-box-')) return false
    try {
      return readFileSync(`${tmpdir()}/${name}/owner`, 'utf8') === String(process.pid)
    } catch {
      return false
    }
  })

test.each([
  [
    'keeps navigating',
    script(
      'onbeforeunload = () => { const end = Date.now() + 50; while (Date.now() < end); }; setInterval(() => (location.href = "/?" + Math.random()), 1)',
    ),
  ],
  [
    'floods the console',
    script(
      'const text = "x".repeat(1e6); setInterval(() => { for (let i = 0; i < 20; i++) console.error(text + i) }, 1)',
    ),
  ],
  ['never lets a script end', script('for (;;);')],
  ['opens dialogs without end', script('for (;;) alert(1)')],
  [
    'makes workers without end',
    script('setInterval(() => new Worker(URL.createObjectURL(new Blob(["for (;;);"]))), 20)'),
  ],
])('a page that %s ends in time, and the next page is measured', async (what, answer) => {
  const port = await site({ '/': answer, '/good': html('<p>good</p>') })
  const probes = probesOf({ timeoutMs: 5000 })
  const hostile = await measureOne(page(`http://www.shop.test:${port}/`), probes)
  // workers are no fault of a page, and Chromium itself stops many navigations: the page may then fall quiet
  if (!/workers|navigating/.test(what)) expect(hostile.issues.length).toBeGreaterThan(0)
  expect(JSON.stringify(hostile.issues).length).toBeLessThan(100_000)
  const good = await measureOne(page(`http://www.shop.test:${port}/good`), probesOf())
  expect(good.metrics.status_code).toBe(200)
})

test('addresses of 1 MB are cut, and their number is bounded', async () => {
  const code = `for (let i = 0; i < ${bounds.page.requests + 100}; i++) fetch("/?" + i + (i < 5 ? "x".repeat(1e6) : "")).catch(() => 0)`
  const port = await site({ '/': script(code) })
  const one = await measureOne(page(`http://www.shop.test:${port}/`))
  expect(one.requests.length).toBeLessThanOrEqual(bounds.page.requests)
  expect(Math.max(...one.requests.map(({ url }) => url.length))).toBeLessThanOrEqual(bounds.page.address)
  expect(codes(one)).toContain('page-too-heavy')
})

test('an endless answer is stopped at the limit', async () => {
  const port = await site({
    '/': html('<p>x</p><script>fetch("/endless").then((r) => r.text()).catch(() => 0)</script>'),
    '/endless': (answer) => {
      const chunk = Buffer.alloc(1 << 20, 'x')
      const write = () => {
        while (!answer.destroyed && answer.write(chunk));
      }
      answer.on('drain', write)
      write()
    },
  })
  const one = await measureOne(page(`http://www.shop.test:${port}/`), probesOf({ timeoutMs: 60_000 }))
  expect(codes(one)).toContain('page-too-heavy')
})

test('what the console says is kept in part, and counted whole', async () => {
  const port = await site({ '/': script('for (let i = 0; i < 150; i++) console.error("y".repeat(5000))') })
  const one = await measureOne(page(`http://www.shop.test:${port}/`))
  expect(one.metrics.console_errors).toBe(150)
  for (const { message } of one.issues) expect(message.length).toBeLessThan(2000)
})

test('errors and requests of a frame of another site are seen', async () => {
  const port = await site({
    '/': (answer) => html(`<p>x</p><iframe src="http://cdn.other.test:${port}/frame"></iframe>`)(answer),
    '/frame': html('<img src="/missing.png"><script>console.error("from the frame")</script>'),
  })
  const one = await measureOne(page(`http://www.shop.test:${port}/`))
  expect(one.requests.map(({ url }) => new URL(url).pathname)).toContain('/missing.png')
  expect(one.metrics.console_errors).toBe(1)
})

test('a cancelled check leaves no process and no folder', async () => {
  const probes = probesOf()
  const port = await site({ '/': html('<p>x</p>') })
  await measureOne(page(`http://www.shop.test:${port}/`, { tenant: 'another' }), probes)
  const silent = await servers.http(() => undefined)
  const abort = new AbortController()
  const measuring = probes.measure(page(`http://www.shop.test:${silent}/`, { tenant: 'cancelled' }), abort.signal)
  const before = boxFolders().length
  expect(before).toBeGreaterThan(0)
  abort.abort(new Error('cancelled'))
  await expect(measuring).rejects.toThrow('cancelled')
  await expect(probes.measure(page('http://www.shop.test/'), AbortSignal.abort(new Error('no')))).rejects.toThrow('no')
  await probes.close()
  await waitFor(() => expect(boxFolders().length).toBeLessThan(before))
  expect(never.aborted).toBe(false)
})
