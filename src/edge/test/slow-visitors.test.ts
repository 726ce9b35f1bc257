import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { visitorLimits } from '../serve/limits.ts'
import { waitFor } from '../../service/test/wait-for.ts'
import { edgeForm, temporaryFolder, type TestEdge, testEdge, testOrigin } from './edge.ts'
import { frame, frames, rawHttp2, requestFrame } from './raw-http2.ts'
import { certificateFolder, http2Visitor } from './tls.ts'

const mebibyte = 2 ** 20
const large = Buffer.alloc(7 * mebibyte, 'large body ')
const cacheable = { 'Cache-Control': 'max-age=60', 'Content-Type': 'image/png' }

/** An origin whose answers are large, and how many of them it has given out. */
async function largeOrigin(body = large) {
  let given = 0
  const origin = await testOrigin((_, response) => {
    response.writeHead(200, { ...cacheable, 'Content-Length': body.length }).end(body)
    response.once('finish', () => given++)
  })
  return { origin, given: () => given }
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: www.site.example\r\n\r\n`

/** A visitor who reads nothing. */
async function deaf({ port }: Pick<TestEdge, 'port'>): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.pause()
  await once(socket, 'connect')
  return socket
}

const deafVisitors: Readonly<Record<string, (edge: TestEdge, paths: readonly string[]) => Promise<void>>> = {
  async 'HTTP/1.1'(edge, paths) {
    for (const path of paths) (await deaf(edge)).write(request(path))
  },
  async 'HTTP/1.1, the shortcut for plain requests'(edge, paths) {
    for (const path of paths) {
      const socket = await deaf(edge)
      // the first one of a connection goes another way
      socket.write(request('/first').replace('GET', 'HEAD'))
      await once(socket.resume(), 'data')
      socket.pause()
      socket.write(request(path))
    }
  },
  async 'HTTP/2'(edge, paths) {
    await withoutWindow(edge, paths)
  },
}

/** A visitor whose streams begin with a window of nothing. */
async function withoutWindow(edge: TestEdge, paths: readonly string[]) {
  const visitor = await rawHttp2(edge)
  visitor.write(frame(frames.settings, 0, 0, Buffer.from([0, 4, 0, 0, 0, 0])))
  paths.forEach((path, i) => visitor.write(requestFrame(2 * i + 1, [[':path', path]])))
  return visitor
}

const page = Buffer.alloc(60_000, 'page ')

/** Of visitors' HTTP/2, which nginx speaks where it is in front. What that holds is tested below. */
const onOwnHttp2 = test.skipIf(edgeForm === 'nginx')

/** Lets little wait at the edges that start in a test, in bytes. */
function boundBacklog(most: number): void {
  const { backlog } = visitorLimits
  Object.assign(visitorLimits, { backlog: most })
  onTestFinished(() => void Object.assign(visitorLimits, { backlog }))
}

/** An edge where little may wait, and an origin with pages of which none reaches the limit of one answer. */
async function edgeOfPages() {
  boundBacklog(4 * mebibyte)
  const origin = await testOrigin(({ url = '' }, response) => {
    const control = url.startsWith('/kept') ? 'max-age=60' : 'no-store'
    response.writeHead(200, { 'Cache-Control': control, 'Content-Type': 'image/png', 'Content-Length': page.length })
    response.end(page)
  })
  const { path: folder } = certificateFolder('www.site.example')
  return testEdge({ sites: [{ port: origin.port }], https: { folder }, cacheBytes: 64 * mebibyte })
}

test.each(Object.entries(deafVisitors).filter(([name]) => name !== 'HTTP/2'))(
  'what waits for visitors who do not read is bounded: %s',
  async (_, visit) => {
    const { origin, given } = await largeOrigin()
    const { path: folder } = certificateFolder('www.site.example')
    const edge = await testEdge({ sites: [{ port: origin.port }], https: { folder }, cacheBytes: 64 * mebibyte })
    const paths = Array.from({ length: 24 }, (__, i) => `/?${i}`)
    await visit(edge, paths)
    // more than may wait
    await waitFor(() => expect(given() * large.length).toBeGreaterThan(1.5 * visitorLimits.backlog))
    // what the origin has sent may still be on its way to the edge; nginx takes all of it into its cache
    if (edgeForm === 'embedded') await waitFor(() => expect(edge.waitingBytes()).toBeGreaterThan(0))
    expect(edge.waitingBytes()).toBeLessThanOrEqual(visitorLimits.backlog)
    expect((await edge.visit('/other')).bytes.equals(large)).toBe(true)
  },
)

onOwnHttp2.each<[string, (i: number) => string, boolean]>([
  // the server waits before anyone has to go
  ['that are not stored', (i) => `/?${i}`, false],
  ['that are stored', (i) => `/kept?${i}`, true],
  ['that were stored before', () => '/kept', true],
])(
  'answers with HTTP/2 count until they are sent, and are bounded for each connection and in all: %s',
  async (_, path, isStored) => {
    const edge = await edgeOfPages()
    expect((await (await http2Visitor(edge)).ask('/kept')).text).toBe(String(page))
    const paths = Array.from({ length: 60 }, (__, i) => path(i))
    const visitors = [await withoutWindow(edge, paths)]
    // as many as there is room for without the origin
    await waitFor(() => expect(edge.waitingBytes()).toBeGreaterThan(visitorLimits.unsent))
    for (let i = 0; i < 12; i++) visitors.push(await withoutWindow(edge, paths))
    // whoever came first goes first
    if (isStored) await Promise.all([visitors[0]?.closed(), visitors[3]?.closed()])
    expect(edge.waitingBytes()).toBeLessThanOrEqual(visitorLimits.backlog)
    // else the address may have all its requests at the server
    if (isStored) expect((await edge.visit('/other')).bytes.equals(page)).toBe(true)
    for (const { socket } of visitors) socket.destroy()
    await waitFor(() => expect(edge.waitingBytes()).toBe(0))
  },
)

onOwnHttp2('what is stored takes no other memory while it waits to be sent', async () => {
  boundBacklog(8 * mebibyte)
  const { origin } = await largeOrigin(large.subarray(0, mebibyte))
  const { path: folder } = certificateFolder('www.site.example')
  const edge = await testEdge({ sites: [{ port: origin.port }], https: { folder }, cacheBytes: 64 * mebibyte })
  // a page with many pictures on a slow line
  const paths = Array.from({ length: 30 }, (_, i) => `/?${i}`)
  const first = await http2Visitor(edge)
  for (const path of paths) await first.ask(path)
  const visitor = await withoutWindow(edge, paths)
  await Promise.all(paths.map((_, i) => visitor.answered(2 * i + 1)))
  expect(edge.waitingBytes()).toBeGreaterThan(visitorLimits.unsent)
  expect(edge.waitingBytes()).toBeLessThan(paths.length * 65 * 1024)
  // others take its place in the cache
  for (let i = 0; i < 64; i++) await first.ask(`/other?${i}`)
  await visitor.closed()
  expect(edge.waitingBytes()).toBe(0)
})

onOwnHttp2('who reads many answers slowly stays while others read nothing', async () => {
  const edge = await edgeOfPages()
  const streams = Array.from({ length: 20 }, (_, i) => 2 * i + 1)
  const slow = await withoutWindow(
    edge,
    streams.map((stream) => `/?${stream}`),
  )
  const window = (stream: number, size: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeUInt32BE(size)
    slow.write(frame(frames.windowUpdate, 0, stream, bytes))
  }
  const most = 2 * visitorLimits.backlog
  let others = 0
  window(0, streams.length * page.length)
  const step = page.length / 12
  for (let taken = step; taken <= page.length; taken += step) {
    for (const stream of streams) window(stream, step)
    await waitFor(() => expect(streams.map((stream) => slow.body(stream).length)).toEqual(streams.map(() => taken)))
    const paths = Array.from({ length: 30 }, (_, i) => `/kept?${i}`)
    const other = await withoutWindow(edge, paths)
    await Promise.all(paths.map((_, i) => other.answered(2 * i + 1)))
    others += paths.length * page.length
  }
  expect(others).toBeGreaterThan(most)
  expect(streams.every((stream) => slow.body(stream).equals(page))).toBe(true)
})

/** Memory of nginx's workers that isn't shared with others, in bytes. */
function workersMemory(dataDir: string): number {
  const master = readFileSync(join(dataDir, 'edge-nginx/nginx.pid'), 'utf8').trim()
  const children = readFileSync(`/proc/${master}/task/${master}/children`, 'utf8').trim().split(' ')
  const workers = children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker process'))
  return workers.reduce((sum, pid) => {
    const [, kibibytes] = /^Pss_Anon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return sum + Number(kibibytes) * 1024
  }, 0)
}

test.runIf(edgeForm === 'nginx').each(Object.entries(deafVisitors))(
  'what nginx holds for visitors who do not read is bounded: %s',
  async (_, visit) => {
    // more than what's on its way to a visitor
    const { origin, given } = await largeOrigin(large.subarray(0, 4 * mebibyte))
    const { path: folder } = certificateFolder('www.site.example')
    const dataDir = temporaryFolder()
    const edge = await testEdge({ sites: [{ port: origin.port }], https: { folder }, nginx: { dataDir } })
    await edge.visit('/first')
    const before = workersMemory(dataDir)
    const paths = Array.from({ length: 60 }, (__, i) => `/?${i}`)
    await visit(edge, paths)
    await waitFor(() => expect(given()).toBeGreaterThan(paths.length))
    expect(workersMemory(dataDir) - before).toBeLessThan(paths.length * visitorLimits.waiting)
  },
)

test.runIf(edgeForm === 'nginx')('an address has so many requests at a time, whatever its connections', async () => {
  const { path: folder } = certificateFolder('www.site.example')
  const { origin } = await largeOrigin(large.subarray(0, mebibyte))
  const edge = await testEdge({ sites: [{ port: origin.port }], https: { folder } })
  const most = visitorLimits.connectionsByAddress
  const statuses: unknown[] = []
  for (let i = 0; i < most + 8;) {
    const { ask, begin } = await http2Visitor(edge)
    // then there is an answer in nginx's cache, and a request doesn't take a place at the origin
    if (i === 0) await ask('/')
    // answers that aren't read
    for (let n = 0; n < 90 && i < most + 8; n++, i++)
      begin('/').once('response', (headers) => statuses.push(headers[':status']))
  }
  await waitFor(() => expect(statuses).toHaveLength(most + 8))
  expect(statuses.filter((status) => status === 503)).toHaveLength(8)
  expect(statuses.filter((status) => status === 200)).toHaveLength(most)
})

test.each(Object.entries(deafVisitors))('a visitor who takes nothing is let go: %s', async (_, visit) => {
  const { silence } = visitorLimits
  Object.assign(visitorLimits, { silence: 1000 })
  onTestFinished(() => void Object.assign(visitorLimits, { silence }))
  let isBrokenOff = false
  const origin = await testOrigin((incoming, response) => {
    if (incoming.method === 'HEAD') return void response.end()
    response.writeHead(200, { 'Content-Length': 4 * large.length })
    for (let i = 0; i < 4; i++) response.write(large)
    response.once('close', () => (isBrokenOff = !response.writableFinished))
  })
  const { path: folder } = certificateFolder('www.site.example')
  const edge = await testEdge({ sites: [{ port: origin.port }], https: { folder } })
  await visit(edge, ['/'])
  await waitFor(() => expect(isBrokenOff).toBe(true))
})

test('a slow visitor gets the rest of a first answer from what is stored, byte for byte', async () => {
  const { origin } = await largeOrigin()
  const edge = await testEdge({ sites: [{ port: origin.port }] })
  const socket = await deaf(edge)
  socket.write(request('/'))
  await waitFor(async () => expect((await edge.visit('/')).headers['cache-status']).toContain('hit'))
  const chunks: Buffer[] = []
  let length = 0
  socket.resume().on('data', (chunk: Buffer) => {
    chunks.push(chunk)
    length += chunk.length
  })
  await waitFor(() => expect(length).toBeGreaterThan(large.length))
  const answer = Buffer.concat(chunks)
  expect(answer.subarray(answer.indexOf('\r\n\r\n') + 4).equals(large)).toBe(true)
  expect(edge.waitingBytes()).toBe(0)
})

test('a page is read from the origin though its visitor does not read', async () => {
  const part = Buffer.alloc(visitorLimits.waiting, 'page ')
  let given = 0
  const origin = await testOrigin((_, response) => {
    response.writeHead(200, { 'Cache-Control': 'no-store', 'Content-Length': 8 * part.length })
    const send = (left: number) =>
      left === 0 ? response.end(() => given++) : response.write(part, () => send(left - 1))
    send(8)
  })
  const edge = await testEdge({ sites: [{ port: origin.port }] })
  for (let i = 0; i < 8; i++) (await deaf(edge)).write(request(`/${i}`))
  await waitFor(() => expect(given).toBe(8))
})

const interim: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'processing (102)': (response) => response.writeProcessing(),
  'early hints (103)': (response) => response.writeEarlyHints({ link: '</a.css>; rel=preload' }),
}

test.each(Object.entries(interim))('an origin that sends %s for ever', async (_, send) => {
  const origin = await testOrigin((__, response) => {
    const on = () => {
      if (response.destroyed) return
      send(response)
      setImmediate(on)
    }
    on()
  })
  const edge = await testEdge({ sites: [{ port: origin.port }] })
  const socket = await deaf(edge)
  let received = ''
  socket.resume().on('data', (chunk) => (received += String(chunk)))
  socket.write(request('/'))
  await waitFor(() => expect(received).toContain('HTTP/1.1 502'))
  // nginx passes none on
  expect(received.match(/HTTP\/1\.1 10[23]/g) ?? []).toHaveLength(edgeForm === 'nginx' ? 0 : visitorLimits.interim)
})

test('of requests that come together, the origin is asked one at a time', async () => {
  const asked: string[] = []
  const answers: ServerResponse[] = []
  const origin = await testOrigin((incoming, response) => {
    asked.push(incoming.url ?? '')
    answers.push(response)
  })
  const edge = await testEdge({ sites: [{ port: origin.port }] })
  const socket = await deaf(edge)
  socket.resume()
  const paths = ['/1', '/2', '/3', '/4']
  socket.write(paths.map(request).join(''))
  for (let i = 1; i <= paths.length; i++) {
    await waitFor(() => expect(asked).toEqual(paths.slice(0, i)))
    answers[i - 1]?.end('answer')
  }
})
