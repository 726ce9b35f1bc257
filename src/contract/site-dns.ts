import * as z from 'zod/mini'

/** The records of a root domain, which can't have a CNAME: A and AAAA for its visitors, TXT to prove whose it is. */
const rootRecords = z.looseObject({
  /** Where the addresses lead, one of `rootDnsVerdicts`; null before the first look. Another service may report others. */
  verdict: z.nullable(z.string()),
  /** Addresses for the A and AAAA records: any of them will do, but no others. None while the service has no public one. */
  expected: z.array(z.string()),
  /** Those that DNS last returned, and which of them aren't the service's. */
  seen: z.array(z.string()),
  foreign: z.array(z.string()),
  txt: z.looseObject({
    name: z.string(),
    value: z.string(),
    /** Whether it was there when DNS was last asked; it's needed only until the site is live. */
    seen: z.boolean(),
  }),
})

/** Added by this service. */
export const dnsRecord = z.looseObject({
  /** The CNAME that DNS last returned; null for none. */
  cname_seen: z.nullable(z.string()),
  /** When that was; null for never. */
  seen_at: z.nullable(z.string()),
  /** Whether the host is a root domain, which can't have a CNAME. */
  root_domain: z.optional(z.boolean()),
  /** The registered domain that the host is in, whose DNS panel leaves it out of names; null where there is none. */
  domain: z.optional(z.nullable(z.string())),
  /** The records to create, which bring the host's visitors here. */
  records: z.optional(
    z.array(
      z.looseObject({
        /** `CNAME`, `A`, `AAAA` or `TXT`. */
        type: z.string(),
        name: z.string(),
        /** None where records of this type have to be removed. */
        values: z.array(z.string()),
      }),
    ),
  ),
  /** Only of a root domain that has an owner and no CNAME: what brings its visitors here instead. */
  addresses: z.optional(rootRecords),
  /** Only where visitors of the host go to another site that has it: the TXT record that brings them to this one. */
  taken: z.optional(z.looseObject({ txt_name: z.string(), txt_value: z.string() })),
})

/** Whose visitors are redirected to a site: those of its counterpart, `shop.example` of `www.shop.example` or the other way. */
export const redirectRecord = z.looseObject({
  /** The counterpart; null for a site that has none. */
  host: z.nullable(z.string()),
  /** Whether its visitors are to be redirected. */
  enabled: z.boolean(),
  /** Since when they are; null while the counterpart's DNS doesn't lead here, or its visitors belong to another site. */
  since: z.nullable(z.string()),
  /** Where its DNS leads, one of `rootDnsVerdicts`; null before the first look. Another service may report others. */
  verdict: z.nullable(z.string()),
  /** Its records, as those of a site at that host; null while its visitors aren't to be redirected. */
  dns: z.nullable(dnsRecord),
})
export type RedirectRecord = z.output<typeof redirectRecord>
