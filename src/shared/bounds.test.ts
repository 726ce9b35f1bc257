import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { alertLimits, connectivityLimits, settingsLimits, variableLimits } from '../contract/index.ts'
import { bounds } from './bounds.ts'

/** What a stranger can reach: the service and the edge. */
const sources = new Map(
  ['service', 'edge', 'shared'].flatMap((room) => {
    const folder = join(import.meta.dirname, '..', room)
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter(
        (path) => path.endsWith('.ts') && !/(\.test|\/testing)\.ts$|^test\/|^bounds?\.ts$|migrations\//.test(path),
      )
      .map((path) => [`${room}/${path}`, readFileSync(join(folder, path), 'utf8')] as const)
  }),
)

/** Limits of the contract, which its schemas hold and the table repeats. */
const ofTheContract = new Set(
  [
    ['request', 'perPage', 'purgeItems', 'roundSamples', 'locations', 'connectivities', 'browsers'],
    ['request', 'bandwidth', 'latency', 'dropRate'],
    ['request', 'alertRules', 'alertName', 'alertSelected', 'alertUrl'],
    ['settings', ...Object.keys(settingsLimits)],
  ].flatMap(([group, ...names]) => names.map((name) => `${group}.${name}`)),
)

const all = Object.entries(bounds).flatMap(([group, limits]) =>
  Object.keys(limits).map((name) => [group, name] as const),
)

test.each(all.filter(([group, name]) => !ofTheContract.has(`${group}.${name}`)))(
  'the limit %s.%s is one that the code holds',
  (group, name) => {
    const holds = [...sources.values()].some((text) => {
      const isTaken = [...text.matchAll(new RegExp(`\\{([^{}]*)\\} = bounds\\.${group}\\b`, 'g'))].some(
        ([, names = '']) => new RegExp(`\\b${name}\\b`).test(names),
      )
      const ofGroup = new RegExp(`\\{ ${group} \\} = bounds\\b`).test(text) ? `\\b${group}` : `\\bbounds\\.${group}`
      return isTaken || new RegExp(`${ofGroup}\\.${name}\\b`).test(text)
    })
    expect(holds).toBe(true)
  },
)

test('the table has every limit of settings, connections, monitors and alert rules', () => {
  expect(Object.keys(bounds.settings).toSorted()).toEqual(Object.keys(settingsLimits).toSorted())
  const { minBandwidth: _, ...ofConnections } = connectivityLimits
  const repeated: readonly number[] = Object.values(bounds.request)
  const ofAlerts = Object.values(alertLimits)
  for (const value of [...Object.values(ofConnections), ...Object.values(variableLimits), ...ofAlerts])
    expect(repeated).toContain(value)
})

/** Numbers that limit our own work, whatever comes from outside, and why they aren't in the table. */
const others: Readonly<Record<string, string>> = {
  'edge/cache/directives.ts maxSeconds': 'what caches need not tell from longer times',
  'edge/cache/freshness.ts maxUseMs': 'a rule of caching; as long as orders to purge are kept',
  'edge/control/follow-purges.ts maxDelayMs': 'how late the database may show our own orders',
  'edge/control/problems.ts maxEnded': 'how many of our own problems are remembered',
  'edge/control/recent.ts maxLooks': 'how many of our own looks are remembered',
  'edge/control/report.ts maxClockErrorMs': 'when our clock counts as wrong',
  'service/bin/operator.ts maxTtl': 'what the operator may set, not what comes from outside',
  'service/database/connect.ts maxMigrationMs': 'how long our own statements may take',
  'service/nodes/rules.ts maxLagMs': 'when a node of ours counts as behind',
  'service/bin/operator.ts maxCount': 'what the operator may set, not what comes from outside',
  'service/checks/page/interactive.ts maxQuietRequests': 'the definition of a metric',
  'service/checks/delay/page-delay.ts maxReadings': 'how long a view waits for its browser',
  'service/checks/throttle/link.ts maxTimer': 'how long Node’s timers can be',
  'service/database/edge-questions.ts maxAgeMs': 'when a question for which nobody waits is deleted',
  'service/database/edge-processes.ts maxSilenceMs': 'when a process of ours counts as gone',
  'service/database/checkpoints.ts maxPages': 'when our transactions themselves empty the write-ahead log',
  'service/database/postgres.ts maxStatementLength': 'which of our statements are prepared',
  'service/database/postgres.ts maxStatements': 'how many of our statements are prepared',
  'service/database/sqlite.ts maxStatements': 'how many of our statements are prepared',
  'service/incidents/recent-rounds.ts maxGap': 'a rule of incidents',
  'service/incidents/recent-rounds.ts maxStanding': 'the definition of availability',
  'service/monitoring/detail.ts maxShort': 'what this thread compresses itself',
  'service/rollups/packed-sketch.ts maxStep': 'which packed sketches are corrupt',
  'service/monitoring/claims.ts maxTurns': 'how far back the turns of accounts are compared',
  'service/monitoring/claims.ts maxWindows': 'how much one claim looks at; the next goes on from there',
  'service/monitoring/rounds.ts maxJitter': 'how far rounds are spread out',
  'service/monitoring/series-parts.ts maxStretches': 'when counting in roll-ups saves nothing',
  'service/monitoring/series-read.ts maxExactRange': 'which ranges are read from roll-ups',
  'service/optimizer/watcher.ts maxDeleted': 'how much one step deletes; the next goes on from there',
  'service/profiles/edge-nodes.ts maxSilence': 'when a node of ours counts as gone',
  'service/rollups/bytes.ts maxThousandths': 'which numbers are packed as whole ones',
  'service/rollups/packed-sketch.ts maxCount': 'more than a roll-up of ours can have',
  'service/status/sizes.ts maxSearchedBytes': 'how long the operator’s command may take',
}

test('no other file of the service or the edge sets a limit of its own', () => {
  const found = [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/^(?:export )?const (max[A-Z]\w*) = [\d(]/gm)].map(([, name]) => `${path} ${name}`),
  )
  expect(found.toSorted()).toEqual(Object.keys(others).toSorted())
})
