import { describe, expect, test } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import { pairs } from '../origin/ask.ts'
import { testEdge, testOrigin } from './edge.ts'
import { fieldBlock, frame, frames, rawHttp2, requestFrame } from './raw-http2.ts'
import { certificateFolder, http2Visitor } from './tls.ts'

/** A site, and a connection to it with HTTP/2. */
async function besetSite() {
  const seen: string[] = []
  const fields: [string, string][] = []
  const bodies: (string | undefined)[] = []
  const origin = await testOrigin((request, response) => {
    seen.push(request.url ?? '')
    fields.push(...pairs(request.rawHeaders))
    let body = ''
    request.setEncoding('latin1').on('data', (chunk: string) => (body += chunk))
    request.once('end', () => {
      bodies.push(body)
      response.writeHead(200, { 'Cache-Control': 'max-age=600' }).end('ok')
    })
    request.once('error', () => bodies.push(undefined))
  })
  const { path: folder } = certificateFolder('www.site.example')
  const edge = await testEdge({ sites: [{ port: origin.port }], https: { folder } })
  return { edge, seen, fields, bodies, connection: await rawHttp2(edge) }
}

/** The status in the first byte of a head (RFC 7541, appendix A). */
const statusOf = (payload: Buffer) =>
  payload[0] === 0x8c ? 400 : payload[0] === 0x88 ? 200 : payload.toString('latin1')

const refused: readonly (readonly [name: string, fields: readonly (readonly [string, string])[]])[] = [
  ['a name in upper case', [['X-Upper', '1']]],
  ['a field of the connection', [['connection', 'close']]],
  ['Transfer-Encoding', [['transfer-encoding', 'chunked']]],
  ['Keep-Alive', [['keep-alive', 'timeout=5']]],
  ['Upgrade', [['upgrade', 'websocket']]],
  ['TE with more than trailers', [['te', 'gzip']]],
  ['a path that is none', [[':path', 'seen']]],
  ['an empty path', [[':path', '']]],
  ['a path with white space', [[':path', '/a HTTP/1.1']]],
  ['a pseudo-header field twice', [[':path', '/a'], [':path', '/b']]], // prettier-ignore
  ['a pseudo-header field that is none', [[':other', 'a']]],
  ['a pseudo-header field after others', [['x', 'a'], [':status', '200']]], // prettier-ignore
  ['a protocol to connect to', [[':method', 'CONNECT'], [':protocol', 'websocket']]], // prettier-ignore
  ['a length without a body', [['content-length', '5']]],
  ['a length that is no number', [['content-length', '+0']]],
  ['two lengths', [['content-length', '0'], ['content-length', '5']]], // prettier-ignore
  ['Host of another site', [['host', 'other.example']]],
  ['two Hosts', [['host', 'www.site.example'], ['host', 'www.site.example']]], // prettier-ignore
  ['an authority with a path', [[':authority', 'www.site.example/x']]],
  ['an authority with a user', [[':authority', 'user@www.site.example']]],
  ['another scheme', [[':scheme', 'http']]],
  ['a fragment in the path', [[':path', '/seen#x']]],
]

test.each(refused)('%s: refused, and nothing reaches the origin', async (_, fields) => {
  const { seen, connection } = await besetSite()
  connection.write(requestFrame(1, fields))
  const { type, payload } = await connection.answered(1)
  if (type === frames.headers) expect(statusOf(payload)).toBe(400)
  else expect(payload.readUInt32BE()).toBeGreaterThan(0)
  // the connection goes on
  connection.write(requestFrame(3, [[':path', '/next']]))
  expect(statusOf((await connection.answered(3)).payload)).toBe(200)
  expect(seen).toEqual(['/next'])
})

test.each<[name: string, field: readonly [string, string]]>([
  ['a line break in a value', ['x', 'a\r\nx-hidden: b']],
  ['a NUL in a value', ['x', 'a\0b']],
  ['a control character in a value', ['x', 'a\u0001b']],
  ['a line break in a name', ['x\r\nhost', 'other.example']],
  ['white space in a name', ['x y', 'a']],
])('a field with %s is left out', async (_, field) => {
  const { fields, connection } = await besetSite()
  connection.write(requestFrame(1, [field, ['x-after', 'b']]))
  expect(statusOf((await connection.answered(1)).payload)).toBe(200)
  expect(fields.map(([name]) => name.toLowerCase())).not.toContain('x')
  expect(fields).toContainEqual(['x-after', 'b'])
  expect(fields.filter(([name]) => /^host$|hidden| /i.test(name))).toHaveLength(1)
})

