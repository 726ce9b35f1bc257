import { day, limits, time } from '../../shared/limit.ts'

/** How long rows are kept. */
export const lifetimes = limits({
  orders: time(day, 'Flush and purge orders'),
  proofs: time(3_600_000, 'Proofs of purges'),
  replies: time(day, 'First replies to an `Idempotency-Key`'),
  originResults: time(15 * 60_000, 'How requests to origins ended, minute by minute'),
  edgeAddresses: time(
    7 * day,
    'Addresses of edge nodes that stopped or fell silent; until then, root domains may have them',
  ),
  // `site_changes` says so long that a site is gone: a reader that was away for longer has to read all sites again
  deletedSites: time(day, 'Traffic of a deleted site'),
  ownerlessSites: time(7 * day, "Sites without an owner whose CNAME record doesn't point at the service"),
})
