import { changePosition, type Database, deletedSiteLifetime } from '../../service/database/index.ts'
import type { Certificate } from '../tls/certificate.ts'
import { siteFrom, type SiteRow } from './site.ts'
import type { SitesTable } from './sites-table.ts'

/** Sites read at a time. */
const batchSize = 500
/** After so long without the database, it may no longer say which sites were deleted, ms. */
const maxAbsenceMs = deletedSiteLifetime / 2

/** The columns of a site's certificate, null where it has none. */
interface CertificateRow {
  readonly certificate_hostname: string | null
  readonly chain: string | null
  readonly key_sealed: string | null
  readonly valid_until: number | null
}

function certificateOf(row: CertificateRow): Certificate | undefined {
  const { certificate_hostname: name, chain, key_sealed: key, valid_until: validUntil } = row
  if (name === null || chain === null || key === null) return undefined
  return { names: [name], chain, key, isSealed: true, validUntil: validUntil ?? 0 }
}

/** Keeps a table of sites as it is in the database. While the database is away, the table stays as it was. */
export class SiteFollower {
  readonly #database: Database
  readonly #table: SitesTable
  readonly #now: () => number
  /** The position in `site_changes` from which to go on, and when it was read. */
  #last: { readonly position: number; readonly at: number } | undefined

  constructor(database: Database, table: SitesTable, now: () => number) {
    this.#database = database
    this.#table = table
    this.#now = now
  }

  /** Reads every site at first, and then those that have changed. */
  async follow(): Promise<void> {
    const at = this.#now()
    const position = await changePosition(this.#database)
    if (this.#last && at - this.#last.at < maxAbsenceMs) await this.#readChanged(this.#last.position)
    else await this.#readAll()
    this.#last = { position, at }
  }

  async #readAll(): Promise<void> {
    const served = new Set<string>()
    let last: string | undefined
    // all rows at once would take far more memory than what is kept of them
    for (let isMore = true; isMore;) {
      let query = this.#sites().orderBy('sites.id').limit(batchSize)
      if (last !== undefined) query = query.where('sites.id', '>', last)
      const rows = await query.execute()
      for (const { id } of rows) served.add(id)
      this.#update(rows)
      last = rows.at(-1)?.id
      isMore = rows.length === batchSize
    }
    for (const id of this.#table.ids()) if (!served.has(id)) this.#table.delete(id)
  }

  async #readChanged(position: number): Promise<void> {
    const changed = await this.#database.db
      .selectFrom('site_changes')
      .select('site_id')
      .where('position', '>=', position)
      .execute()
    for (let i = 0; i < changed.length; i += batchSize) {
      const ids = changed.slice(i, i + batchSize).map(({ site_id }) => site_id)
      const rows = await this.#sites().where('sites.id', 'in', ids).execute()
      const served = new Set(rows.map(({ id }) => id))
      for (const id of ids) if (!served.has(id)) this.#table.delete(id)
      this.#update(rows)
    }
  }

  #update(rows: readonly (SiteRow & CertificateRow)[]): void {
    for (const row of rows) this.#table.set(siteFrom(row, certificateOf(row)))
  }

  /** Sites with an optimizer and an owner. One without an owner never gets visitors. */
  #sites() {
    return this.#database.db
      .selectFrom('sites')
      .leftJoin('profiles', (join) => join.onRef('profiles.site_id', '=', 'sites.id').on('profiles.default', '=', 1))
      .leftJoin('site_links', 'site_links.site_id', 'sites.id')
      .leftJoin('certificates', 'certificates.site_id', 'sites.id')
      .select([
        'sites.id',
        'sites.host',
        'sites.state',
        'sites.service_cname',
        'sites.preview_host',
        'sites.https',
        'sites.check_certificate',
        'sites.origin',
        'sites.cname_seen',
        'sites.cname_seen_at',
        'profiles.settings',
        'site_links.links',
        'certificates.hostname as certificate_hostname',
        'certificates.chain',
        'certificates.key_sealed',
        'certificates.valid_until',
      ])
      .where('sites.account_id', 'is not', null)
      .where('sites.deferred', '=', 0)
  }
}
