import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { crc32, deflateSync, gzipSync } from 'node:zlib'
import type { FailureCode } from '../../../shared/guard/index.ts'

export interface HostilePage {
  /** Completes "a page that …". */
  readonly what: string
  /** Whether another page attacks in nearly the same way: benchmarks open it, tests have no time for it. */
  readonly isVariant?: true
  /** By path, what its server answers; the page itself is at `/`. */
  readonly routes: Readonly<Record<string, (answer: ServerResponse, request: IncomingMessage) => unknown>>
  /** How its check may end: with the critical issue of that code, or measured like any page. Often a race decides. */
  readonly ends: readonly (FailureCode | 'measured')[]
}

const html =
  (body: string, headers: Record<string, string | string[]> = {}) =>
  (answer: ServerResponse) =>
    answer.writeHead(200, { 'content-type': 'text/html', ...headers }).end(`<!doctype html><body>${body}`)

const script = (code: string) => ({ '/': html(`<p>Hello</p><script>${code}</script>`) })

/** Sends a chunk again and again, as fast as the client reads. */
const endless =
  (type: string, chunk: Buffer, headers: Record<string, string> = {}) =>
  (answer: ServerResponse) => {
    answer.writeHead(200, { 'content-type': type, ...headers })
    const write = () => {
      while (!answer.destroyed && answer.write(chunk));
    }
    answer.on('drain', write)
    write()
  }

