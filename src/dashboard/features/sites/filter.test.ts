import { expect, test } from 'vitest'
import { readSiteFilter, sitesShown } from './filter.ts'

const sites = Array.from({ length: 60 }, (_, i) => ({
  id: String(i),
  host: `Shop${i}.example`,
  portal_url: '',
  preview_url: null,
  optimizer: i % 2 ? 'active' : 'preview',
}))
const shown = (search: string) =>
  sitesShown(sites, readSiteFilter(new URLSearchParams(search)), (site) => site.optimizer)

test('shows all sites, page by page', () => {
  expect(shown('').matching).toBe(60)
  expect(shown('').rows).toHaveLength(25)
  expect(shown('page=3').rows.map(({ id }) => id)).toEqual(['50', '51', '52', '53', '54', '55', '56', '57', '58', '59'])
  expect(shown('page=9').rows).toEqual([])
})

test('filters by state and by host, ignoring case', () => {
  expect(shown('search_term=SHOP5').matching).toBe(11)
  expect(shown('search_term=SHOP5&state=active').matching).toBe(6)
  expect(shown('state=nothing').matching).toBe(0)
})

test.each(['page=0', 'page=-1', 'page=x', 'per_page=1000', 'per_page=0.5'])(
  '%s falls back to the default',
  (search) => {
    expect(readSiteFilter(new URLSearchParams(search))).toEqual({ search_term: '', state: '', page: 1, per_page: 25 })
  },
)

test('a site with an unknown state matches no state', () => {
  const filter = readSiteFilter(new URLSearchParams('state=active'))
  expect(sitesShown(sites, filter, () => undefined).matching).toBe(0)
})
