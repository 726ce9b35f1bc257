import * as z from 'zod/mini'
import type { HostClaim } from '../../contract/host-claims.ts'
import { isOptimizerState, type OptimizerState } from '../../contract/states.ts'
import type { Certificate } from '../tls/certificate.ts'
import { settingsInForce } from './settings-in-force.ts'
import { actionsOf, ignoredParametersOf, looksAtVisitors, type SiteActions } from './site-actions.ts'

/** A site as the edge serves it. */
export interface EdgeSite extends HostClaim {
  /** With its port, unless that's the default. */
  readonly host: string
  readonly hostname: string
  readonly state: OptimizerState
  readonly previewHost: string
  readonly origin: Origin
  /** What the server gets as `Host`. */
  readonly originHost: string
  /** Whose visitors are redirected to the site, if the counterpart's DNS says so. */
  readonly counterpart: Counterpart | undefined
  readonly actions: SiteActions
  /** The query parameters that the settings ignore for some visitors or all, one list for each entry. */
  readonly ignoredParameters: () => readonly (readonly string[])[]
  /** Whether the settings decide by more of a request than its address. */
  readonly looksAtVisitors: () => boolean
  /** Of the default profile, as JSON, without rules that have ended. */
  readonly settings: string | null
  /** Until when they hold, UNIX ms: then the next rule ends. */
  readonly settingsUntil: number
  /** `Link` values of what its home page loads first. */
  readonly homeLinks: () => readonly string[]
  /** From a certificate authority. */
  readonly certificate: Certificate | undefined
  /** As it was read. */
  readonly row: SiteRow
}

/** A host whose visitors are redirected to a site: `shop.example` of `www.shop.example` and the other way. */
interface Counterpart extends HostClaim {
  readonly hostname: string
}

/** The customer's server. */
export interface Origin {
  /** What one site's server sends must never reach another's visitors. */
  readonly siteId: string
  /** A name or an address; null while DNS has named none. */
  readonly server: string | null
  readonly port: number
  readonly https: boolean
  readonly checkCertificate: boolean
  /** What it's called in TLS. */
  readonly hostname: string
}

/** The columns of a site's certificate, null where it has none. */
interface CertificateColumns {
  readonly certificate_hostname: string | null
  readonly certificate_counterpart: string | null
  readonly chain: string | null
  readonly key_sealed: string | null
  readonly valid_until: number | null
}

/** Those of a site without one. */
export const noCertificate: CertificateColumns = {
  certificate_hostname: null,
  certificate_counterpart: null,
  chain: null,
  key_sealed: null,
  valid_until: null,
}

/** The columns that the edge reads. */
export interface SiteRow extends CertificateColumns {
  readonly id: string
  readonly host: string
  readonly state: string
  readonly service_cname: string
  readonly preview_host: string
  readonly https: number
  readonly check_certificate: number
  readonly origin: string | null
  readonly cname_seen: string | null
  readonly cname_seen_at: number | null
  readonly txt_seen: number
  readonly root_dns: string | null
  readonly host_since: number
  readonly own_origin: string | null
  readonly origin_host: string | null
  readonly counterpart: string | null
  readonly counterpart_cname_seen: string | null
  readonly counterpart_seen_at: number | null
  readonly counterpart_txt_seen: number
  readonly counterpart_dns: string | null
  readonly counterpart_since: number | null
  /** Of the default profile. */
  readonly settings: string | null
  /** JSON. */
  readonly links: string | null
}

/** @param now UNIX ms; the rules that have ended by then are left out */
export function siteFrom(row: SiteRow, now = Date.now()): EdgeSite {
  const [, hostname = row.host, port] = /^(.*?)(?::(\d+))?$/.exec(row.host) ?? []
  // a state that this version doesn't know is served like off
  const state = isOptimizerState(row.state) ? row.state : 'off'
  const { settings, until: settingsUntil } = settingsInForce(row.settings, now)
  return {
    id: row.id,
    host: row.host,
    hostname,
    state,
    previewHost: row.preview_host,
    isPointed: row.cname_seen === row.service_cname,
    seenAt: row.cname_seen_at ?? 0,
    isProved: row.txt_seen === 1,
    isKept: row.root_dns === 'here',
    since: row.host_since,
    origin: {
      siteId: row.id,
      ...serverOf(row, port),
      checkCertificate: row.check_certificate === 1,
      hostname: row.origin_host?.replace(/:\d+$/, '') ?? hostname,
    },
    originHost: row.origin_host ?? row.host,
    counterpart: counterpartOf(row),
    actions: actionsOf(settings),
    ignoredParameters: ignoredParametersOf(settings),
    looksAtVisitors: looksAtVisitors(settings),
    settings,
    settingsUntil,
    homeLinks: homeLinksOf(row.links),
    certificate: certificateOf(row),
    // a copy takes a quarter of the memory: SQLite's rows are dictionaries to the engine
    row: { ...row },
  }
}

/** The server that the owner has set, or else the one that DNS named, on the host's port. */
function serverOf(row: SiteRow, port: string | undefined): Pick<Origin, 'server' | 'port' | 'https'> {
  const own = row.own_origin === null ? null : URL.parse(row.own_origin)
  const https = own ? own.protocol === 'https:' : row.https === 1
  const given = own ? own.port : (port ?? '')
  return {
    server: own ? own.hostname.replace(/^\[|\]$/g, '') : row.origin,
    port: given === '' ? (https ? 443 : 80) : Number(given),
    https,
  }
}

function counterpartOf(row: SiteRow): Counterpart | undefined {
  const { id, counterpart, counterpart_dns, counterpart_since } = row
  if (counterpart === null || counterpart_dns !== 'here' || counterpart_since === null) return undefined
  return {
    id,
    hostname: counterpart,
    isPointed: row.counterpart_cname_seen === row.service_cname,
    seenAt: row.counterpart_seen_at ?? 0,
    isProved: row.counterpart_txt_seen === 1,
    isKept: true,
    since: counterpart_since,
  }
}

function certificateOf(row: CertificateColumns): Certificate | undefined {
  const { certificate_hostname: name, certificate_counterpart: other } = row
  const { chain, key_sealed: key, valid_until: validUntil } = row
  if (name === null || chain === null || key === null) return undefined
  return { names: other === null ? [name] : [name, other], chain, key, isSealed: true, validUntil: validUntil ?? 0 }
}

const lists = z.array(z.string())

/** Most sites don't ask for early hints, so they are read when they are first asked for. */
function homeLinksOf(text: string | null): () => readonly string[] {
  let links: readonly string[] | undefined
  return () => (links ??= text === null ? [] : lists.parse(JSON.parse(text)))
}

/** Whether what is stored of a site may still be used after a change. */
export function keepsStored(before: EdgeSite, after: EdgeSite): boolean {
  return (
    before.host === after.host &&
    before.state === after.state &&
    before.origin.https === after.origin.https &&
    before.settings === after.settings
  )
}
