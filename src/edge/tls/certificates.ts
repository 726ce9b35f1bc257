import { createSecureContext, type SecureContext } from 'node:tls'
import type { Logger } from 'pino'
import { tlsLimits } from './limits.ts'
import { LruMap } from '../../shared/lru-map.ts'
import type { SitesTable } from '../control/sites-table.ts'
import { type Certificate, isFor } from './certificate.ts'
import type { CertificateFolder } from './folder.ts'

interface CertificatesOptions {
  readonly sites: SitesTable
  /** Undefined for none. */
  readonly folder: Pick<CertificateFolder, 'find' | 'count'> | undefined
  /** Opens a sealed key. */
  readonly open: (sealed: string) => string
  readonly log: Logger
}

interface Made {
  readonly key: string
  /** Undefined where the certificate can't be used. */
  readonly context: SecureContext | undefined
}

/** Which certificate speaks for a host: one of the folder, else the site's own from the database. */
export class Certificates {
  readonly #options: CertificatesOptions
  /** What TLS needs of a certificate, by its chain. */
  readonly #made = new LruMap<string, Made>(tlsLimits.ready)

  constructor(options: CertificatesOptions) {
    this.#options = options
  }

  /** How many there are. */
  get count(): number {
    const { folder, sites } = this.#options
    let count = folder?.count ?? 0
    for (const { chain } of sites.rows()) if (chain !== null) count++
    return count
  }

  /** What a handshake with a host needs; undefined where there is no certificate for it that can be used. */
  contextFor(hostname: string): SecureContext | undefined {
    const certificate = this.#find(hostname)
    return certificate && this.#contextOf(certificate)
  }

  /** The certificate for a host and its key, PEM, for another program; undefined where there is none that can be used. */
  pemFor(hostname: string): Pick<Certificate, 'chain' | 'key'> | undefined {
    const certificate = this.#find(hostname)
    if (!certificate) return undefined
    const { chain, key, isSealed, names } = certificate
    try {
      return { chain, key: isSealed ? this.#options.open(key) : key }
    } catch (error) {
      this.#options.log.error({ err: error, host: names[0] }, "a certificate can't be used")
      return undefined
    }
  }

  /** The chain of the certificate for a host, PEM. */
  chainFor(hostname: string): string | undefined {
    return this.#find(hostname)?.chain
  }

  /** Whether visitors of a host can be sent to https. */
  isUsable(hostname: string, now: number): boolean {
    const certificate = this.#find(hostname)
    if (!certificate || certificate.validUntil <= now) return false
    const made = this.#made.get(certificate.chain)
    return !made || made.context !== undefined || made.key !== certificate.key
  }

  /** Whether a connection that began with one name may be used for a host: if the same certificate is for both. */
  covers(servername: string, hostname: string): boolean {
    if (servername === hostname) return true
    const certificate = this.#find(servername)
    return certificate !== undefined && isFor(certificate, hostname)
  }

  /** An expired certificate is better than none: the visitor's browser says what is wrong. */
  #find(hostname: string): Certificate | undefined {
    const { folder, sites } = this.#options
    const first = folder?.find(hostname)
    if (first && first.validUntil > Date.now()) return first
    const found = sites.find(hostname)
    const own = found && found.address !== 'preview' ? found.site.certificate : undefined
    const isOwn = own !== undefined && isFor(own, hostname)
    return isOwn && (!first || own.validUntil > Date.now()) ? own : first
  }

  #contextOf(certificate: Certificate): SecureContext | undefined {
    const { chain, key } = certificate
    const known = this.#made.get(chain)
    // a key that is sealed anew is still the same
    if (known && (known.context !== undefined || known.key === key)) return known.context
    const context = this.#make(certificate)
    this.#made.set(chain, { key, context })
    return context
  }

  #make({ names, chain, key, isSealed }: Certificate): SecureContext | undefined {
    const { open, log } = this.#options
    try {
      return createSecureContext({ cert: chain, key: isSealed ? open(key) : key })
    } catch (error) {
      log.error({ err: error, host: names[0] }, "a certificate can't be used")
      return undefined
    }
  }
}
