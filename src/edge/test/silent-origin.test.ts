import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { testEdge, testOrigin } from './edge.ts'

async function siteWith(answer: (response: ServerResponse) => void) {
  const origin = await testOrigin((_, response) => answer(response))
  return testEdge({ sites: [{ port: origin.port }], silenceMs: 2000 })
}

test('an origin that says nothing: 504 for everyone who waits', async () => {
  const { visit } = await siteWith(() => undefined)
  const visits = await Promise.all(Array.from({ length: 10 }, () => visit('/')))
  expect(new Set(visits.map(({ status }) => status))).toEqual(new Set([504]))
  expect(visits[0]?.headers['proxy-status']).toBe('site-performance; error=http_response_timeout')
  expect((await visit('/', { method: 'POST', body: 'x' })).status).toBe(504)
})

test('an origin that stops in the middle: the visitor is cut off', async () => {
  const { visit } = await siteWith((response) => {
    response.writeHead(200, { 'Cache-Control': 'max-age=600', 'Content-Length': '10' })
    response.write('half')
  })
  await expect(visit('/')).rejects.toThrow()
})
