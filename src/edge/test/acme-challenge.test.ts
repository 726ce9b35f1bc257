import type { OptimizerState } from '../../contract/states.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import type { Database } from '../../service/database/index.ts'
import { testEdge, testOrigin } from './edge.ts'
import { certificateFolder, http2Visitor } from './tls.ts'

const token = 'abcdefghijklmnopqrstuvwxyz_-0123456789ABCDE'
const path = `/.well-known/acme-challenge/${token}`

async function siteIn(state: OptimizerState = 'active') {
  const origin = await testOrigin((_, response) => response.end("the customer's"))
  const { path: folder } = certificateFolder('www.site.example')
  const edge = await testEdge({ sites: [{ port: origin.port, state }], https: { folder } })
  const challenge = (hostname = 'www.site.example', expiresAt = Date.now() + 60_000) =>
    edge.database.db
      .insertInto('acme_challenges')
      .values({ token, hostname, answer: `${token}.key`, expires_at: expiresAt })
      .execute()
  return { edge, challenge }
}

test.each<OptimizerState>(['active', 'trial', 'preview', 'transparent', 'bypass', 'proxy only', 'maintenance'])(
  'an authority gets its answer while the site is %s',
  async (state) => {
    const { edge, challenge } = await siteIn(state)
    await challenge()
    // by the whole server, and by the shortcut for plain requests
    for (let i = 0; i < 2; i++) {
      const { status, text, headers } = await edge.visit(path)
      expect([status, text]).toEqual([200, `${token}.key`])
      expect(headers).toMatchObject({ 'content-type': 'text/plain', 'cache-control': 'no-store' })
    }
    // an authority may be sent to https
    expect((await (await http2Visitor(edge)).ask(path)).text).toBe(`${token}.key`)
  },
)

test.each<[what: string, prepare: (site: Awaited<ReturnType<typeof siteIn>>) => Promise<unknown>, path: string]>([
  ['a token that is not known', async () => undefined, path],
  ["another host's token", ({ challenge }) => challenge('other.example'), path],
  ['a token that has expired', ({ challenge }) => challenge(undefined, Date.now() - 1), path],
  ['what is no token', ({ challenge }) => challenge(), '/.well-known/acme-challenge/short'],
  ['a token with a query', ({ challenge }) => challenge(), `${path}?x`],
  [
    'a token while the database is away',
    async ({ edge, challenge }) => {
      await challenge()
      await edge.database.db.schema.alterTable('acme_challenges').renameTo('away').execute()
    },
    path,
  ],
])("%s goes on to the customer's server", async (_, prepare, asked) => {
  const site = await siteIn()
  await prepare(site)
  expect((await site.edge.visit(asked)).text).toBe("the customer's")
})

test("only GET is the authority's", async () => {
  const { edge, challenge } = await siteIn()
  await challenge()
  expect((await edge.visit(path, { method: 'POST', body: 'x' })).text).toBe("the customer's")
})

test('a host without a site has no answers', async () => {
  const { edge, challenge } = await siteIn()
  await challenge('nobody.example')
  expect((await edge.visit(path, { host: 'nobody.example' })).status).toBe(421)
})

/** Has the database take its time for each look, as one on another machine does. */
function slowDown({ db }: Database): void {
  const executor = db.getExecutor()
  const execute = executor.executeQuery.bind(executor)
  vi.spyOn(executor, 'executeQuery').mockImplementation(async (query, ...rest) => {
    if (/^select .*acme_challenges/s.test(query.sql)) await wait(100)
    return execute(query, ...rest)
  })
}

test('strangers who make up tokens take nothing from an authority', async () => {
  const { edge, challenge } = await siteIn()
  slowDown(edge.database)
  const madeUp = Array.from({ length: 60 }, (_, i) => edge.visit(`/.well-known/acme-challenge/${'x'.repeat(22)}${i}`))
  await challenge()
  const answers = await Promise.all(Array.from({ length: 60 }, () => edge.visit(path)))
  expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([`${token}.key`]))
  for (const { text } of await Promise.all(madeUp)) expect(text).toBe("the customer's")
})
