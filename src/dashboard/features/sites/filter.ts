import { maxPerPage } from '../../../contract/index.ts'
import type { ListedSite } from './reads.ts'

/** A filter of the list of sites, kept in the address. */
export interface SiteFilter {
  readonly search_term: string
  /** Empty for any. */
  readonly state: string
  readonly page: number
  readonly per_page: number
}

export const siteFilterDefaults = { per_page: 25 } as const

/** Invalid values in the address fall back to the defaults. */
export function readSiteFilter(params: URLSearchParams): SiteFilter {
  return {
    search_term: params.get('search_term') ?? '',
    state: params.get('state') ?? '',
    page: positiveInteger(params.get('page'), Number.MAX_SAFE_INTEGER) ?? 1,
    per_page: positiveInteger(params.get('per_page'), maxPerPage) ?? siteFilterDefaults.per_page,
  }
}

function positiveInteger(text: string | null, max: number): number | undefined {
  const value = Number(text ?? Number.NaN)
  return Number.isInteger(value) && value >= 1 && value <= max ? value : undefined
}

/** The rows of one page and the number of all matches. A site with an unknown state matches no state filter. */
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
