import type { Site } from '../database/index.ts'

type Columns = Extract<keyof Site, `counterpart${string}`>

/** The columns of a site whose counterpart's visitors aren't redirected. */
export const noCounterpart = {
  counterpart: null,
  counterpart_cname_seen: null,
  counterpart_seen_at: null,
  counterpart_txt_seen: 0,
  counterpart_addresses_seen: null,
  counterpart_dns: null,
  counterpart_since: null,
} as const satisfies Pick<Site, Columns>

/**
 * A site's counterpart as if the site were at that host: so its DNS is asked, judged and shown in the same way. Undefined
 * while its visitors aren't to be redirected.
 */
export function counterpartSite<Row extends Pick<Site, Columns>>(site: Row) {
  if (site.counterpart === null) return undefined
  return {
    ...site,
    host: site.counterpart,
    cname_seen: site.counterpart_cname_seen,
    cname_seen_at: site.counterpart_seen_at,
    txt_seen: site.counterpart_txt_seen,
    addresses_seen: site.counterpart_addresses_seen,
    root_dns: site.counterpart_dns,
    host_since: site.counterpart_since ?? Infinity,
    host_taken: 0,
  }
}
