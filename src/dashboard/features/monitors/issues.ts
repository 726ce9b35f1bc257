import { listSamples, maxPerPage, type Sample } from '../../../contract/index.ts'
import { hoursOf, type RangePreset, type Span } from '../../kit/ranges/range-presets.ts'
import { readRows, type OnProgress, type Progress } from '../../../client/pages.ts'
import type { Query } from '../../api/queries.ts'
import { callScoped, endpointOf, type Scope } from '../../api/scope.ts'

export interface SamplesWithIssues {
  /** The samples read, the worst first. */
  readonly samples: readonly Sample[]
  /** The total number. */
  readonly of: number
}

const issueTypes = [3, 2, 1] as const

/** The samples with issues in a range: the latest hundred of each severity, or all if `onProgress` is given. */
export function samplesWithIssues(
  scope: Scope,
  id: string,
  range: RangePreset | Span,
  onProgress?: OnProgress,
): Query<SamplesWithIssues> {
  const key = { ...scope, id, range, ...(onProgress ? { all: true } : {}) }
  return {
    queryKey: [`${endpointOf(listSamples, scope).id}.withIssues`, key],
    queryFn: async ({ signal }) => {
      const { from, to } = hoursOf(range)
      const done = issueTypes.map(() => ({ done: 0, of: 0 }))
      const pages = await Promise.all(
        issueTypes.map((sample_type, i) =>
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
            onProgress: (progress) => {
              done[i] = progress
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
  /** UNIX ms; null if no sample has a time. */
  readonly latest: number | null
}

/** Groups issues by code and severity, the worst and most frequent first. A sample counts once per group. */
export function issueGroups(samples: readonly Sample[]): readonly IssueGroup[] {
  const groups = new Map<string, IssueGroup>()
  for (const sample of samples) {
    const seen = new Set<string>()
    for (const { code, severity, message } of sample.issues ?? []) {
      const key = issueKey({ code, severity })
      const known = groups.get(key)
      const at = Date.parse(sample.taken_at ?? '')
      const latest = Math.max(
        known?.latest ?? Number.NEGATIVE_INFINITY,
        Number.isNaN(at) ? Number.NEGATIVE_INFINITY : at,
      )
      groups.set(key, {
        code,
        severity,
        // the newest sample's, in whatever order they arrive
        message: known && (known.latest ?? 0) > at ? known.message : message,
        samples: (known?.samples ?? 0) + (seen.has(key) ? 0 : 1),
        latest: Number.isFinite(latest) ? latest : null,
      })
      seen.add(key)
    }
  }
  return [...groups.values()].toSorted((a, b) => b.severity - a.severity || b.samples - a.samples)
}

export const issueKey = ({ code, severity }: Pick<IssueGroup, 'code' | 'severity'>) => `${code} ${severity}`
