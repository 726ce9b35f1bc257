import { type Issue, metricNames, type Metrics, speedMetric } from '../../src/contract/index.ts'
import type { Database, Monitor } from '../../src/service/database/index.ts'
import {
  emptyMemory,
  findingsOf,
  type Memory,
  type RecordedCheck,
  recordRounds,
  remember,
  slownessOf,
} from '../../src/service/incidents/index.ts'
import { readSpec } from '../../src/service/monitoring/index.ts'
import type { SeededSample } from './seed-samples.ts'

/** Notes the incidents and the availability that follow from the checks of all monitors, which may share hosts. */
export async function seedIncidents({ db, kind }: Database, seeded: readonly RecordedCheck[]): Promise<void> {
  const checks = seeded.toSorted((a, b) => a.roundAt - b.roundAt)
  const memories = new Map<string, Memory>()
  let waiting: RecordedCheck[] = []
  const note = async (now: number) => {
    const noted = waiting
    waiting = []
    await db.transaction().execute((trx) => recordRounds(trx, kind, noted, now))
  }
  for (const check of checks) {
    const after = remember(memories.get(check.monitorId) ?? emptyMemory, check)
    memories.set(check.monitorId, after.memory)
    waiting.push(check)
    // an incident opens and closes when a runner would have noticed
    if (after.changes.length > 0) await note(check.roundAt)
  }
  const last = checks.at(-1)
  if (last) await note(last.roundAt)
}

/** Each sample of a monitor as a check of its own. */
export function checksOf(monitor: Monitor, samples: readonly SeededSample[]): RecordedCheck[] {
  const { host } = new URL(readSpec(monitor).constants.url)
  const { locations } = readSpec(monitor).variables
  const limits = monitor.limits === null ? null : (JSON.parse(monitor.limits) as Record<string, number>)
  const known = { limits, metric: speedMetric(monitor.type), usual: undefined }
  const rounds = new Set(samples.map(({ sample }) => sample.taken_at)).size
  const checksAtPlace = samples.length / Math.max(1, rounds * locations.length)
  return samples.map(({ sample }) => {
    const values = JSON.parse(sample.metrics) as (number | null)[]
    const metrics = Object.fromEntries(metricNames.map((name, i) => [name, values[i] ?? null])) as Metrics
    const issues = JSON.parse(sample.issues) as Issue[]
    const evidence = {
      issues,
      metrics,
      judged: true,
      at: sample.taken_at,
      certificate: null,
      host,
      slowness: slownessOf(metrics, known),
    }
    return {
      monitorId: monitor.id,
      accountId: monitor.account_id,
      siteId: monitor.site_id,
      host,
      roundAt: sample.taken_at,
      location: sample.location,
      checksAtPlace,
      interval: monitor.interval_ms ?? 0,
      clean: sample.sample_type === 0 ? 1 : 0,
      samples: [{ id: sample.id, at: sample.taken_at, findings: findingsOf(evidence) }],
    }
  })
}
