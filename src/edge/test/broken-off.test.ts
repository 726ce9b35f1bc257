import { connect, type Socket } from 'node:net'
import { constants } from 'node:http2'
import { setTimeout as wait } from 'node:timers/promises'
import type { Duplex } from 'node:stream'
import { expect, test } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import { edgeBefore } from './byte-origin.ts'
import { edgeForm } from './edge.ts'
import { get } from './raw-connection.ts'
import { certificateFolder, http2Visitor } from './tls.ts'

const host = 'www.site.example'

/** Resolves once it's closed, with or without an error. */
function closed(stream: Duplex): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  stream.on('error', () => undefined)
  stream.once('close', resolve)
  return promise
}

/** What a visitor got until the connection ended. */
interface Seen {
  readonly text: string
  readonly wasReset: boolean
}

/** Sends a request on a connection of its own, after others that are answered `body` there. */
async function seenBy(port: number, request: string, before: readonly string[] = []): Promise<Seen> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let wasReset = false
  socket.setEncoding('latin1').on('data', (part) => (text += String(part)))
  socket.on('error', () => (wasReset = true))
  for (const [i, one] of before.entries()) {
    socket.write(one)
    await waitFor(() => expect(text.split('\r\n\r\nfirst')).toHaveLength(i + 2), 5)
  }
  text = ''
  socket.write(request)
  await closed(socket)
  return { text, wasReset }
}

/** Whether a visitor can tell that an answer isn't whole: undefined where there is none. */
function isBroken({ text, wasReset }: Seen): boolean | undefined {
  const end = text.indexOf('\r\n\r\n') + 4
  if (end === 3) return undefined
  const [head, body] = [text.slice(0, end), text.slice(end)]
  const length = /^content-length: (\d+)/im.exec(head)?.[1]
  if (length !== undefined) return body.length < Number(length)
  return /^transfer-encoding: chunked/im.test(head) ? !body.endsWith('0\r\n\r\n') : wasReset
}

type Ending = (socket: Socket) => void
type Case = [name: string, parts: readonly string[], ends: Ending, isSecure?: boolean]
const reset: Ending = (socket) => void socket.resetAndDestroy()
const close: Ending = (socket) => void socket.end()
/** Ends a connection without ending TLS. */
const cut: Ending = (socket) => void socket.destroy()

const withLength = 'HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nContent-Length: 9\r\n\r\n'
const chunked = 'HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\nTransfer-Encoding: chunked\r\n\r\n'
const untilClose = 'HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\n\r\n'

const broken: readonly Case[] = [
  ['a length, closed', [withLength, 'half'], close],
  ['a length, reset', [withLength, 'half'], reset],
  ['a length, closed after the head', [withLength], close],
  ['a length, reset after the head', [withLength], reset],
  ['chunks, closed', [chunked, '4\r\nhalf\r\n'], close],
  ['chunks, reset', [chunked, '4\r\nhalf\r\n'], reset],
  ['chunks, closed after the head', [chunked], close],
  ['chunks, reset after the head', [chunked], reset],
  ['chunks, closed before the last line', [chunked, '4\r\nhalf\r\n0\r\n'], close],
  ['chunks, with what is no chunk', [chunked, '4\r\nhalf\r\nzz\r\n'], () => undefined],
  ['chunks, one longer than it says', [chunked, '4\r\nhalf!\r\n0\r\n\r\n'], () => undefined],
  ['neither, reset', [untilClose, 'half'], reset],
  ['neither, reset after the head', [untilClose], reset],
  ['neither and HTTP/1.0, reset', [untilClose.replace('1.1', '1.0'), 'half'], reset],
  [
    'compressible text, reset',
    [untilClose.replace('\r\n\r\n', '\r\nContent-Type: text/html\r\n\r\n'), 'half'.repeat(999)],
    reset,
  ],
  ['neither, over TLS that isn’t ended', [untilClose, 'half'], cut, true],
  ['neither, over TLS that isn’t ended after the head', [untilClose], cut, true],
  ['chunks, over TLS', [chunked, '4\r\nhalf\r\n'], close, true],
]

