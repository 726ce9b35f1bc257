import { once } from 'node:events'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { edgeBefore } from './byte-origin.ts'
import { edgeForm } from './edge.ts'
import { get, raw } from './raw-connection.ts'
import { certificateFolder, type Http2Visitor, http2Visitor } from './tls.ts'

type Line = readonly [name: string, value: string]

/** What a server sends: its lines in any order, the length among them. All texts have one character for each byte. */
interface Sent {
  readonly lines: readonly Line[]
  readonly lengthAt: number
  readonly reason: string
  readonly tag: string
}

const text = (bytes: readonly number[]) => String.fromCharCode(...bytes)
const high = fc.integer({ min: 0x80, max: 0xff })
/** Everything that a field value may have (RFC 9110, section 5.5). */
const byte = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0x21, max: 0x7e }) },
  { weight: 4, arbitrary: high },
  fc.constantFrom(0x20, 0x09),
)
const anyBytes = fc.array(byte, { minLength: 1, maxLength: 40 }).map((bytes) => text(bytes).trim() || 'x')
const utf8 = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .map((name) => `inline; filename="${Buffer.from(name.replaceAll(/[\p{Cc}"\\]/gu, '')).toString('latin1')}"`)
const value = fc.oneof(anyBytes, utf8)
const names = [
  'Content-Disposition',
  'Content-Language',
  'Location',
  'Server',
  'Content-Type',
  'X-Title',
  'Constructor',
]
const lines: fc.Arbitrary<Line[]> = fc
  .tuple(value, ...names.slice(1).map(() => fc.option(value)))
  .map((values) => values.flatMap((one, i): Line[] => (one === null ? [] : [[names[i] ?? '', one]])))
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))
const sent: fc.Arbitrary<Sent> = fc.record({
  lines,
  lengthAt: fc.integer({ min: 0, max: names.length }),
  reason: anyBytes,
  tag: fc.array(high, { minLength: 1, maxLength: 9 }).map((bytes) => `"${text(bytes)}"`),
})

/** The same in every run. */
const cases = fc.sample(sent, { numRuns: 12, seed: 7 })

const written = (all: readonly Line[]) => all.map(([name, one]) => `${name}: ${one}\r\n`).join('')

/** The lines of a head that are compared: `name: value`, in one order. */
function linesIn(head: string, compared = names): string[] {
  const known = new Set(compared.map((name) => name.toLowerCase()))
  const all = head.slice(0, head.indexOf('\r\n\r\n')).split('\r\n').slice(1)
  return all
    .map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)] as const)
    .filter(([name]) => known.has(name))
    .map(([name, one]) => `${name}: ${one}`)
    .toSorted()
}

/** What a server answers, by the last part of the path. */
function answerTo({ lines: own, lengthAt, reason, tag }: Sent, way: string, head: string): string {
  const kept = { kept: 'max-age=600', validated: 'no-cache' }[way] ?? 'no-store'
  const all: Line[] = [...own, ['Cache-Control', kept], ['ETag', tag]]
  if (head.includes(`If-None-Match: ${tag}\r\n`)) return `HTTP/1.1 304 ${reason}\r\n${written(all)}\r\n`
  if (way === 'trailers')
    return [
      `HTTP/1.1 103 Early Hints\r\nLink: <${tag.slice(1, -1)}>\r\n\r\n`,
      `HTTP/1.1 200 ${reason}\r\n${written(all)}Trailer: X-Title\r\nTransfer-Encoding: chunked\r\n\r\n`,
      `4\r\nbody\r\n0\r\nX-Title: ${tag}\r\nTE: ${tag}\r\nConstructor: ${tag}\r\n\r\n`,
    ].join('')
  all.splice(lengthAt, 0, ['Content-Length', '4'])
  return `HTTP/1.1 200 ${reason}\r\n${written(all)}\r\n${head.startsWith('HEAD') ? '' : 'body'}`
}

/** Sends requests one after the other on a connection. @returns the answers, whole */
async function inTurn(port: number, ...requests: readonly string[]): Promise<string[]> {
  const { socket, write, until } = await raw(port)
  const answers: string[] = []
  let before = 0
  for (const request of requests) {
    write(request)
    const isEmpty = request.startsWith('HEAD') || request.includes('If-None-Match')
    const end = isEmpty
      ? '\r\n\r\n'
      : request.includes('/trailers')
        ? /\r\n0\r\n(?:.+\r\n)*\r\n$/
        : request.includes('Range')
          ? 'od'
          : 'body'
    const answer = await until(end, before)
    before += answer.length
    answers.push(answer)
  }
  socket.destroy()
  return answers
}

/** The answer to a request in HTTP/2, as HTTP/1.1 would have it. */
async function inHttp2({ begin }: Http2Visitor, path: string, method = 'GET'): Promise<string> {
  const stream = begin(path, { ':method': method })
  stream.resume()
  const part = (fields: readonly string[]) => fields.map((one, i) => (i % 2 === 0 ? `${one}: ` : `${one}\r\n`)).join('')
  let trailers = ''
  stream.on('trailers', (...[, , fields]: [object, number, string[]]) => (trailers = part(fields)))
  const [, , fields] = (await once(stream, 'response')) as [object, number, string[]]
  if (!stream.destroyed) await once(stream, 'close')
  return `HTTP/2\r\n${part(fields)}\r\n${trailers}`
}

const host = 'www.site.example'

