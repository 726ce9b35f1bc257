import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { waitFor } from '../../service/test/wait-for.ts'
import { edgeBefore } from './byte-origin.ts'

const plain = (body: string, ...lines: string[]) =>
  `HTTP/1.1 200 OK\r\n${['Cache-Control: no-store', `Content-Length: ${body.length}`, ...lines].join('\r\n')}\r\n\r\n${body}`

test.each<[string, string, string, readonly string[]]>([
  ['of a known length', plain('body'), 'body', []],
  ['whose head comes in pieces', plain('body'), 'body', ['HTTP/1.1 20']],
  ['whose body comes in pieces', plain('body'), 'body', [plain('body').slice(0, -2)]],
  ['whose body comes alone', plain('body'), 'body', [plain('body').slice(0, -4)]],
  ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n', 'body', []],
  [
    'in chunks that come in pieces',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nbo\r\n2\r\ndy\r\n0\r\n\r\n',
    'body',
    ['HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nb'],
  ],
  ['after an interim one', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${plain('body')}`, 'body', []],
  ['after one of 100', `HTTP/1.1 100 Continue\r\n\r\n${plain('body')}`, 'body', []],
])('an answer %s is read, and asked for once', async (_, answer, body, pieces) => {
  const { edge, asked, sockets } = await edgeBefore(async (socket) => {
    let rest = answer
    for (const piece of pieces) {
      socket.write(piece)
      rest = rest.slice(piece.length)
      await wait(30)
    }
    socket.write(rest)
  })
  for (const path of ['/a', '/b', '/c']) expect((await edge.visit(path)).text).toBe(body)
  expect(asked).toEqual(['/a', '/b', '/c'])
  // at most one is kept for the next request
  await waitFor(() => expect([...sockets].filter((socket) => !socket.destroyed).length).toBeLessThanOrEqual(1))
})

test('an answer that ends with the connection is read, and asked for once', async () => {
  const { edge, asked } = await edgeBefore((socket) => void socket.end('HTTP/1.1 200 OK\r\nX: y\r\n\r\nbody'))
  for (const path of ['/a', '/b']) expect((await edge.visit(path)).text).toBe('body')
  expect(asked).toEqual(['/a', '/b'])
})

test('a connection serves one request after the other', async () => {
  const { edge, sockets } = await edgeBefore((socket, path) => void socket.write(plain(path)))
  for (const path of ['/a', '/b', '/c']) expect((await edge.visit(path)).text).toBe(path)
  expect(sockets.size).toBe(1)
})

test.each([
  ['says that it closes it', plain('/a', 'Connection: close')],
  ['says that it closes it within a second', plain('/a', 'Keep-Alive: timeout=1')],
  // taken for the next answer, it would be served for another address
  ['sends more than it announced', `${plain('/a')}${plain('/poison')}`],
])('a connection whose server %s isn’t used again', async (_, answer) => {
  const { edge, sockets } = await edgeBefore((socket, path) => void socket.write(path === '/a' ? answer : plain(path)))
  expect((await edge.visit('/a')).text).toBe('/a')
  expect((await edge.visit('/b')).text).toBe('/b')
  expect(sockets.size).toBe(2)
})

test('what a server sends without being asked is no answer', async () => {
  const { edge, sockets } = await edgeBefore((socket, path) => void socket.write(plain(path)))
  await edge.visit('/a')
  const [first] = sockets
  first?.write(plain('/poison'))
  await waitFor(() => expect(first?.destroyed).toBe(true))
  expect((await edge.visit('/b')).text).toBe('/b')
})

test('a server that closes a connection as it’s used again is asked on another one', async () => {
  const { edge, asked } = await edgeBefore((socket, path) => {
    if (path === '/b' && asked.length === 2) socket.destroy()
    else socket.write(plain(path))
  })
  await edge.visit('/a')
  expect((await edge.visit('/b')).text).toBe('/b')
  expect(asked).toEqual(['/a', '/b', '/b'])
})

test.each([
  ['in the body', plain('body').slice(0, -1), 'cut off'],
  ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbo', 'cut off'],
  ['with what is no chunk', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody!', 'cut off'],
  ['in the head', 'HTTP/1.1 200 OK\r\nContent-', 502],
  ['before it', '', 502],
])('a server that breaks off %s', async (_, answer, outcome) => {
  const { edge, asked } = await edgeBefore((socket) => void socket.end(answer))
  const visit = edge.visit('/a')
  if (outcome === 'cut off') await expect(visit).rejects.toThrow()
  else expect((await visit).status).toBe(outcome)
  expect(asked).toEqual(['/a'])
})

test.each([
  ['two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 4\r\n\r\nbody'],
  ['a length and chunks', 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\nbody'],
  ['no HTTP', 'SSH-2.0-OpenSSH_9.6\r\n\r\n'],
])('an answer with %s is refused', async (_, answer) => {
  const { edge } = await edgeBefore((socket) => void socket.write(answer))
  expect((await edge.visit('/a')).status).toBe(502)
})

test('a server that falls silent in the body: the visitor is cut off', async () => {
  const { edge } = await edgeBefore((socket) => void socket.write(plain('body').slice(0, -1)), { silenceMs: 300 })
  await expect(edge.visit('/a')).rejects.toThrow()
})

test('a server that is silent: 504', async () => {
  const { edge } = await edgeBefore(() => undefined, { silenceMs: 300 })
  expect((await edge.visit('/a')).status).toBe(504)
})
