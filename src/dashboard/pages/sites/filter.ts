import { maxPerPage } from '../../../contract/index.ts'
import type { ListedSite } from '../../api/sites.ts'

/** What of a list of sites is shown; it stands in the address. */
export interface SiteFilter {
  readonly search_term: string
  /** Empty for any. */
  readonly state: string
  readonly page: number
  readonly per_page: number
}

export const siteFilterDefaults = { per_page: 25 } as const

/** What a person got wrong in the address falls back to the default. */
export function readSiteFilter(params: URLSearchParams): SiteFilter {
  return {
    search_term: params.get('search_term') ?? '',
    state: params.get('state') ?? '',
    page: wholeOf(params.get('page'), Number.MAX_SAFE_INTEGER) ?? 1,
    per_page: wholeOf(params.get('per_page'), maxPerPage) ?? siteFilterDefaults.per_page,
  }
}

function wholeOf(text: string | null, most: number): number | undefined {
  const value = Number(text ?? Number.NaN)
  return Number.isInteger(value) && value >= 1 && value <= most ? value : undefined
}

/** The rows of one page, and how many match in all. A site whose state is not known matches no state. */
export function sitesShown(
  sites: readonly ListedSite[],
  { search_term, state, page, per_page }: SiteFilter,
  stateOf: (site: ListedSite) => unknown,
): { matching: number; rows: readonly ListedSite[] } {
  const term = search_term.toLowerCase()
  const matching = sites.filter(
    (site) => site.host.toLowerCase().includes(term) && (state === '' || stateOf(site) === state),
  )
  return { matching: matching.length, rows: matching.slice((page - 1) * per_page, page * per_page) }
}
