import { randomBytes } from 'node:crypto'
import { visitorHandling } from '../../contract/states.ts'
import type { Purge } from '../cache/index.ts'
import type { SitesTable } from '../control/sites-table.ts'

interface SiteNumber {
  /** Stands in the site's keys. Each is used once. */
  readonly number: string
  /** What was purged of the site since it got this number: nginx's name for it, and the number of the purge. */
  readonly purged: Map<string, number>
}

/**
 * What nginx has to know to make a key: the number of the site that a host leads to, and those of purges. A purge changes
 * a number, so that nothing kept under the old one is found again. What was kept before the start isn't found either: its
 * keys began with another word.
 */
export class NginxKeys {
  readonly #sites: SitesTable
  #epoch = newEpoch()
  #last = 0
  readonly #numbers = new Map<string, SiteNumber>()
  /** Changes that nginx hasn't been sent yet. */
  readonly #changed = new Map<string, string>()
  readonly #changedHosts = new Set<string>()
  readonly #onChange: () => void

  /** @param onChange called when there is something to send */
  constructor(sites: SitesTable, onChange: () => void) {
    this.#sites = sites
    this.#onChange = onChange
  }

  purge(purge: Purge): void {
    switch (purge.scope) {
      case 'site':
      // nginx doesn't know which they are: it asks Node for each once more
      case 'some':
        this.#purgeSite(purge.siteId)
        break
      case 'path':
        this.#purge(purge.siteId, 'p', purge.path)
        break
      case 'address': {
        // a purge is for both schemes
        const [, siteId = '', target = ''] = /^(\S+) (?:https )?(.*)$/s.exec(purge.key) ?? []
        this.#purge(siteId, 'a', target)
        break
      }
      case 'all':
        this.renew()
        break
    }
    this.#onChange()
  }

  /** Host names that may lead elsewhere. */
  changeHosts(hostnames: readonly string[]): void {
    for (const hostname of hostnames) this.#changedHosts.add(hostname)
    this.#onChange()
  }

  /** Gives every site a new number, so that nothing kept is used any more. */
  renew(): void {
    this.#epoch = newEpoch()
    this.#numbers.clear()
    this.changeHosts([...this.#sites.hostnames()])
  }

  /** What has changed since the last call, line by line; `all` for an nginx that knows nothing. */
  take(all: boolean): string[] {
    const purged = all ? [...this.#numbers.values()].flatMap((site) => [...site.purged]) : [...this.#changed]
    const hostnames = all ? this.#sites.hostnames() : this.#changedHosts
    // purges come before the host whose flag says that there are any
    const lines = purged.map(([name, value]) => `${name}\t${value}`)
    for (const hostname of hostnames) lines.push(`${hostname}\t${this.#routeOf(hostname)}`)
    this.#changed.clear()
    this.#changedHosts.clear()
    return all ? ['reset', ...lines] : lines
  }

  /** Where a host leads: its site, the site's number, and whether it's counted, may be kept, has purges, and is the site's own. */
  #routeOf(hostname: string): string {
    const destination = this.#sites.find(hostname)
    if (!destination) return ''
    const { site, address } = destination
    // Node redirects the visitor
    if (address === 'counterpart') return ''
    const { does, counted } = visitorHandling[site.state][address]
    if (does === 'refuse') return ''
    const { number, purged } = this.#numberOf(site.id)
    const flags = [counted, does === 'optimize' && !site.looksAtVisitors(), purged.size > 0, address === 'own']
    return `${site.id} ${number} ${flags.map(Number).join('')}`
  }

  #numberOf(siteId: string): SiteNumber {
    const known = this.#numbers.get(siteId)
    if (known) return known
    const made = { number: `${this.#epoch}.${++this.#last}`, purged: new Map<string, number>() }
    this.#numbers.set(siteId, made)
    return made
  }

  #purgeSite(siteId: string): void {
    for (const name of this.#numbers.get(siteId)?.purged.keys() ?? []) this.#changed.set(name, '')
    this.#numbers.delete(siteId)
    this.#changeHostsOf(siteId)
  }

  #purge(siteId: string, kind: 'p' | 'a', target: string): void {
    const { number, purged } = this.#numberOf(siteId)
    if (purged.size === 0) this.#changeHostsOf(siteId)
    const name = `${kind}${number} ${target}`
    const value = ++this.#last
    purged.set(name, value)
    this.#changed.set(name, String(value))
  }

  #changeHostsOf(siteId: string): void {
    const site = this.#sites.get(siteId)
    if (site) for (const hostname of [site.hostname, site.previewHost]) this.#changedHosts.add(hostname)
  }
}

function newEpoch(): string {
  return randomBytes(6).toString('base64url')
}
