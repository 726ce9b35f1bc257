import { listSamples, readSeries, type MetricName, type Sample } from '../../contract/index.ts'
import { connectivityWords } from '../components/connectivity.ts'
import { measured, percentile } from '../pages/samples/stats.ts'
import { few } from './few.ts'
import { ranges, type Range } from './key-page.ts'
import { isNotOffered } from './monitors.ts'
import type { Query } from './queries.ts'
import { callScoped, type Scope } from './scope.ts'

export const groupings = ['location', 'connectivity'] as const
export type Grouping = (typeof groupings)[number]
export const ranks = ['p50', 'p75', 'p95'] as const
export type Rank = (typeof ranks)[number]
const rankOf = { p50: 0.5, p75: 0.75, p95: 0.95 } as const

/** As many lines as a chart tells apart. */
export const linesMost = 6
const bucketsWanted = 96
const pagesMost = 20
const perPage = 100

export interface LinePoint {
  /** UNIX ms at the start of a bucket. */
  readonly at: number
  readonly value: number | null
}

export interface Lines {
  readonly from: number
  readonly to: number
  readonly lines: readonly { readonly label: string; readonly points: readonly LinePoint[] }[]
  /** Of samples that were fetched rather than gathered by the service: how many, and of how many. */
  readonly read: { readonly samples: number; readonly of: number | undefined } | null
}

interface Asked {
  readonly id: string
  readonly range: Range
  readonly metric: MetricName
  readonly by: Grouping
  readonly rank: Rank
  readonly locations: readonly string[]
}

/** A metric over a range, a line a location or connectivity. Keyed by the range's name: its ends move on. */
export function linesOf(scope: Scope, asked: Asked): Query<Lines> {
  return {
    queryKey: [`${readSeries[scope.kind === 'account' ? 'partner' : 'user'].id}.lines`, { ...scope, ...asked }],
    queryFn: async ({ signal }) => {
      const { from, to } = endsOf(asked.range)
      // the service gathers by location only
      const gathered = asked.by === 'location' ? await fromSeries(scope, asked, from, to, signal) : null
      return gathered ?? fromSamples(scope, asked, from, to, signal)
    },
  }
}

export function endsOf(range: Range): { from: number; to: number } {
  const to = Date.now()
  return { from: to - ranges[range].hours * 3_600_000, to }
}

