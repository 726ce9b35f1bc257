/**
 * Where the A and AAAA records of a root domain lead. `none`: there is none. `elsewhere`: none of them is an address of the
 * edge. `partly`: some are. `unproved`: all are, but no TXT record has named the site. `no-origin`: it has been named, but
 * nobody knows its server. `here`: visitors come to the site.
 */
export const rootDnsVerdicts = ['none', 'elsewhere', 'partly', 'unproved', 'no-origin', 'here'] as const
export type RootDns = (typeof rootDnsVerdicts)[number]
