import type { KyselyPlugin, QueryId } from 'kysely'
import { expect, test } from 'vitest'
import { readerLimits } from './limits.ts'
import { type Answer, emptyDatabase, testService } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'

/** Holds the results of all queries of samples until they're released. */
function heldSamples() {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const ofSamples = new WeakSet<QueryId>()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes('"samples"')) ofSamples.add(queryId)
      return node
    },
    async transformResult({ result, queryId }) {
      if (ofSamples.has(queryId)) await released
      return result
    },
  }
  return { plugin, release }
}

test('of an account’s many series at once, some wait, further ones get 429, and other requests are answered', async () => {
  const { plugin, release } = heldSamples()
  const database = await emptyDatabase()
  const service = await testService({ database: { ...database, db: database.db.withPlugin(plugin) } })
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  const json = { name: 'Home', type: 'HTTP', constants: { url: 'http://www.example/' }, status: 'SUSPENDED' }
  const { body } = await service.call('POST', '/monitors', { key: account.key, json })
  const { id } = body as { id: string }
  const query = { profile_and_locations: [{ profile_id: id }], buckets: 5 }
  const refused: Answer[] = []
  const answered: Answer[] = []
  // one runs
  const series = Array.from({ length: 1 + readerLimits.waiting + 5 }, async () => {
    const answer = await service.call('GET', '/samples/series', { key: account.key, query })
    ;(answer.status === 429 ? refused : answered).push(answer)
  })
  await waitFor(() => expect(refused).toHaveLength(5))
  for (const { headers, body: refusal } of refused) {
    expect(headers.get('retry-after')).toBe('5')
    expect(refusal).toEqual({ error: expect.stringContaining('are already waiting. Try again in 5 s.') })
  }
  expect((await service.call('GET', '/monitors', { key: account.key })).status).toBe(200)
  expect(answered).toEqual([])
  release()
  await Promise.all(series)
  expect(answered.map(({ status }) => status)).toEqual(Array.from({ length: 1 + readerLimits.waiting }, () => 200))
  expect(refused).toHaveLength(5)
})