test('Host that says the same is taken once', async () => {
  const { seen, connection } = await besetSite()
  connection.write(requestFrame(1, [['host', 'WWW.site.example']]))
  expect(statusOf((await connection.answered(1)).payload)).toBe(200)
  expect(seen).toEqual(['/'])
})

test('Host alone names the site', async () => {
  const { connection } = await besetSite()
  const fields = [[':method', 'GET'], [':scheme', 'https'], [':path', '/'], ['host', 'www.site.example']] as const // prettier-ignore
  connection.write(frame(frames.headers, 5, 1, fieldBlock(fields)))
  expect(statusOf((await connection.answered(1)).payload)).toBe(200)
})

test('a body that ends with a reset does not look whole', async () => {
  const { bodies, connection, seen } = await besetSite()
  connection.write(requestFrame(1, [[':method', 'POST']], false))
  for (let i = 0; i < 4; i++) connection.write(frame(frames.data, 0, 1, Buffer.alloc(16_000, 'x')))
  await connection.first(frames.windowUpdate, 1)
  // now it's more than the edge waits for
  connection.write(frame(frames.data, 0, 1, Buffer.alloc(16_000, 'x')))
  await waitFor(() => expect(seen).toHaveLength(1), 10)
  connection.write(frame(frames.reset, 0, 1, Buffer.of(0, 0, 0, 8)))
  await waitFor(() => expect(bodies).toEqual([undefined]))
})

describe('a connection ends that is flooded with', () => {
  test('requests that are taken back at once', async () => {
    const { edge, connection } = await besetSite()
    const before = await http2Visitor(edge)
    await before.ask('/stored')
    connection.socket.on('error', () => undefined)
    for (let i = 0; i < 2000; i++) {
      const reset = frame(frames.reset, 0, 2 * i + 1, Buffer.of(0, 0, 0, 8))
      // every other one for what is stored
      connection.write(Buffer.concat([requestFrame(2 * i + 1, [[':path', i % 2 === 0 ? '/stored' : `/${i}`]]), reset]))
    }
    await connection.closed()
    expect((await (await http2Visitor(edge)).ask('/after')).text).toBe('ok')
  })

  test('settings whose acknowledgements nobody reads', async () => {
    const { edge, connection } = await besetSite()
    connection.socket.pause()
    const many = Buffer.concat(Array.from({ length: 10_000 }, () => frame(frames.settings, 0, 0)))
    for (let i = 0; i < 20; i++) connection.write(many)
    await new Promise((resolve) => setTimeout(resolve, 300))
    connection.socket.resume()
    await connection.closed()
    expect((await (await http2Visitor(edge)).ask('/after')).text).toBe('ok')
  })

  test('a head that never ends', async () => {
    const { edge, connection } = await besetSite()
    connection.write(frame(frames.headers, 0, 1, fieldBlock([[':method', 'GET']])))
    const part = fieldBlock(Array.from({ length: 100 }, (_, i) => [`x-${i}`, 'x'.repeat(100)] as const))
    for (let i = 0; i < 500; i++) connection.write(frame(frames.continuation, 0, 1, part))
    await connection.closed()
    expect((await (await http2Visitor(edge)).ask('/after')).text).toBe('ok')
  })
})

test('a head that is too long is refused', async () => {
  const { edge, seen } = await besetSite()
  const { ask } = await http2Visitor(edge)
  expect((await ask('/', { 'x-long': 'x'.repeat(20_000) })).status).toBe(431)
  expect(seen).toEqual([])
})

test('more requests at a time than allowed are refused, the others answered', async () => {
  const { edge } = await besetSite()
  const { session, ask } = await http2Visitor(edge)
  await waitFor(() => expect(session.remoteSettings.maxConcurrentStreams).toBe(100), 10)
  expect(session.remoteSettings.enableConnectProtocol ?? false).toBe(false)
  const answers = await Promise.all(Array.from({ length: 250 }, () => ask('/')))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
})
