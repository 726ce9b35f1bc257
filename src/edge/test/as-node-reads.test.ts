import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { setImmediate as nextRound } from 'node:timers/promises'
import * as fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { resolverFor } from '../../shared/guard/index.ts'
import { type FieldLines, fieldsOf } from '../cache/index.ts'
import { OriginAgent } from '../origin/agent.ts'
import { askOrigin, pairs } from '../origin/ask.ts'
import { OriginFailure } from '../origin/failure.ts'
import { plainAnswer } from '../origin/plain-answer.ts'
import { plainRequest } from '../serve/plain-request.ts'
import { testEdge, testOrigin } from './edge.ts'
import { type Message, MessageReader, valuesOf } from './exchanges/messages.ts'
import { answer, change, changed, host, inPieces, request } from './random-messages.ts'

/** How many messages are sent to each side; `CASES=10000` takes some minutes. */
const cases = { numRuns: Number(process.env['CASES'] ?? 200), seed: Number(process.env['SEED'] ?? 7) }
/** So many of them at least don't need Node, or the comparison would say little. */
const leastPlain = cases.numRuns / 30

/** Lets the other side, which is in this process, read what was sent. */
async function rounds(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await nextRound()
}

/** Sends each piece by itself. */
async function send(socket: Socket, pieces: readonly string[]): Promise<void> {
  for (const piece of pieces) {
    socket.write(piece, 'latin1')
    await rounds(4)
  }
}

/** What Node's server makes of bytes after which nothing comes: the requests, and whether it was all. */
async function readByNode(bytes: string) {
  const requests: { method: string; target: string; lines: FieldLines; body: string }[] = []
  let isRefused = false
  const take = (message: IncomingMessage) => {
    const { method = '', url: target = '', rawHeaders: lines } = message
    let body = ''
    message.setEncoding('latin1').on('data', (text) => (body += String(text)))
    message.on('end', () => requests.push({ method, target, lines, body }))
  }
  const server = createHttpServer(take).on('checkContinue', take)
  server.on('clientError', () => (isRefused = true))
  const connection = new Duplex({ read: () => undefined, write: (_bytes, _encoding, done) => done() })
  server.emit('connection', connection)
  connection.push(bytes, 'latin1')
  connection.push(null)
  if (!connection.readableEnded) await once(connection, 'end')
  await rounds(1)
  connection.destroy()
  return { requests, isRefused }
}

test('a plain request is one that Node’s server reads in the same way', async () => {
  let plain = 0
  await fc.assert(
    fc.asyncProperty(request, fc.array(change, { maxLength: 2 }), async (text, changes) => {
      const bytes = changes.reduce(changed, text)
      const read = plainRequest(Buffer.from(bytes, 'latin1'))
      if (!read) return
      plain++
      const { target, lines, fields } = read
      expect(fields).toEqual(fieldsOf(lines))
      const same = { method: 'GET', target, lines, body: '' }
      expect(await readByNode(bytes)).toEqual({ requests: [same], isRefused: false })
    }),
    { ...cases, numRuns: cases.numRuns * 10 },
  )
  expect(plain).toBeGreaterThan(leastPlain * 10)
})

/** What differs from one moment to the next. */
const times = /(?<=^Date: ).+ GMT$|(?<=^Age: |; ttl=)-?\d+/

