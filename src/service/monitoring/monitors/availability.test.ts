import { expect, test } from 'vitest'
import { readAvailability } from '../../../contract/index.ts'
import { populate } from '../../test/fixtures.ts'
import { start, testService } from '../../test/service.ts'

const hour = 3_600_000
const now = Math.floor(start / hour)

test.each([
  ['that begins within an hour counts from the next one', now - 2 + 0.5, now + 1, 2],
  ['that begins with an hour counts from that', now - 2, now + 1, 3],
  ['within one hour counts that', now + 0.2, now + 0.4, 1],
])('a period %s', async (_, from, to, rounds) => {
  const service = await testService()
  const { ask, db } = service
  const { account, ids } = await populate(service, await service.makePartner())
  const monitorId = ids['monitor_id'] ?? ''
  await db.deleteFrom('availability').execute()
  const counts = { monitor_id: monitorId, measured_ms: hour, failed_ms: 0, rounds: 1, failed_rounds: 0 }
  await db
    .insertInto('availability')
    .values([now - 2, now - 1, now].map((at) => ({ ...counts, hour: at, samples: 1, clean_samples: 1 })))
    .execute()
  const query = { from: new Date(from * hour).toISOString(), to: new Date(to * hour).toISOString() }
  const found = await ask(readAvailability.user, { path: { monitor_id: monitorId }, query }, account.key)
  expect(found.rounds).toBe(rounds)
})
