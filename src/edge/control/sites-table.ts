import { rightfulClaim } from '../../contract/host-claims.ts'
import { type EdgeSite, keepsStored, siteFrom, type SiteRow } from './site.ts'

/** A site and the address by which a visitor came. */
export interface Destination {
  readonly site: EdgeSite
  readonly address: 'own' | 'preview'
}

/** Every site of the service, in memory, by the hosts that visitors ask for. */
export class SitesTable {
  readonly #byId = new Map<string, EdgeSite>()
  readonly #byHostname = new Map<string, readonly EdgeSite[]>()
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
    yield* this.#byHostname.keys()
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
    this.#byHostname.set(site.hostname, [...(this.#byHostname.get(site.hostname) ?? []), site])
    this.#byPreviewHost.set(site.previewHost, site)
    if (site.settingsUntil < Infinity) this.#ending.set(site.id, site.settingsUntil)
    else this.#ending.delete(site.id)
    if (before && !(mayKeep && keepsStored(before, site))) this.#onChange(site.id)
    this.#onHosts([before, site].flatMap((one) => (one ? [one.hostname, one.previewHost] : [])))
  }

  delete(id: string): void {
    const site = this.#byId.get(id)
    if (!site) return
    this.#unlink(site)
    this.#byId.delete(id)
    this.#ending.delete(id)
    this.#revision++
    this.#onChange(id)
    this.#onHosts([site.hostname, site.previewHost])
  }

  /** Takes a rule that has ended out of the settings of its site, as if someone had. @param now UNIX ms */
  endRules(now: number): void {
    for (const [id, end] of this.#ending) {
      const site = this.#byId.get(id)
      if (site && end <= now) this.set(siteFrom(site.row, now))
    }
  }

  /** The site that a host name belongs to, by `rightfulClaim`. */
  find(hostname: string): Destination | undefined {
    const preview = this.#byPreviewHost.get(hostname)
    if (preview) return { site: preview, address: 'preview' }
    const sites = this.#byHostname.get(hostname) ?? this.#byHostname.get(this.#meantBy(hostname))
    const site = sites && rightfulClaim(sites)
    return site && { site, address: 'own' }
  }

  #unlink(site: EdgeSite): void {
    const rest = (this.#byHostname.get(site.hostname) ?? []).filter(({ id }) => id !== site.id)
    if (rest.length > 0) this.#byHostname.set(site.hostname, rest)
    else this.#byHostname.delete(site.hostname)
    this.#byPreviewHost.delete(site.previewHost)
  }
}

const isSame = (a: SiteRow, b: SiteRow) =>
  Object.entries(a).every(([column, value]) => b[column as keyof SiteRow] === value)