test('whatever a visitor sends, in whatever pieces, is answered as Node’s server answers it', async () => {
  const asked: unknown[] = []
  const origin = await testOrigin((message, response) => {
    const { method, url = '', rawHeaders } = message
    let body = ''
    message.setEncoding('latin1').on('data', (text) => (body += String(text)))
    message.on('end', () => {
      asked.push({ method, url, rawHeaders, body })
      const kept = url.startsWith('/kept') ? 'max-age=600' : 'no-store'
      response.writeHead(200, { 'Cache-Control': kept, ETag: '"a"', 'Content-Length': 4 })
      response.end(method === 'HEAD' ? '' : 'page')
    })
  })
  const edge = await testEdge({ sites: [{ port: origin.port }] })
  for (const path of ['/kept', '/kept?x=%41']) await edge.visit(path)
  asked.length = 0

  /** The answers to requests on a connection that began so, and what the origin was asked for. */
  const outcome = async (begin: readonly string[], requests: readonly (readonly string[])[]) => {
    const socket = connect({ port: edge.port, host: '127.0.0.1', noDelay: true })
    await once(socket, 'connect')
    const reader = new MessageReader(socket)
    const answers: unknown[] = []
    for (const pieces of [begin, ...requests]) {
      await send(socket, pieces)
      const isHead = /^\s*HEAD /.test(pieces.join(''))
      let message: Message
      do message = await reader.read((first) => (isHead || / (?:1..|304) /.test(first) ? 'none' : 'framed'))
      while (message.startLine.includes(' 1'))
      const { startLine, lines, body } = message
      const fields = pairs(lines).map(([name, value]) => `${name}: ${value}`.replace(times, ''))
      answers.push([startLine, fields.toSorted(), body.toString()])
      if (valuesOf(lines, 'connection').includes('close')) break
    }
    reader.close()
    return { answers, asked: asked.splice(0) }
  }

  const first = `GET /first HTTP/1.1\r\n${host}\r\n\r\n`
  let plain = 0
  await fc.assert(
    fc.asyncProperty(fc.array(inPieces(request), { minLength: 1, maxLength: 3 }), async (all) => {
      const whole: string[][] = []
      for (const pieces of all) {
        const { requests, isRefused } = await readByNode(pieces.join(''))
        // what Node refuses, or waits for, is no plain request
        if (isRefused || requests.length !== 1) continue
        whole.push(pieces)
        if (plainRequest(Buffer.from(pieces[0] ?? '', 'latin1'))) plain++
      }
      // a connection on which a request came in two pieces is left to Node's server
      const node = await outcome([first.slice(0, 9), first.slice(9)], whole)
      expect(await outcome([first], whole)).toEqual(node)
    }),
    cases,
  )
  expect(plain).toBeGreaterThan(leastPlain)
})

/** Has Node's client do everything. */
class NodeAgent extends OriginAgent {
  override askPlainly(): undefined {}
}

/** What a client makes of the answer of a server at a port. */
async function ask(agent: OriginAgent, port: number, onSocket?: (socket: Socket) => void) {
  const name = 'www.site.example'
  const interim: FieldLines[] = []
  try {
    const { body, status, message, lines } = await askOrigin(agent, {
      origin: { siteId: 'a', server: '127.0.0.1', port, https: false, checkCertificate: false, hostname: name },
      method: 'GET',
      target: '/',
      lines: ['Host', name],
      onInterim: (code, sent) => interim.push([String(code), ...sent]),
      onSocket,
    })
    const whole = Promise.withResolvers<boolean>()
    let text = ''
    body.on('data', (chunk) => (text += chunk.toString('latin1')))
    body.once('end', () => whole.resolve(true))
    for (const event of ['error', 'close'] as const) body.once(event, () => whole.resolve(false))
    if (body.destroyed) whole.resolve(false)
    // how much of what broke off had come is a matter of time
    return { interim, status, message, lines, text: (await whole.promise) ? text : undefined }
  } catch (error) {
    if (!(error instanceof OriginFailure)) throw error
    return { interim, problem: error.problem, text: undefined }
  }
}

test('whatever a server sends, in whatever pieces, is read as Node’s client reads it', async () => {
  let pieces: readonly string[] = []
  let asked = 0
  let allSent = Promise.withResolvers<void>()
  const sockets = new Set<Socket>()
  const take = async (socket: Socket) => {
    if (++asked > 1) return void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nnext')
    await send(socket, pieces)
    allSent.resolve()
    await rounds(12)
    // whoever hasn't asked again waits for more
    if (asked === 1) socket.end()
  }
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('data', () => void take(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo

  /** What a client makes of the pieces, and of the answer to the request after them. */
  const outcome = async (agent: OriginAgent) => {
    asked = 0
    allSent = Promise.withResolvers()
    const used: Socket[] = []
    const first = await ask(agent, port, (socket) => used.push(socket))
    await allSent.promise
    const count = asked
    // to a request that is sent already, what follows the first answer could be the second
    const length = pieces.join('').length
    while (used.some((socket) => !socket.destroyed && socket.bytesRead < length)) await rounds(1)
    const next = first.text === undefined ? undefined : await ask(agent, port)
    agent.destroy()
    return { first, count, next }
  }

  const options = { guard: { resolver: resolverFor([]), allowPrivateTargets: true }, isOwn: () => false }
  let plain = 0
  await fc.assert(
    fc.asyncProperty(inPieces(answer), async (sent) => {
      pieces = sent
      const own = await outcome(new OriginAgent(options))
      expect(own).toEqual(await outcome(new NodeAgent(options)))
      // whatever followed the first answer isn't the second
      if (own.next) expect(own.next.text).toBe('next')
      const [start = ''] = sent
      if (plainAnswer(start.slice(0, start.indexOf('\r\n\r\n') + 4))) plain++
    }),
    cases,
  )
  expect(plain).toBeGreaterThan(leastPlain)
})
