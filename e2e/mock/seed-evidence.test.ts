import { expect, test } from 'vitest'
import { systemClock } from '../../src/service/world/world.ts'
import { startMock } from './mock.ts'

test('the first failures of open incidents have their requests', async () => {
  const mock = await startMock({
    clock: systemClock,
    size: { accounts: 60, daysOfSamples: 0.1, daysElsewhere: 1, trafficEverywhere: false },
  })
  const { db } = mock.service.services.database
  const places = await db
    .selectFrom('incident_places')
    .innerJoin('incidents', 'incidents.id', 'incident_places.incident_id')
    .leftJoin('sample_details', 'sample_details.sample_id', 'incident_places.first_sample_id')
    .select(['host', 'sample_details.sample_id as detailed'])
    .where('incidents.ended_at', 'is', null)
    .execute()
  await mock.stop()
  expect(places.length).toBeGreaterThan(3)
  expect(places.filter(({ detailed }) => detailed === null)).toEqual([])
})
