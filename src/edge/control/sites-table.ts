import { type HostClaim, rightfulClaim } from '../../contract/host-claims.ts'
import { type EdgeSite, keepsStored, siteFrom, type SiteRow } from './site.ts'
import { SitesByHost } from './sites-by-host.ts'

/** A site and the address by which a visitor came. */
export interface Destination {
  readonly site: EdgeSite
  readonly address: 'own' | 'preview'
}

/** A site that the visitor is redirected to, who came by its counterpart. */
export interface Redirecting {
  readonly site: EdgeSite
  readonly address: 'counterpart'
}

/** Every site of the service, in memory, by the hosts that visitors ask for. */
export class SitesTable {
  readonly #byId = new Map<string, EdgeSite>()
  readonly #byHostname = new SitesByHost()
  readonly #byCounterpart = new SitesByHost()
  readonly #byPreviewHost = new Map<string, EdgeSite>()
  /** The sites with a rule that ends, and when, UNIX ms. */
  readonly #ending = new Map<string, number>()
  readonly #onChange: (siteId: string) => void
  readonly #meantBy: (hostname: string) => string
  readonly #onHosts: (hostnames: readonly string[]) => void
  #revision = 0

  /**
   * @param onChange called when what is stored of a site no longer holds
   * @param meantBy turns a host name that no site has into the one that is meant by it
   * @param onHosts called with host names that may now lead elsewhere, or to a site that has changed
   */
  constructor(
    onChange: (siteId: string) => void,
    meantBy = (hostname: string) => hostname,
    onHosts: (hostnames: readonly string[]) => void = () => undefined,
  ) {
    this.#onChange = onChange
    this.#meantBy = meantBy
    this.#onHosts = onHosts
  }

  get size(): number {
    return this.#byId.size
  }

  /** Counts the changes of what was read. */
  get revision(): number {
    return this.#revision
  }

  /** Every site as it was read. */
  *rows(): Iterable<SiteRow> {
    for (const { row } of this.#byId.values()) yield row
  }

  ids(): Iterable<string> {
    return this.#byId.keys()
  }

  /** The host names of all sites. */
  *hostnames(): Iterable<string> {
    yield* this.#byHostname.hostnames()
    yield* this.#byCounterpart.hostnames()
    yield* this.#byPreviewHost.keys()
  }

  get(id: string): EdgeSite | undefined {
    return this.#byId.get(id)
  }

  /** @param mayKeep whether what is stored of the site may stay where nothing that matters to it has changed */
  set(site: EdgeSite, mayKeep = true): void {
    const before = this.#byId.get(site.id)
    if (!before || !isSame(before.row, site.row)) this.#revision++
    if (before) this.#unlink(before)
    this.#byId.set(site.id, site)
    this.#byHostname.add(site.hostname, site)
    if (site.counterpart) this.#byCounterpart.add(site.counterpart.hostname, site)
    this.#byPreviewHost.set(site.previewHost, site)
    if (site.settingsUntil < Infinity) this.#ending.set(site.id, site.settingsUntil)
    else this.#ending.delete(site.id)
    if (before && !(mayKeep && keepsStored(before, site))) this.#onChange(site.id)
    this.#onHosts([before, site].flatMap((one) => (one ? hostsOf(one) : [])))
  }

  delete(id: string): void {
    const site = this.#byId.get(id)
    if (!site) return
    this.#unlink(site)
    this.#byId.delete(id)
    this.#ending.delete(id)
    this.#revision++
    this.#onChange(id)
    this.#onHosts(hostsOf(site))
  }

  /** Takes a rule that has ended out of the settings of its site, as if someone had. @param now UNIX ms */
  endRules(now: number): void {
    for (const [id, end] of this.#ending) {
      const site = this.#byId.get(id)
      if (site && end <= now) this.set(siteFrom(site.row, now))
    }
  }

  /** The site that a host name belongs to, by `rightfulClaim`: as its own, or as its counterpart. */
  find(hostname: string): Destination | Redirecting | undefined {
    const preview = this.#byPreviewHost.get(hostname)
    if (preview) return { site: preview, address: 'preview' }
    return this.#ownerOf(hostname) ?? this.#ownerOf(this.#meantBy(hostname))
  }

  #ownerOf(hostname: string): Destination | Redirecting | undefined {
    const sites = this.#byHostname.get(hostname)
    const redirecting = this.#byCounterpart.get(hostname)
    // most hosts are nobody's counterpart
    const claims =
      redirecting.length === 0 ? sites : [...sites, ...redirecting.flatMap((site) => site.counterpart ?? [])]
    const claim = rightfulClaim<HostClaim>(claims)
    const site = claim && this.#byId.get(claim.id)
    if (!site) return undefined
    return site === claim ? { site, address: 'own' } : { site, address: 'counterpart' }
  }

  #unlink(site: EdgeSite): void {
    this.#byHostname.delete(site.hostname, site)
    if (site.counterpart) this.#byCounterpart.delete(site.counterpart.hostname, site)
    this.#byPreviewHost.delete(site.previewHost)
  }
}

function hostsOf({ hostname, previewHost, counterpart }: EdgeSite): readonly string[] {
  return counterpart ? [hostname, previewHost, counterpart.hostname] : [hostname, previewHost]
}

const isSame = (a: SiteRow, b: SiteRow) =>
  Object.entries(a).every(([column, value]) => b[column as keyof SiteRow] === value)
