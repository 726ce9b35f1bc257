import { v7 as uuid } from 'uuid'
import { metricNames, type Metrics, type SampleType } from '../src/contract/index.ts'
import { packMetrics } from '../src/service/monitoring/index.ts'
import type { Services } from '../src/service/api/services.ts'
import { dataCenters } from '../e2e/mock/seed-samples.ts'
import { seededMonitors } from '../e2e/mock/seed-monitors.ts'
import { randomFrom } from '../e2e/mock/random.ts'

const day = 24 * 3600_000
const none = Object.fromEntries(metricNames.map((name) => [name, null])) as Metrics
const locations = ['Frankfurt', 'Virginia', 'Tokyo']
/** SQLite accepts at most 32,766 values in a statement. */
const rowsAtOnce = 1500

/**
 * Adds a page monitor with many samples over the last 30 days, for benchmarks.
 * @returns its id
 */
export async function seedMany(services: Services, accountId: string, count: number): Promise<string> {
  const { db } = services.database
  const now = services.world.clock.now()
  const original = seededMonitors(accountId, 'many.example', now, 0).find(({ row }) => row.type === 'WEBPAGE')?.row
  if (!original) throw new Error('There is no page monitor to copy.')
  const monitor = {
    ...original,
    id: uuid(),
    name: 'Very many samples',
    name_lower: 'very many samples',
    status: 'SUSPENDED' as const,
  }
  await db
    .insertInto('monitors')
    .values({ ...monitor, next_due_at: null })
    .execute()
  const random = randomFrom('very many')
  for (let first = 0; first < count; first += rowsAtOnce) {
    const rows = Array.from({ length: Math.min(rowsAtOnce, count - first) }, (_, i) => {
      const at = Math.round(now - 30 * day + ((first + i) * 30 * day) / count)
      const wave = 1 + 0.3 * Math.sin((2 * Math.PI * (at % day)) / day)
      const display = Math.round(1400 * wave * (0.7 + random() * 0.8))
      const luck = random()
      const type: SampleType = luck < 0.9 ? 0 : luck < 0.96 ? 1 : luck < 0.99 ? 2 : 3
      const location = locations[i % locations.length] ?? 'Frankfurt'
      return {
        id: uuid(),
        monitor_id: monitor.id,
        taken_at: at,
        sample_type: type,
        location,
        data_center: dataCenters[location] ?? location,
        connectivity: null,
        browser: null,
        view: 'EMPTY' as const,
        issues: '[]',
        metrics: packMetrics({ ...none, first_byte: display / 4, time_to_display: display, load: display * 1.4 }),
      }
    })
    await db.insertInto('samples').values(rows).execute()
  }
  return monitor.id
}
