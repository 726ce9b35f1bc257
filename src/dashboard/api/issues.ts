import { listSamples, maxPerPage, type Sample } from '../../contract/index.ts'
import { boundsOf, type RangePreset } from './range-presets.ts'
import { readRows, type OnProgress, type Progress } from './pages.ts'
import type { Query } from './queries.ts'
import { callScoped, endpointOf, type Scope } from './scope.ts'

export interface Outcomes {
  /** Undefined where the service does not tell how many there are. */
  readonly total: number | undefined
  /** With an error or critical issue. */
  readonly bad: number | undefined
}

/** How many samples of a range there are, and how many of them had an error or critical issue. */
export function outcomesOf(scope: Scope, id: string, range: RangePreset): Query<Outcomes> {
  return {
    queryKey: [`${endpointOf(listSamples, scope).id}.outcomes`, { ...scope, id, range }],
    queryFn: async ({ signal }) => {
      const { from, to } = boundsOf(range)
      const countOf = async (sample_type: number) => {
        const query = { profile_and_locations: [{ profile_id: id }], from, to, sample_type, per_page: 1 }
        return (await callScoped(listSamples, scope, { query }, { signal })).total_entries
      }
      const [total, error, critical] = await Promise.all([countOf(-1), countOf(2), countOf(3)])
      return { total, bad: error === undefined || critical === undefined ? undefined : error + critical }
    },
  }
}

export interface Troubles {
  /** Those that were read, the worst first. */
  readonly samples: readonly Sample[]
  /** How many there are in all. */
  readonly of: number
}

const troubleTypes = [3, 2, 1] as const

/** The samples with issues in a range: the latest hundred of each severity, or all. */
export function troublesOf(scope: Scope, id: string, range: RangePreset, onProgress?: OnProgress): Query<Troubles> {
  const key = { ...scope, id, range, ...(onProgress ? { whole: true } : {}) }
  return {
    queryKey: [`${endpointOf(listSamples, scope).id}.troubles`, key],
    queryFn: async ({ signal }) => {
      const { from, to } = boundsOf(range)
      const done = troubleTypes.map(() => ({ done: 0, of: 0 }))
      const pages = await Promise.all(
        troubleTypes.map((sample_type, i) =>
          readRows({
            read: (page) =>
              callScoped(
                listSamples,
                scope,
                {
                  query: {
                    profile_and_locations: [{ profile_id: id }],
                    from,
                    to,
                    sample_type,
                    page,
                    per_page: maxPerPage,
                  },
                },
                { signal },
              ),
            maxPages: onProgress ? Number.POSITIVE_INFINITY : 1,
            onProgress: (told) => {
              done[i] = told
              onProgress?.({ done: sumOf(done, 'done'), of: sumOf(done, 'of') })
            },
          }),
        ),
      )
      return {
        samples: pages.flatMap(({ rows }) => rows),
        of: pages.reduce((sum, { rows, of }) => sum + (of ?? rows.length), 0),
      }
    },
  }
}

function sumOf(list: readonly Progress[], field: keyof Progress): number {
  return list.reduce((sum, one) => sum + one[field], 0)
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
