import { readdirSync, readFileSync } from 'node:fs'
import { join, posix, sep } from 'node:path'
import { expect, test } from 'vitest'
import { limitsTables } from './limits-table.ts'
import { tests } from './rooms.ts'
import { root } from './tools.ts'

/** What a stranger can reach: the service and the edge. */
const sources = new Map(
  ['service', 'edge', 'shared'].flatMap((part) =>
    readdirSync(join(root, 'src', part), { recursive: true, encoding: 'utf8' })
      .map((path) => `${part}/${path.replaceAll(sep, '/')}`)
      .filter((path) => path.endsWith('.ts') && !tests.some((one) => posix.matchesGlob(`src/${path}`, one)))
      .map((path) => [path, readFileSync(join(root, 'src', path), 'utf8')] as const),
  ),
)

/** The limits of each file that sets some, by their names. */
const files: readonly (readonly [path: string, Readonly<Record<string, object>>])[] = await Promise.all(
  [...sources]
    .filter(([, text]) => /^import .*\/limit\.ts'$/m.test(text))
    .map(async ([path]) => [path, await import(join(root, 'src', path))] as const),
)

const printed = new Set(limitsTables.flatMap(([, ...limits]) => limits))

test.each(files)('limits are set in %s, and printed', (path, limits) => {
  expect(path).toMatch(/\blimits\.ts$/)
  expect(Object.keys(limits).filter((name) => !printed.has(limits[name] ?? {}))).toEqual([])
})

test.each(files.flatMap(([, limits]) => Object.entries(limits)))('the code holds all of %s', (name, limits) => {
  const texts = [...sources.values()]
  // or an object has them all
  if (texts.some((text) => text.includes(`, ${name})`))) return
  const uses = new RegExp(`\\b${name}\\.\\w+|\\{[^{}]*\\} = ${name}\\b`, 'g')
  const used = texts.flatMap((text) => text.match(uses) ?? []).flatMap((use) => use.match(/\w+/g))
  expect(Object.keys(limits).filter((key) => !used.includes(key))).toEqual([])
})

/** Numbers that limit our own work, whatever comes from outside, and why they aren't in the table. */
const others: Readonly<Record<string, string>> = {
  'edge/cache/directives.ts maxSeconds': 'what caches need not tell from longer times',
  'edge/cache/freshness.ts maxUseMs': 'a rule of caching; as long as orders to purge are kept',
  'edge/control/follow-purges.ts maxDelayMs': 'how late the database may show our own orders',
  'edge/control/problems.ts maxEnded': 'how many of our own problems are remembered',
  'edge/control/recent.ts maxLooks': 'how many of our own looks are remembered',
  'edge/control/report.ts maxClockErrorMs': 'when our clock counts as wrong',
  'service/bin/operator/edge.ts maxTtl': 'what the operator may set, not what comes from outside',
  'service/database/connect.ts maxMigrationMs': 'how long our own statements may take',
  'service/nodes/rules.ts maxLagMs': 'when a node of ours counts as behind',
  'service/bin/operator/account.ts maxCount': 'what the operator may set, not what comes from outside',
  'service/checks/page/interactive.ts maxQuietRequests': 'the definition of a metric',
  'service/checks/delay/page-delay.ts maxReadings': 'how long a view waits for its browser',
  'service/checks/throttle/link.ts maxTimer': 'how long Node’s timers can be',
  'service/database/edge-questions.ts maxAgeMs': 'when a question for which nobody waits is deleted',
  'service/database/edge-processes.ts maxSilenceMs': 'when a process of ours counts as gone',
  'service/database/checkpoints.ts maxPages': 'when our transactions themselves empty the write-ahead log',
  'service/database/postgres.ts maxStatementLength': 'which of our statements are prepared',
  'service/database/postgres.ts maxStatements': 'how many of our statements are prepared',
  'service/database/sqlite.ts maxStatements': 'how many of our statements are prepared',
  'service/incidents/judge-place.ts maxGap': 'a rule of incidents',
  'service/incidents/count-availability.ts maxStanding': 'the definition of availability',
  'service/monitoring/samples/detail.ts maxShort': 'what this thread compresses itself',
  'service/rollups/packed-sketch.ts maxStep': 'which packed sketches are corrupt',
  'service/monitoring/runner/claims.ts maxTurns': 'how far back the turns of accounts are compared',
  'service/monitoring/runner/claims.ts maxWindows': 'how much one claim looks at; the next goes on from there',
  'service/monitoring/runner/begin-rounds.ts maxJitter': 'how far rounds are spread out',
  'service/monitoring/series/series-parts.ts maxStretches': 'when counting in roll-ups saves nothing',
  'service/monitoring/series/series-read.ts maxExactRange': 'which ranges are read from roll-ups',
  'service/optimizer/dns-watcher.ts maxDeleted': 'how much one step deletes; the next goes on from there',
  'service/rollups/bytes.ts maxThousandths': 'which numbers are packed as whole ones',
  'service/rollups/packed-sketch.ts maxCount': 'more than a roll-up of ours can have',
  'service/sites/dns-reply.ts maxExpected': 'how many of our own addresses are shown',
  'service/sites/edge-addresses.ts maxSilence': 'when a node of ours counts as gone',
  'service/status/sizes.ts maxSearchedBytes': 'how long the operator’s command may take',
}

test('no other file of the service or the edge sets a limit of its own', () => {
  const found = [...sources].flatMap(([path, text]) =>
    [...text.matchAll(/^(?:export )?const (max[A-Z]\w*) = [\d(]/gm)].map(([, name]) => `${path} ${name}`),
  )
  expect(found.toSorted()).toEqual(Object.keys(others).toSorted())
})
