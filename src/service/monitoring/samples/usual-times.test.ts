import { expect, test } from 'vitest'
import { metricNames, type Metrics } from '../../../contract/index.ts'
import { packRollUp, hourOf } from '../../rollups/index.ts'
import { start, testService } from '../../test/service.ts'
import { newMonitorRow } from '../monitors/create.ts'
import { packMetrics } from './metrics.ts'
import { UsualTimes, variantKey } from './usual-times.ts'

const none = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics
const week = 7 * 24
const hour = hourOf(start)
const place = { location: 'Oslo', connectivity: null, view: null }

/** A monitor with roll-ups of one place: first bytes by how many hours ago they were measured. */
async function withHours(
  hours: Readonly<Record<number, readonly number[]>>,
  { location = place.location, createdAt = start - 10 * week * 3_600_000 } = {},
) {
  const { db, services } = await testService()
  const spec = {
    template_type: '',
    constants: { url: 'https://a.example/', protocol: 'HTTPS', http_headers: null, auth: null },
    variables: { locations: [], connectivities: [] },
    timing: { interval: 30, policy: 'PARALLEL', duration: null, run_times: null },
  }
  const monitor = newMonitorRow('monitor', 'a', 'HTTP', spec, createdAt, { account_id: null, running: false })
  await db.insertInto('monitors').values(monitor).execute()
  for (const [ago, values] of Object.entries(hours)) {
    const samples = values.map((first_byte) => ({ sample_type: 0, metrics: packMetrics({ ...none, first_byte }) }))
    const rollUp = { monitor_id: monitor.id, hour: hour - Number(ago), position: 0, data_center: 'osl' }
    await db
      .insertInto('sample_rollups')
      .values({ ...rollUp, ...place, location, samples: values.length, data: packRollUp(samples) })
      .execute()
  }
  const times = new UsualTimes(services.database)
  return { db, monitor, times, usual: async () => (await times.of(monitor, start)).get(variantKey(place)) }
}

test('what is usual is the median of this hour of the week, and of those around it', async () => {
  const { usual } = await withHours({
    [week]: [100, 110],
    [week - 1]: [120],
    [2 * week]: [130],
    [2 * week + 1]: [140],
    // other hours, and weeks too long ago
    [week + 2]: [900],
    24: [900],
    [5 * week]: [900],
  })
  expect(await usual()).toBeCloseTo(120, -1)
})

test('nothing is usual with samples of a single week', async () => {
  const { usual } = await withHours({ [week]: [100, 110], [week + 1]: [100], [week - 1]: [100] })
  expect(await usual()).toBeUndefined()
})

test('a monitor that is too young has no usual times', async () => {
  const hours = { [week]: [100], [2 * week - 1]: [100] }
  const { usual } = await withHours(hours, { createdAt: start - (2 * week - 1) * 3_600_000 })
  expect(await usual()).toBeCloseTo(100, -1)
  const younger = await withHours(hours, { createdAt: start - (2 * week - 2) * 3_600_000 })
  expect(await younger.usual()).toBeUndefined()
})

test('each place has its own usual times', async () => {
  const { monitor, times, usual } = await withHours({ [week]: [100], [2 * week]: [100] }, { location: 'Tokyo' })
  expect(await usual()).toBeUndefined()
  expect((await times.of(monitor, start)).get(variantKey({ ...place, location: 'Tokyo' }))).toBeCloseTo(100, -1)
})

test('they are read again in the next hour only', async () => {
  const { db, monitor, times } = await withHours({ [week]: [100], [2 * week]: [100] })
  const at = async (ms: number) => (await times.of(monitor, start + ms)).size
  expect(await at(0)).toBe(1)
  await db.deleteFrom('sample_rollups').execute()
  expect(await at(59 * 60_000)).toBe(1)
  expect(await at(60 * 60_000)).toBe(0)
})
