import type { EdgeSite } from './site.ts'

/** Sites by one of their hosts, which several of them can have. */
export class SitesByHost {
  readonly #sites = new Map<string, readonly EdgeSite[]>()

  get(hostname: string): readonly EdgeSite[] {
    return this.#sites.get(hostname) ?? []
  }

  hostnames(): Iterable<string> {
    return this.#sites.keys()
  }

  add(hostname: string, site: EdgeSite): void {
    this.#sites.set(hostname, [...this.get(hostname), site])
  }

  delete(hostname: string, { id }: EdgeSite): void {
    const rest = this.get(hostname).filter((site) => site.id !== id)
    if (rest.length > 0) this.#sites.set(hostname, rest)
    else this.#sites.delete(hostname)
  }
}
