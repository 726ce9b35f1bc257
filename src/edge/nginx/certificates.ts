import type { SitesTable } from '../control/sites-table.ts'
import type { Certificates } from '../tls/certificates.ts'

/** The certificates that nginx needs: one for every host name of a site. */
export class NginxCertificates {
  readonly #sites: SitesTable
  readonly #certificates: Pick<Certificates, 'pemFor' | 'chainFor'>
  /** The chains that nginx has been sent, by host name. */
  readonly #sent = new Map<string, string>()

  constructor(sites: SitesTable, certificates: Pick<Certificates, 'pemFor' | 'chainFor'>) {
    this.#sites = sites
    this.#certificates = certificates
  }

  /** What has changed, line by line; `all` for an nginx that knows nothing. */
  take(all: boolean): string[] {
    if (all) this.#sent.clear()
    const lines: string[] = []
    const hostnames = new Set([...this.#sites.hostnames(), ...this.#sent.keys()])
    for (const hostname of hostnames) {
      const chain = this.#sites.find(hostname) && this.#certificates.chainFor(hostname)
      if (chain === this.#sent.get(hostname)) continue
      const pem = chain === undefined ? undefined : this.#certificates.pemFor(hostname)
      if (chain === undefined) this.#sent.delete(hostname)
      else this.#sent.set(hostname, chain)
      // lines end with the line, and PEM has no bars
      const value = pem ? `${pem.chain}\n${pem.key}`.replaceAll(/\r?\n/g, '|') : ''
      lines.push(`tls ${hostname}\t${value}`)
    }
    return lines
  }
}