/** Pages that attack whoever opens them, for tests and benchmarks. They expect a host that browsers trust, as 127.0.0.1. */
export const hostilePages: readonly HostilePage[] = [
  // scripts that never yield
  { what: 'never lets a script end', routes: script('for (;;);'), ends: ['timeout'] },
  {
    what: 'never lets its microtasks end',
    isVariant: true,
    routes: script('(async () => { for (;;) await 0 })()'),
    ends: ['timeout'],
  },
  {
    what: 'recurses without end',
    isVariant: true,
    routes: script('const f = () => f() + 1; for (;;) try { f() } catch {}'),
    ends: ['timeout', 'navigation-failed'],
  },
  {
    what: 'writes its document without end',
    isVariant: true,
    routes: script('for (;;) document.write("<p>" + "x".repeat(1000))'),
    ends: ['timeout', 'navigation-failed', 'page-too-heavy'],
  },
  { what: 'alerts without end', routes: script('for (;;) alert(1)'), ends: ['timeout'] },
  {
    what: 'asks, prompts and prints without end',
    isVariant: true,
    routes: script('for (;;) { confirm(1); prompt(1); print() }'),
    ends: ['timeout'],
  },

  // navigations
  {
    what: 'keeps navigating',
    routes: script('setInterval(() => (location.href = "/?" + Math.random()), 1)'),
    ends: ['measured', 'timeout', 'page-too-heavy', 'navigation-failed'],
  },
  {
    what: 'keeps navigating with a busy beforeunload',
    routes: script(
      'onbeforeunload = (e) => { e.preventDefault(); const end = Date.now() + 50; while (Date.now() < end); }; setInterval(() => (location.href = "/?" + Math.random()), 1)',
    ),
    ends: ['measured', 'timeout', 'page-too-heavy', 'navigation-failed'],
  },
  {
    what: 'reloads itself without end',
    isVariant: true,
    routes: { '/': html('<p>Hello</p><meta http-equiv="refresh" content="0">') },
    ends: ['measured', 'timeout', 'page-too-heavy'],
  },
  {
    what: 'sends its form without end',
    isVariant: true,
    routes: { '/': html('<form method="post"><input name="x"></form><script>document.forms[0].submit()</script>') },
    ends: ['measured', 'timeout', 'page-too-heavy'],
  },
  {
    what: 'redirects without end',
    routes: { '/': (answer, request) => answer.writeHead(302, { location: `/?${request.url?.length}` }).end() },
    ends: ['too-many-redirects'],
  },
  {
    what: 'fills the history',
    isVariant: true,
    routes: script(
      'setInterval(() => { for (let i = 0; i < 1000; i++) history.pushState("x".repeat(1e5), "", "#" + i) }, 1)',
    ),
    ends: ['measured', 'timeout', 'page-too-heavy'],
  },

  // floods of messages
  {
    what: 'floods the console',
    routes: script(
      'const text = "x".repeat(1e6); setInterval(() => { for (let i = 0; i < 20; i++) console.error(text + i) }, 1)',
    ),
    ends: ['measured', 'timeout', 'page-too-heavy'],
  },
  {
    what: 'floods with exceptions and rejections',
    isVariant: true,
    routes: script(
      'const text = "x".repeat(1e5); setInterval(() => { for (let i = 0; i < 50; i++) { setTimeout(() => { throw new Error(text) }); Promise.reject(new Error(text)) } }, 1)',
    ),
    ends: ['measured', 'timeout', 'page-too-heavy'],
  },
  {
    what: 'changes a huge title without end',
    isVariant: true,
    routes: script('const text = "x".repeat(1e6); setInterval(() => (document.title = text + Math.random()), 1)'),
    ends: ['measured', 'timeout', 'page-too-heavy'],
  },
  {
    what: 'asks for every permission without end',
    isVariant: true,
    routes: script(
      'setInterval(() => { Notification.requestPermission(); navigator.geolocation.getCurrentPosition(() => 0); navigator.mediaDevices?.getUserMedia({ video: true }).catch(() => 0); navigator.clipboard?.readText().catch(() => 0); document.body.requestFullscreen().catch(() => 0); document.body.requestPointerLock() }, 1)',
    ),
    ends: ['measured', 'timeout', 'page-too-heavy'],
  },

  // more of everything
  {
    what: 'makes workers without end',
    routes: script('setInterval(() => new Worker(URL.createObjectURL(new Blob(["for (;;);"]))), 20)'),
    ends: ['measured', 'timeout', 'page-too-heavy', 'navigation-failed'],
  },
  {
    what: 'makes shared workers without end',
    isVariant: true,
    routes: {
      ...script('let i = 0; setInterval(() => new SharedWorker("/worker.js", String(i++)), 20)'),
      '/worker.js': (answer) => answer.writeHead(200, { 'content-type': 'text/javascript' }).end('for (;;);'),
    },
    ends: ['measured', 'timeout', 'page-too-heavy', 'navigation-failed'],
  },
  {
    what: 'frames itself twice, without end',
    routes: {
      '/': html('<iframe src="/frame?0"></iframe>'),
      '/frame': (answer, request) =>
        html(`<iframe src="${request.url}0"></iframe><iframe src="${request.url}1"></iframe>`)(answer),
    },
    ends: ['measured', 'timeout', 'page-too-heavy', 'navigation-failed'],
  },
  {
    what: 'opens windows without end',
    isVariant: true,
    routes: script('setInterval(() => open("/?" + Math.random(), "_blank"), 5)'),
    ends: ['measured', 'timeout', 'page-too-heavy', 'navigation-failed'],
  },
  {
    what: 'downloads files without end',
    isVariant: true,
    routes: {
      ...script(
        'setInterval(() => { const a = document.createElement("a"); a.href = "/file?" + Math.random(); a.download = "x"; a.click() }, 5)',
      ),
      '/file': endless('application/zip', Buffer.alloc(1 << 16)),
    },
    ends: ['measured', 'timeout', 'page-too-heavy'],
  },
  {
    what: 'opens WebSockets without end',
    isVariant: true,
    routes: script(
      'setInterval(() => { for (let i = 0; i < 20; i++) new WebSocket("ws://" + location.host + "/?" + i) }, 1)',
    ),
    ends: ['measured', 'timeout', 'page-too-heavy'],
  },
  {
    what: 'makes 10,000 requests',
    routes: script('for (let i = 0; i < 1e4; i++) fetch("/?" + i).catch(() => 0)'),
    ends: ['page-too-heavy'],
  },
  {
    what: 'requests addresses of 1 MB',
    routes: script('for (let i = 0; i < 150; i++) fetch("/?" + i + "x".repeat(1e6)).catch(() => 0)'),
    ends: ['measured', 'timeout', 'page-too-heavy'],
  },
  {
    what: 'is served by its own service worker, which reloads it without end',
    isVariant: true,
    routes: {
      ...script(
        'navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready).then(() => location.reload())',
      ),
      '/worker.js': (answer) =>
        answer
          .writeHead(200, { 'content-type': 'text/javascript' })
          .end(
            `const page = "<p>Hello</p><script>for (let i = 0; i < 100; i++) fetch('/?' + i); location.reload()</script>"; onfetch = (e) => e.respondWith(new Response(page, { headers: { "content-type": "text/html" } }))`,
          ),
    },
    ends: ['measured', 'timeout', 'page-too-heavy', 'navigation-failed'],
  },

  // bytes
  {
    what: 'streams without end',
    routes: {
      ...script('fetch("/endless").then((r) => r.text()).catch(() => 0)'),
      '/endless': endless('text/plain', Buffer.alloc(1 << 20, 'x')),
    },
    ends: ['page-too-heavy'],
  },
  {
    what: 'streams without end into a shared worker',
    isVariant: true,
    routes: {
      '/': html('<script>new SharedWorker("/worker.js")</script><img src="/never.png">'),
      '/never.png': () => undefined,
      '/worker.js': (answer) =>
        answer
          .writeHead(200, { 'content-type': 'text/javascript' })
          .end('fetch("/endless").then((r) => r.text()).catch(() => 0)'),
      '/endless': endless('text/plain', Buffer.alloc(1 << 20, 'x')),
    },
    ends: ['page-too-heavy'],
  },
  {
    what: 'has a body without end',
    routes: { '/': endless('text/html', Buffer.from(`<p>${'x'.repeat(1 << 16)}`)) },
    // it may show something before the time is up, and then isn't down
    ends: ['timeout', 'page-too-heavy', 'navigation-failed', 'measured'],
  },
  {
    what: 'unpacks to 1 GB',
    routes: { '/': endless('text/html', gzipSync(Buffer.alloc(20 << 20, '<i>')), { 'content-encoding': 'gzip' }) },
    ends: ['timeout', 'page-too-heavy', 'navigation-failed', 'measured'],
  },
  {
    what: 'sends a byte a second',
    isVariant: true,
    routes: {
      '/': async (answer) => {
        answer.writeHead(200, { 'content-type': 'text/html' })
        while (!answer.destroyed) {
          answer.write('x')
          await wait(1000)
        }
      },
    },
    ends: ['timeout'],
  },
  { what: 'never answers', routes: { '/': () => undefined }, ends: ['timeout'] },
  {
    what: 'has headers of 300 KB',
    routes: { '/': html('<p>Hello</p>', { 'x-large': 'x'.repeat(300_000) }) },
    ends: ['no-answer', 'navigation-failed'],
  },
  {
    what: 'sets 1,000 cookies',
    isVariant: true,
    routes: {
      '/': html('<img src="/x"><img src="/y">', {
        'set-cookie': Array.from({ length: 50 }, (_, i) => `c${i}=${'x'.repeat(4000)}`),
      }),
    },
    ends: ['measured', 'timeout'],
  },
  {
    what: 'shows data addresses of 50 MB',
    isVariant: true,
    routes: script(
      'const url = "data:text/html," + "x".repeat(5e7); for (let i = 0; i < 5; i++) { const f = document.createElement("iframe"); f.src = url; document.body.append(f); fetch(url) }',
    ),
    ends: ['measured', 'timeout', 'page-too-heavy', 'navigation-failed'],
  },

  // memory and drawing
  {
    what: 'fills the memory with arrays',
    routes: script('const a = []; for (;;) a.push(new Array(1e6).fill(Math.random()))'),
    ends: ['timeout', 'page-too-heavy', 'navigation-failed'],
  },
  {
    what: 'fills the memory outside the heap',
    isVariant: true,
    routes: script(
      'const a = []; for (;;) { const m = new WebAssembly.Memory({ initial: 1000 }); new Uint8Array(m.buffer).fill(1); a.push(m) }',
    ),
    ends: ['timeout', 'page-too-heavy', 'navigation-failed'],
  },
  {
    what: 'fills the storage',
    routes: script(
      '(async () => { const cache = await caches.open("x"); for (let i = 0; ; i++) await cache.put("/" + i, new Response("x".repeat(1e7))) })()',
    ),
    ends: ['measured', 'timeout', 'page-too-heavy'],
  },
  {
    what: 'has 1 million elements',
    isVariant: true,
    routes: script('document.body.innerHTML = "<i>x</i>".repeat(1e6)'),
    ends: ['measured', 'timeout', 'page-too-heavy', 'navigation-failed'],
  },
  {
    what: 'shows pictures of 400 megapixels',
    isVariant: true,
    routes: {
      '/': html(Array.from({ length: 4 }, (_, i) => `<img src="/huge.png?${i}" width="300">`).join('')),
      '/huge.png': (answer) => answer.writeHead(200, { 'content-type': 'image/png' }).end(blackSquare(20_000)),
    },
    ends: ['measured', 'timeout', 'page-too-heavy', 'navigation-failed'],
  },
  {
    what: 'animates what is costly to draw',
    isVariant: true,
    routes: {
      '/': html(
        `<style>@keyframes a { to { filter: blur(50px); transform: rotate(360deg) scale(3) } } i { display: inline-block; box-shadow: 0 0 50px 20px red; animation: a 1s infinite }</style>${'<i>x</i>'.repeat(3000)}`,
      ),
    },
    ends: ['measured', 'timeout', 'page-too-heavy', 'navigation-failed'],
  },
]

/** A PNG of a few KB (see the PNG specification, section 11). */
function blackSquare(size: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    checksum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, checksum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size, 0)
  header.writeUInt32BE(size, 4)
  // one bit for each pixel, gray
  header[8] = 1
  const rows = Buffer.alloc(size * (1 + Math.ceil(size / 8)))
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
