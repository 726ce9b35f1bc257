import { changePosition, type Database, lifetimes } from '../../service/database/index.ts'
import { siteFrom, type SiteRow } from './site.ts'
import type { SitesTable } from './sites-table.ts'

/** Sites read at a time. */
const batchSize = 500
/** After so long without the database, it may no longer say which sites were deleted, ms. */
const maxAbsenceMs = lifetimes.deletedSites / 2
/** After so long, a site may have changed and changed back without this node seeing it, ms. Then its cache is emptied. */
const unnoticedMs = 5000

/** The position in `site_changes` from which to go on, and when it was read, UNIX ms. */
export interface Position {
  readonly position: number
  readonly at: number
}

/** Keeps a table of sites as it is in the database. While the database is away, the table stays as it was. */
export class SiteFollower {
  readonly #database: Database
  readonly #table: SitesTable
  readonly #now: () => number
  #last: Position | undefined
  #hasMissed = false

  constructor(database: Database, table: SitesTable, now: () => number) {
    this.#database = database
    this.#table = table
    this.#now = now
  }

  /** Goes on from where another reading ended, such as that of a snapshot. */
  resume(last: Position): void {
    this.#last = last
    this.#hasMissed = true
  }

  /** Says that a reading failed: a site may change, and change back, before the next one. */
  missed(): void {
    this.#hasMissed = true
  }

  /** Whether the table isn't known to be as the database has it: the last reading failed, or came from a snapshot. */
  get isAway(): boolean {
    return this.#hasMissed
  }

  /** Up to where the table has all changes; undefined before the first reading. */
  get position(): Position | undefined {
    return this.#last
  }

  /** Reads every site at first, and then those that have changed. */
  async follow(): Promise<void> {
    const at = this.#now()
    const last = this.#last
    const awayMs = last ? Math.abs(at - last.at) : 0
    const wasAway = this.#hasMissed || awayMs > unnoticedMs
    const position = await changePosition(this.#database)
    // a server whose positions go back was restored from a backup
    const isOther = this.#database.kind === 'postgres' && last !== undefined && position < last.position
    if (last && awayMs < maxAbsenceMs && !isOther) await this.#readChanged(last.position, !wasAway)
    else await this.#readAll(!wasAway)
    this.#last = { position, at }
    this.#hasMissed = false
  }

  /** @param mayKeep see `SitesTable.set` */
  async #readAll(mayKeep: boolean): Promise<void> {
    const served = new Set<string>()
    let last: string | undefined
    // all rows at once would take far more memory than what is kept of them
    for (let isMore = true; isMore;) {
      let query = this.#sites().orderBy('sites.id').limit(batchSize)
      if (last !== undefined) query = query.where('sites.id', '>', last)
      const rows = await query.execute()
      for (const { id } of rows) served.add(id)
      this.#update(rows, mayKeep)
      last = rows.at(-1)?.id
      isMore = rows.length === batchSize
    }
    for (const id of this.#table.ids()) if (!served.has(id)) this.#table.delete(id)
  }

  async #readChanged(position: number, mayKeep: boolean): Promise<void> {
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
      this.#update(rows, mayKeep)
    }
  }

  #update(rows: readonly SiteRow[], mayKeep: boolean): void {
    for (const row of rows) this.#table.set(siteFrom(row), mayKeep)
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
        'sites.txt_seen',
        'sites.root_dns',
        'sites.host_since',
        'sites.own_origin',
        'sites.origin_host',
        'sites.counterpart',
        'sites.counterpart_cname_seen',
        'sites.counterpart_seen_at',
        'sites.counterpart_txt_seen',
        'sites.counterpart_dns',
        'sites.counterpart_since',
        'profiles.settings',
        'site_links.links',
        'certificates.hostname as certificate_hostname',
        'certificates.counterpart as certificate_counterpart',
        'certificates.chain',
        'certificates.key_sealed',
        'certificates.valid_until',
      ])
      .where('sites.account_id', 'is not', null)
      .where('sites.deferred', '=', 0)
  }
}