async function fromSeries(
  scope: Scope,
  { id, metric, rank, locations }: Asked,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<Lines | null> {
  const run = few(3)
  const lineAt = async (location: string) => {
    const query = {
      profile_and_locations: [{ profile_id: id, locations: [location] }],
      metrics: [metric],
      from,
      to,
      buckets: bucketsWanted,
    }
    const { buckets } = await callScoped(readSeries, scope, { query }, { signal })
    return {
      label: location,
      points: buckets.map(({ at, metrics }) => ({ at, value: metrics[metric]?.[rank] ?? null })),
    }
  }
  if (locations.length === 0) return null
  try {
    const lines = await Promise.all(
      locations.slice(0, linesMost).map((location) => run(() => lineAt(location), signal)),
    )
    return { from, to, lines, read: null }
  } catch (error) {
    if (isNotOffered(error)) return null
    throw error
  }
}

async function fromSamples(
  scope: Scope,
  { id, metric, by, rank }: Asked,
  from: number,
  to: number,
  signal: AbortSignal,
): Promise<Lines> {
  const query = { profile_and_locations: [{ profile_id: id }], metrics: [metric], from, to, per_page: perPage }
  const page = (number: number) => callScoped(listSamples, scope, { query: { ...query, page: number } }, { signal })
  const first = await page(1)
  const run = few(4)
  const more = Math.max(0, Math.min(first.total_pages ?? 1, pagesMost) - 1)
  const others = await Promise.all(Array.from({ length: more }, (_, i) => run(() => page(i + 2), signal)))
  const samples = [first, ...others].flatMap(({ rows }) => rows)
  return {
    from,
    to,
    lines: linesFrom(samples, { metric, by, rank, from, to }),
    read: { samples: samples.length, of: first.total_entries },
  }
}

interface Gathering {
  readonly metric: MetricName
  readonly by: Grouping
  readonly rank: Rank
  readonly from: number
  readonly to: number
}

/** Lines from samples at hand, by name; buckets as the service makes them. */
export function linesFrom(samples: readonly Sample[], { metric, by, rank, from, to }: Gathering): Lines['lines'] {
  const width = (to - from + 1) / bucketsWanted
  const groups = Map.groupBy(samples, (sample) => groupOf(sample, by))
  return [...groups]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .slice(0, linesMost)
    .map(([label, group]) => {
      const buckets = Map.groupBy(group, ({ taken_at }) => Math.floor((Date.parse(taken_at ?? '') - from) / width))
      const points = [...buckets]
        .filter(([place]) => place >= 0 && place < bucketsWanted)
        .toSorted(([a], [b]) => a - b)
        .map(([place, inside]) => {
          const values = inside.map(({ metrics }) => metrics?.[metric] ?? Number.NaN)
          return { at: Math.floor(from + place * width), value: percentile(measured(values), rankOf[rank]) }
        })
      return { label, points }
    })
}

function groupOf({ location, connectivity }: Sample, by: Grouping): string {
  return by === 'location' ? (location ?? 'not reported') : connectivityWords(connectivity)
}

export interface Outcomes {
  /** Undefined where the service does not tell how many there are. */
  readonly total: number | undefined
  /** With an error or critical issue. */
  readonly bad: number | undefined
}

/** How many samples of a range there are, and how many of them had an error or critical issue. */
export function outcomesOf(scope: Scope, id: string, range: Range): Query<Outcomes> {
  return {
    queryKey: [`${listSamples[scope.kind === 'account' ? 'partner' : 'user'].id}.outcomes`, { ...scope, id, range }],
    queryFn: async ({ signal }) => {
      const { from, to } = endsOf(range)
      const countOf = async (sample_type: number) => {
        const query = { profile_and_locations: [{ profile_id: id }], from, to, sample_type, per_page: 1 }
        return (await callScoped(listSamples, scope, { query }, { signal })).total_entries
      }
      const [total, error, critical] = await Promise.all([countOf(-1), countOf(2), countOf(3)])
      return { total, bad: error === undefined || critical === undefined ? undefined : error + critical }
    },
  }
}

/** The samples with issues in a range, the latest hundred of each severity, and how many there are in all. */
export function troublesOf(scope: Scope, id: string, range: Range): Query<{ samples: readonly Sample[]; of: number }> {
  return {
    queryKey: [`${listSamples[scope.kind === 'account' ? 'partner' : 'user'].id}.troubles`, { ...scope, id, range }],
    queryFn: async ({ signal }) => {
      const { from, to } = endsOf(range)
      const pages = await Promise.all(
        [3, 2, 1].map((sample_type) =>
          callScoped(
            listSamples,
            scope,
            { query: { profile_and_locations: [{ profile_id: id }], from, to, sample_type, per_page: perPage } },
            { signal },
          ),
        ),
      )
      return {
        samples: pages.flatMap(({ rows }) => rows),
        of: pages.reduce((sum, page) => sum + (page.total_entries ?? page.rows.length), 0),
      }
    },
  }
}

export interface IssueGroup {
  readonly code: string
  readonly severity: number
  readonly message: string
  readonly samples: number
  /** UNIX ms; null where no sample says when. */
  readonly latest: number | null
}

/** Issues by code, the worst and most frequent first. Several of one code in a sample count as one. */
export function issueGroups(samples: readonly Sample[]): readonly IssueGroup[] {
  const groups = new Map<string, IssueGroup>()
  for (const sample of samples) {
    const seen = new Set<string>()
    for (const { code, severity, message } of sample.issues ?? []) {
      const known = groups.get(code)
      const at = Date.parse(sample.taken_at ?? '')
      const latest = Math.max(
        known?.latest ?? Number.NEGATIVE_INFINITY,
        Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at,
      )
      groups.set(code, {
        code,
        severity: Math.max(severity, known?.severity ?? 0),
        // of the newest sample, whatever order they came in
        message: known && (known.latest ?? 0) > at ? known.message : message,
        samples: (known?.samples ?? 0) + (seen.has(code) ? 0 : 1),
        latest: Number.isFinite(latest) ? latest : null,
      })
      seen.add(code)
    }
  }
  return [...groups.values()].toSorted((a, b) => b.severity - a.severity || b.samples - a.samples)
}
