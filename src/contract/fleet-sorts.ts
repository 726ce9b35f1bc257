/** What the fleet can be sorted by, and the direction in which the worst come first; hosts from A to Z. */
export const fleetSorts = {
  impact: 'desc',
  host: 'asc',
  since: 'desc',
  availability: 'asc',
  lcp: 'desc',
  requests: 'desc',
} as const
export type FleetSort = keyof typeof fleetSorts
