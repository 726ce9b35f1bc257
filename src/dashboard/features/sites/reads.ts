import {
  checkDns,
  listAccountSites,
  listUserSites,
  readAccountSite,
  readFigures,
  readOrigin,
  readUserSite,
  type ReadOf,
  setRedirect,
} from '../../../contract/index.ts'
import { tabStorage } from '../../lib/storage.ts'
import { changeScoped } from '../../api/change.ts'
import { call } from '../../api/client.ts'
import { ifOffered, q, type Query } from '../../api/queries.ts'
import { scopedQuery, type Scope } from '../../api/scope.ts'

/** A site as both APIs list it. */
export interface ListedSite {
  readonly id: string
  readonly host: string
  readonly portal_url: string
  readonly service_cname?: string | null | undefined
  readonly preview_url: string | null
  /** Not in the partner API's list. */
  readonly optimizer?: unknown
  /** Since when it is in that state. */
  readonly state_since?: string | null | undefined
}

/** A site as both APIs read it. */
export interface Site extends ListedSite {
  readonly optimizer: string | null
  /** The latest DNS check; not every service reports it. */
  readonly dns?: SiteDns | null | undefined
  /** Whether visitors of its counterpart are redirected to it; not every service can. */
  readonly redirect?: Redirect | undefined
}

interface SiteDns {
  readonly cname_seen: string | null
  readonly seen_at: string | null
  readonly root_domain?: boolean | undefined
  readonly domain?: string | null | undefined
  readonly addresses?: RootRecords | undefined
  readonly taken?: { readonly txt_name: string; readonly txt_value: string } | undefined
}

export interface Redirect {
  /** The counterpart; null for none. */
  readonly host: string | null
  readonly enabled: boolean
  /** Since when its DNS leads here; null while it doesn't. */
  readonly since: string | null
  /** One of `rootDnsVerdicts`. */
  readonly verdict: string | null
  readonly dns: SiteDns | null
}

/** Of a root domain, whose addresses bring its visitors. */
export interface RootRecords {
  /** One of `rootDnsVerdicts`; null before the first look. Another service may report others. */
  readonly verdict: string | null
  readonly expected: readonly string[]
  readonly seen: readonly string[]
  readonly foreign: readonly string[]
  readonly txt: { readonly name: string; readonly value: string; readonly seen: boolean }
}

export type SiteOrigin = ReadOf<typeof readOrigin.user>

/** The server that a site's pages come from; null if the service doesn't report it. */
export function originOf(scope: Scope, siteId: string) {
  return ifOffered(scopedQuery(readOrigin, scope, { path: { site_id: siteId } }))
}

/** The sites of a scope, oldest first. */
export function siteList(scope: Scope): Query<{ readonly sites: readonly ListedSite[] }> {
  if (scope.kind === 'user') return q(listUserSites, { query: { user_id: scope.user } })
  const input = { path: { partner_id: scope.partner, account_id: scope.account } }
  return {
    queryKey: [listAccountSites.id, input],
    queryFn: async ({ signal }) => {
      const reply = await call(listAccountSites, input, { signal })
      remember(scope.account, ...reply.sites.map((site) => site.id))
      return reply
    },
  }
}

export function siteOf(scope: Scope, siteId: string): Query<Site> {
  if (scope.kind === 'user') return q(readUserSite, { path: { site_id: siteId } })
  const input = { path: { partner_id: scope.partner, account_id: scope.account, site_id: siteId } }
  return {
    queryKey: [readAccountSite.id, input],
    queryFn: async ({ signal }) => {
      const site = await call(readAccountSite, input, { signal })
      remember(scope.account, siteId)
      return site
    },
  }
}

/** What the sites of a scope achieved in the last 30 days, or one of them; null if the service doesn't say. */
export function figuresOf(scope: Scope, siteId?: string) {
  return ifOffered(scopedQuery(readFigures, scope, { query: siteId === undefined ? {} : { site_id: siteId } }))
}

/** Has the service ask DNS about a site now. */
export function checkDnsNow(scope: Scope, siteId: string): Promise<ReadOf<typeof checkDns.user>> {
  return changeScoped(checkDns, scope, { path: { site_id: siteId } })
}

/** Has visitors of a site's counterpart redirected to it, or no longer. */
export function redirectCounterpart(scope: Scope, siteId: string, enabled: boolean) {
  return changeScoped(setRedirect, scope, { path: { site_id: siteId }, body: { enabled } })
}

const seenKey = 'site-performance.seen-sites'
const maxSeen = 500

/** The account of a site that this tab has loaded. No endpoint reports it. */
export function accountOfSite(siteId: string): string | undefined {
  return seen().find(([site]) => site === siteId)?.[1]
}

function remember(account: string, ...sites: string[]): void {
  const others = seen().filter(([site]) => !sites.includes(site))
  const all = [...sites.map((site) => [site, account] as const), ...others].slice(0, maxSeen)
  tabStorage.set(seenKey, JSON.stringify(all))
}

function seen(): readonly (readonly [site: string, account: string])[] {
  const kept = tabStorage.getJson(seenKey)
  return Array.isArray(kept) ? kept.filter(isPair) : []
}

function isPair(value: unknown): value is readonly [string, string] {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
}
