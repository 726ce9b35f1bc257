import { expect, test } from 'vitest'
import { testEdge, testOrigin } from './edge.ts'
import { certificateFolder, http2Visitor } from './tls.ts'

// so that nothing is read by itself
const never = 24 * 3600_000
const token = 'abcdefghijklmnopqrstuvwxyz_-0123456789ABCDE'

async function edgeThatDoesNotFollow() {
  const origin = await testOrigin((_, response) => response.end('from the origin'))
  const { path: folder } = certificateFolder('*.site.example', '*.edge.example')
  const edge = await testEdge({ followMs: never, https: { folder } })
  return { edge, add: (hostname: string) => edge.addSite({ port: origin.port, hostname }) }
}

test('a site that was just made is served at once, at its own host and its preview address', async () => {
  const { edge, add } = await edgeThatDoesNotFollow()
  await add('one.site.example')
  expect((await edge.visit('/', { host: 'one.site.example' })).text).toBe('from the origin')
  const { previewHost } = await add('two.site.example')
  expect((await edge.visit('/', { host: previewHost })).text).toBe('from the origin')
})

test('nor does the first question of a certificate authority fail', async () => {
  const { edge, add } = await edgeThatDoesNotFollow()
  await add('www.site.example')
  await edge.database.db
    .insertInto('acme_challenges')
    .values({ token, hostname: 'www.site.example', answer: 'the answer', expires_at: Date.now() + 60_000 })
    .execute()
  expect((await edge.visit(`/.well-known/acme-challenge/${token}`)).text).toBe('the answer')
})

test('in HTTP/2 too', async () => {
  const { edge, add } = await edgeThatDoesNotFollow()
  await add('www.site.example')
  const { ask } = await http2Visitor(edge)
  expect((await ask('/')).text).toBe('from the origin')
})

test('however many unknown hosts are asked for, the database is read a few times', async () => {
  const { edge } = await edgeThatDoesNotFollow()
  const { db } = edge.database
  let reads = 0
  const counted = db.selectFrom.bind(db)
  db.selectFrom = ((...from: Parameters<typeof counted>) => {
    if (from[0] === 'site_changes') reads++
    return counted(...from)
  }) as typeof counted
  const hosts = Array.from({ length: 200 }, (_, i) => `h${i}.example`)
  const statuses = await Promise.all(hosts.map(async (host) => (await edge.visit('/', { host })).status))
  expect(new Set(statuses)).toEqual(new Set([421]))
  expect(reads).toBeGreaterThan(0)
  expect(reads).toBeLessThan(hosts.length / 2)
})
