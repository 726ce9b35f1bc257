import { expect, test } from 'vitest'
import { edgeBefore } from './byte-origin.ts'

const ok = 'HTTP/1.1 200 OK\r\nCache-Control: max-age=600\r\n'
const status = 'Invalid status line'
const header = 'Invalid header'
const length = 'Invalid Content-Length'
const coding = 'Unknown Transfer-Encoding'

/** Answers that can't be trusted, with the rule that they break. */
const refused: readonly (readonly [answer: string, rule: string | undefined])[] = [
  ['HTTP/1.1 099 Low\r\nContent-Length: 4\r\n\r\nbody', status],
  ['HTTP/1.1 000 None\r\nContent-Length: 4\r\n\r\nbody', status],
  ['HTTP/1.1 1000 High\r\nContent-Length: 4\r\n\r\nbody', status],
  ['HTTP/1.1 2 00\r\nContent-Length: 4\r\n\r\nbody', status],
  ['HTTP/1.1 OK\r\nContent-Length: 4\r\n\r\nbody', status],
  ['HTTP/2.0 200 OK\r\nContent-Length: 4\r\n\r\nbody', status],
  ['HTTP/0.9 200 OK\r\nContent-Length: 4\r\n\r\nbody', status],
  ['SSH-2.0-OpenSSH_9.6\r\n\r\n', status],
  [`${ok}Transfer-Encoding: foo, chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`, coding],
  [`${ok}Transfer-Encoding: gzip, chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`, coding],
  [`${ok}Transfer-Encoding: chunked, chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`, coding],
  [`${ok}Transfer-Encoding: gzip\r\n\r\nbody`, coding],
  [`${ok}Transfer-Encoding: foo\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`, coding],
  [`${ok}Content-Length: 4\r\nContent-Length: 5\r\n\r\nbody`, length],
  [`${ok}Content-Length: 4, 5\r\n\r\nbody`, length],
  [`${ok}Content-Length: +4\r\n\r\nbody`, length],
  [`${ok}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n`, length],
  [`${ok}Content-Length : 4\r\n\r\nbody`, header],
  [`${ok}garbage\r\nContent-Length: 4\r\n\r\nbody`, header],
  [`${ok}X: a\0b\r\nContent-Length: 4\r\n\r\nbody`, header],
  [`${ok}X: a\r\n b\r\nContent-Length: 4\r\n\r\nbody`, header],
  [`${ok}X: a\nContent-Length: 4\r\n\r\nbody`, 'Invalid end of a line'],
  [`${ok}X: ${'x'.repeat(70_000)}\r\nContent-Length: 4\r\n\r\nbody`, 'Headers too large'],
  ['HTTP/1.1 101 Switching Protocols\r\n\r\n', undefined],
  ['HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n', undefined],
]

test('an answer that isn’t valid HTTP is a page, and its rule is named', async () => {
  const { edge } = await edgeBefore((socket, path) => {
    const [answer = ''] = refused[Number(/^\/(\d+)/.exec(path)?.[1])] ?? []
    socket.write(answer, 'latin1')
  })
  for (const [i, [answer, rule]] of refused.entries())
    for (const method of ['GET', 'POST']) {
      const { status: code, headers } = await edge.visit(`/${i}${method}`, { method })
      const named = /details="(.*)"/.exec(String(headers['proxy-status']))?.[1]
      expect([answer.slice(0, 120), method, code, named]).toEqual([answer.slice(0, 120), method, 502, rule])
    }
  // in place of a WebSocket, where the answer has no room for the rule
  const headers = { Connection: 'Upgrade', Upgrade: 'websocket' }
  for (const [i, [answer]] of refused.entries())
    if (!answer.includes('Upgrade: x'))
      expect([answer.slice(0, 120), (await edge.visit(`/${i}`, { headers })).status]).toEqual([
        answer.slice(0, 120),
        502,
      ])
  await edge.flush()
  const rows = await edge.database.db.selectFrom('origin_results').selectAll().execute()
  expect(rows.reduce((sum, row) => sum + row.failed, 0)).toBe(2 * refused.length)
})
