import { once } from 'node:events'
import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { testEdge, testOrigin } from './edge.ts'

/** Sends bytes, and resolves with what comes back until the other side is silent or closes. */
function exchange(port: number, bytes: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(port, '127.0.0.1')
  let text = ''
  let timer = setTimeout(() => socket.destroy(), 1500)
  socket.setEncoding('latin1').on('data', (chunk: string) => {
    text += chunk
    clearTimeout(timer)
    timer = setTimeout(() => socket.destroy(), 300)
  })
  socket.on('error', () => undefined)
  socket.once('close', () => {
    clearTimeout(timer)
    resolve(text)
  })
  socket.write(bytes, 'latin1')
  return promise
}

const host = 'Host: www.site.example\r\n'
/** A second request, hidden in what one side may take for a body. */
const hidden = `GET /hidden HTTP/1.1\r\n${host}\r\n`

const refused: readonly (readonly [name: string, bytes: string])[] = [
  [
    'both lengths',
    `POST /seen HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  ['two different lengths', `POST /seen HTTP/1.1\r\n${host}Content-Length: 0\r\nContent-Length: 5\r\n\r\n${hidden}`],
  ['a length that is no number', `POST /seen HTTP/1.1\r\n${host}Content-Length: +5\r\n\r\n${hidden}`],
  ['an unknown transfer coding', `POST /seen HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n${hidden}`],
  ['chunked not last', `POST /seen HTTP/1.1\r\n${host}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n${hidden}`],
  [
    'chunked twice',
    `POST /seen HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  [
    'a transfer coding in HTTP/1.0',
    `POST /seen HTTP/1.0\r\n${host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
  ],
  ['white space before a colon', `POST /seen HTTP/1.1\r\n${host}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${hidden}`],
  [
    'a chunk length that is none',
    `POST /seen HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n0x5\r\nabcde\r\n0\r\n\r\n`,
  ],
  ['lines that end with LF alone', `GET /seen HTTP/1.1\n${host.replace('\r', '')}\n`],
  ['a line that ends with LF alone', `GET /seen HTTP/1.1\r\n${host}X: a\nY: b\r\n\r\n`],
  ['a request line that ends with LF alone', `GET /seen HTTP/1.1\n${host}\r\n`],
  ['a last line that ends with LF alone', `GET /seen HTTP/1.1\r\n${host}X: a\n\r\n`],
  ['an empty line of LF alone', `GET /seen HTTP/1.1\r\n${host}X: a\r\n\n`],
  ['a line without a colon', `GET /seen HTTP/1.1\r\n${host}garbage\r\n\r\n`],
  ['a first line without a colon', `GET /seen HTTP/1.1\r\ngarbage\r\n${host}\r\n`],
  ['a line without a colon that ends with LF alone', `GET /seen HTTP/1.1\r\n${host}garbage\nX: a\r\n\r\n`],
  ['a target of FTP', `GET ftp://www.site.example/seen HTTP/1.1\r\n${host}\r\n`],
  ['a target of another scheme', `GET javascript://www.site.example/seen HTTP/1.1\r\n${host}\r\n`],
  ['a NUL in a value', `GET /seen HTTP/1.1\r\n${host}X: a\0b\r\n\r\n`],
  ['a control character in a value', `GET /seen HTTP/1.1\r\n${host}X: a\x01b\r\n\r\n`],
  ['a folded line', `GET /seen HTTP/1.1\r\n${host}X: a\r\n b\r\n\r\n`],
  ['no host', `GET /seen HTTP/1.1\r\n\r\n`],
  ['two hosts', `GET /seen HTTP/1.1\r\n${host}Host: other.example\r\n\r\n`],
  ['a host with a path', `GET /seen HTTP/1.1\r\nHost: www.site.example/x\r\n\r\n`],
  ['an absolute target of another host', `GET http://other.example/seen HTTP/1.1\r\n${host}\r\n`],
  ['a fragment in the target', `GET /seen#x HTTP/1.1\r\n${host}\r\n`],
  ['bytes in the target that aren’t ASCII', `GET /seen\xe9 HTTP/1.1\r\n${host}\r\n`],
  ['an unknown version', `GET /seen HTTP/1.2\r\n${host}\r\n`],
  ['a target that is no path', `GET seen HTTP/1.1\r\n${host}\r\n`],
  ['a head that is too long', `GET /seen HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`],
]

test.each(['/400.html', '/405.html', '/431.html', '/502.html'])('a site’s own %s is its own', async (path) => {
  const origin = await testOrigin((request, response) => response.end(`own ${request.url}`))
  const { visit } = await testEdge({ sites: [{ port: origin.port }] })
  expect(await visit(path)).toMatchObject({ status: 200, text: `own ${path}` })
})

test.each(refused)('%s: refused, and nothing reaches the origin', async (_, bytes) => {
  const seen: string[] = []
  const origin = await testOrigin((request, response) => {
    seen.push(request.url ?? '')
    request.resume()
    response.end('ok')
  })
  const { port } = await testEdge({ sites: [{ port: origin.port }] })
  const answer = await exchange(port, bytes)
  expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /)
  expect(answer.match(/HTTP\/1\.1 \d\d\d/g)).toHaveLength(1)
  expect(seen).toEqual([])
})

const forwarded: readonly (readonly [name: string, bytes: string, urls: readonly string[]])[] = [
  ['an absolute target of the same host', `GET http://WWW.site.example?x HTTP/1.1\r\n${host}\r\n`, ['/?x']],
  ['two requests at once', `GET /a HTTP/1.1\r\n${host}\r\nGET /b HTTP/1.1\r\n${host}\r\n`, ['/a', '/b']],
  [
    'a body with a request in it',
    `POST /a HTTP/1.1\r\n${host}Content-Length: ${hidden.length}\r\n\r\n${hidden}`,
    ['/a'],
  ],
  ['a GET with a body', `GET /a HTTP/1.1\r\n${host}Content-Length: ${hidden.length}\r\n\r\n${hidden}`, ['/a']],
]

test.each(forwarded)('%s: forwarded as what it is', async (_, bytes, urls) => {
  const seen: string[] = []
  const origin = await testOrigin((request, response) => {
    seen.push(request.url ?? '')
    request.resume()
    request.on('end', () => response.end('ok'))
  })
  const { port } = await testEdge({ sites: [{ port: origin.port }] })
  const answer = await exchange(port, bytes)
  expect(answer.match(/HTTP\/1\.1 200/g)).toHaveLength(urls.length)
  expect(seen).toEqual(urls)
})

describe('clients that send slowly', () => {
  /** More than the connections that the edge opens to one origin. */
  const many = 300

  async function siteBesetBy(bytes: string) {
    const bodies: string[] = []
    const origin = await testOrigin(async (request, response) => {
      let body = ''
      for await (const chunk of request.setEncoding('latin1')) body += String(chunk)
      bodies.push(body)
      response.end('ok')
    })
    const edge = await testEdge({ sites: [{ port: origin.port }] })
    const slow = await Promise.all(
      Array.from({ length: many }, async () => {
        const socket = connect(edge.port, '127.0.0.1')
        socket.on('error', () => undefined)
        onTestFinished(() => void socket.destroy())
        await once(socket, 'connect')
        socket.write(bytes)
        return socket
      }),
    )
    return { ...edge, slow, bodies }
  }

  test.each([
    ['a head', `GET / HTTP/1.1\r\nHost: w`],
    ['a body', `POST / HTTP/1.1\r\n${host}Content-Length: 6\r\n\r\nx`],
    ['chunks', `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n`],
  ])('%s hold up no one', async (_, bytes) => {
    const { visit } = await siteBesetBy(bytes)
    for (let i = 0; i < 5; i++) expect((await visit(`/${i}`)).text).toBe('ok')
  })

  test('are answered once they have sent it all', async () => {
    const { slow, bodies } = await siteBesetBy(`POST / HTTP/1.1\r\n${host}Content-Length: 6\r\n\r\nab`)
    expect(bodies).toEqual([])
    for (const socket of slow.slice(0, 3)) {
      socket.write('cdef')
      const [answer] = (await once(socket, 'data')) as [Buffer]
      expect(answer.toString('latin1')).toMatch(/^HTTP\/1\.1 200 /)
    }
    expect(bodies).toEqual(['abcdef', 'abcdef', 'abcdef'])
  })
})