/** Sends the parts one after the other, so that each arrives on its own. */
function sending(parts: readonly string[], ends: Ending) {
  return async (socket: Socket, path: string) => {
    if (path === '/first') {
      socket.write('HTTP/1.1 200 OK\r\nCache-Control: no-store\r\nContent-Length: 5\r\n\r\nfirst')
      return
    }
    for (const part of parts) {
      socket.write(part)
      await wait(20)
    }
    ends(socket)
  }
}

test.each<Case>(broken)(
  'an answer with %s: every visitor sees that it broke off, and nothing is kept',
  async (_, parts, ends, isSecure = false) => {
    const { path: folder } = certificateFolder(host)
    const { edge, asked } = await edgeBefore(sending(parts, ends), { https: { folder }, isSecure })
    const first = get('/first', host)
    const answers = {
      'on its own': await seenBy(edge.port, get('/', host)),
      'after another': await seenBy(edge.port, get('/', host), [first]),
      'to a POST': await seenBy(edge.port, `POST / HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\n\r\n`),
      'in place of a WebSocket': await seenBy(edge.port, get('/', host, 'Connection: Upgrade', 'Upgrade: websocket')),
    }
    for (const [way, answer] of Object.entries(answers)) {
      const status = answer.text.slice(9, 12)
      expect([way, status, isBroken(answer)]).toEqual([way, status, status !== '502'])
    }
    const { begin } = await http2Visitor(edge)
    const stream = begin('/').resume()
    await closed(stream)
    expect(stream.rstCode).not.toBe(constants.NGHTTP2_NO_ERROR)
    // HTTP/1.0 knows no chunks: there, only a reset shows it, which nginx doesn't send
    const old = await seenBy(edge.port, get('/', host).replace('1.1', '1.0'))
    if (edgeForm === 'embedded' || parts[0] === withLength)
      expect([old.text.slice(9, 12) === '502' || isBroken(old), old]).toEqual([true, old])
    // each was asked for
    expect(asked.filter((path) => path === '/').length).toBeGreaterThanOrEqual(6)
    await edge.flush()
    const rows = await edge.database.db.selectFrom('origin_results').selectAll().execute()
    expect(rows.reduce((sum, row) => sum + row.failed, 0)).toBeGreaterThanOrEqual(5)
  },
)

test('an answer that breaks off while what it outdates is being purged', async () => {
  const { edge } = await edgeBefore((socket) => {
    socket.write(`${untilClose}half`)
    setImmediate(() => socket.resetAndDestroy())
  })
  const answer = await seenBy(edge.port, `DELETE / HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  expect(answer.text.startsWith('HTTP/1.1 502 ') || isBroken(answer)).toBe(true)
})

const whole: readonly Case[] = [
  ['a length, over TLS that isn’t ended', [`${withLength}all of it`], cut, true],
  ['chunks, over TLS that isn’t ended', [chunked, '9\r\nall of it\r\n0\r\n\r\n'], cut, true],
  ['neither, closed', [untilClose, 'all of it'], close],
  ['neither and HTTP/1.0, closed', [untilClose.replace('1.1', '1.0'), 'all of it'], close],
  ['neither, over TLS', [untilClose, 'all ', 'of it'], close, true],
]

test.each<Case>(whole)('an answer with %s: whole, and kept', async (_, parts, ends, isSecure = false) => {
  const { edge } = await edgeBefore(sending(parts, ends), { isSecure })
  const first = get('/first', host)
  for (const path of ['/a', '/b']) {
    const { text } = await seenBy(edge.port, get(path, host, 'Connection: close'), path === '/b' ? [first] : [])
    expect(text.replaceAll(/\r\n\w\r\n/g, '')).toContain('all of it')
    expect(isBroken({ text, wasReset: false })).toBe(false)
    await waitFor(async () => expect((await edge.visit(path)).headers['cache-status']).toMatch(/; hit;/), 5)
  }
})