test('an answer’s fields reach every visitor byte by byte', async () => {
  const { path: folder } = certificateFolder('www.site.example')
  const { edge } = await edgeBefore(
    (socket, path, head) => {
      const [, number, way = ''] = path.split('/')
      const one = cases[Number(number)]
      if (one) socket.write(answerTo(one, way, head), 'latin1')
    },
    { https: { folder } },
  )
  const http2 = await http2Visitor(edge)
  for (const [number, { lines: own, reason, tag }] of cases.entries()) {
    const path = (way: string) => `/${number}/${way}`
    const ask = (way: string, ...more: readonly string[]) => get(path(way), host, ...more)
    const post = `POST ${path('')} HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 1\r\n\r\nx`
    const head = (way: string) => ask(way).replace('GET', 'HEAD')
    const has = `If-None-Match: ${tag}`
    const [miss = '', plainMiss = '', ...uncached] = await inTurn(edge.port, ask(''), ask(''), post, head(''))
    const kept = await inTurn(edge.port, ask('kept'), ask('kept'), head('kept'))
    const [hit = '', plain304 = ''] = await inTurn(edge.port, ask('kept'), ask('kept', has))
    const [part = '', node304 = ''] = await inTurn(
      edge.port,
      ask('kept', 'Range: bytes=1-2'),
      head('kept').replace('\r\n\r\n', `\r\n${has}\r\n\r\n`),
    )
    const validated = await inTurn(edge.port, ask('validated'), ask('validated'), ask('validated'))
    const old = await inTurn(edge.port, ask('').replace('1.1', '1.0'))
    const chunked = await inTurn(edge.port, ask('trailers'), ask('trailers'))
    const secure = [
      await inHttp2(http2, path('')),
      await inHttp2(http2, path('kept')),
      await inHttp2(http2, path('trailers')),
      await inHttp2(http2, path(''), 'HEAD'),
    ]

    for (const one of [miss, plainMiss]) expect(one.slice(0, one.indexOf('\r\n'))).toBe(`HTTP/1.1 200 ${reason}`)
    const all = linesIn(`\r\n${written(own)}\r\n\r\n`)
    const answers = { miss, plainMiss, uncached, kept, hit, part, validated, old, chunked, secure }
    for (const [way, some] of Object.entries(answers))
      for (const one of [some].flat()) {
        const own1 = one.slice(one.search(/HTTP\/(?:2|1\.1 20)/))
        expect([number, way, linesIn(own1)]).toEqual([number, way, all])
      }
    for (const one of [plain304, node304]) {
      expect(one).toMatch(/^HTTP\/1\.1 304 /)
      expect([number, linesIn(one)]).toEqual([number, all.filter((line) => !line.startsWith('content-type'))])
    }
    // nginx 1.22 passes on neither trailers nor what comes before an answer
    if (edgeForm === 'nginx') continue
    for (const one of chunked) expect(one).toContain(`Link: <${tag.slice(1, -1)}>`)
    for (const one of [...chunked, secure[2] ?? ''])
      expect(linesIn(`\r\n${one.slice(one.lastIndexOf('\r\n\r\n', one.length - 5) + 4)}\r\n`)).toEqual([
        `constructor: ${tag}`,
        `x-title: ${tag}`,
      ])
  }
})

const inRequests = ['Content-Disposition', 'Content-Language', 'Referer', 'User-Agent', 'Content-Type']
const asked: fc.Arbitrary<Line[]> = fc
  .tuple(...inRequests.map(() => fc.option(value, { freq: 9 })))
  .map((values) => values.flatMap((one, i): Line[] => (one === null ? [] : [[inRequests[i] ?? '', one]])))
  .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))

test('a request’s fields reach the origin byte by byte', async () => {
  const { path: folder } = certificateFolder(host)
  const heads: string[] = []
  const { edge } = await edgeBefore(
    (socket, _, head) => {
      heads.push(head)
      const interim = head.includes('100-continue') ? 'HTTP/1.1 100 Continue\r\n\r\n' : ''
      socket.write(`${interim}HTTP/1.1 200 OK\r\nCache-Control: no-store\r\nContent-Length: 4\r\n\r\nbody`)
    },
    { https: { folder } },
  )
  const { begin } = await http2Visitor(edge)
  for (const own of fc.sample(asked, { numRuns: 10, seed: 7 })) {
    const ask = (method: string, more: string, body = '') =>
      `${method} / HTTP/1.1\r\nHost: ${host}\r\n${more}${written(own)}\r\n${body}`
    heads.length = 0
    await inTurn(edge.port, ask('GET', ''), ask('GET', ''), ask('POST', 'Content-Length: 1\r\n', 'x'))
    await inTurn(edge.port, ask('PUT', 'Transfer-Encoding: chunked\r\n', '1\r\nx\r\n0\r\n\r\n'))
    await inTurn(edge.port, ask('PUT', 'Content-Length: 1\r\nExpect: 100-continue\r\n', 'x'))
    await inTurn(edge.port, ask('GET', 'Connection: Upgrade\r\nUpgrade: websocket\r\n'))
    const fields = Object.fromEntries(own.map(([name, one]) => [name.toLowerCase(), one]))
    for (const method of ['GET', 'POST']) {
      const stream = begin('/', { ':method': method, ...fields }, method === 'GET').resume()
      if (method === 'POST') stream.end('x')
      await once(stream, 'close')
    }
    expect(heads).toHaveLength(8)
    for (const head of heads) expect(linesIn(head, inRequests)).toEqual(linesIn(`\r\n${written(own)}\r\n`, inRequests))
  }
})
