import type { Selectable } from 'kysely'
import { changePosition, lifetimes, type Schema, type Site } from '../database/index.ts'
import { hostnameOf } from '../world/dns.ts'
import { endIncident } from '../incidents/index.ts'
import type { Services } from '../api/services.ts'
import { sharedTime, sharedTimeSql } from '../time/shared-time.ts'
import { counterpartFor, never, renewalOf, wantsCertificate } from './rules.ts'

/** Sites read at a time. */
const batchSize = 500

export type CertificateRow = Selectable<Schema['certificates']>

/** Gives each site that wants a certificate a row, and has that follow the site. */
export class CertificateSites {
  readonly #services: Services
  /** The position in `site_changes` from which to go on, and when it was read. */
  #last: { readonly position: number; readonly at: number } | undefined

  constructor(services: Services) {
    this.#services = services
  }

  /** Looks at every site at first, and then at those that have changed. */
  async follow(): Promise<void> {
    const { database, world } = this.#services
    const at = world.clock.now()
    const position = await changePosition(database)
    if (this.#last && at - this.#last.at < lifetimes.deletedSites / 2) await this.#followChanged(this.#last.position)
    else await this.#followAll()
    this.#last = { position, at }
  }

  async #followAll(): Promise<void> {
    let last = ''
    for (let isMore = true; isMore;) {
      const rows = await this.#sites().where('id', '>', last).orderBy('id').limit(batchSize).execute()
      await this.#followSites(rows)
      last = rows.at(-1)?.id ?? ''
      isMore = rows.length === batchSize
    }
  }

  async #followChanged(position: number): Promise<void> {
    const changed = await this.#services.database.db
      .selectFrom('site_changes')
      .select('site_id')
      .where('position', '>=', position)
      .execute()
    for (let i = 0; i < changed.length; i += batchSize) {
      const ids = changed.slice(i, i + batchSize).map(({ site_id }) => site_id)
      await this.#followSites(await this.#sites().where('id', 'in', ids).execute())
    }
  }

  async #followSites(sites: readonly Site[]): Promise<void> {
    if (sites.length === 0) return
    const rows = await this.#services.database.db
      .selectFrom('certificates')
      .selectAll()
      .where(
        'site_id',
        'in',
        sites.map(({ id }) => id),
      )
      .execute()
    const rowOf = new Map(rows.map((row) => [row.site_id, row]))
    const wanting = sites.filter((site) => !rowOf.has(site.id) && wantsCertificate(site))
    await addRows(wanting, this.#services)
    for (const site of sites) {
      const row = rowOf.get(site.id)
      if (row) await followSite(site, row, this.#services)
    }
  }

  #sites() {
    return this.#services.database.db.selectFrom('sites').selectAll()
  }
}

/** A site that wants a certificate gets one as soon as possible. */
async function addRows(sites: readonly Site[], services: Services): Promise<void> {
  if (sites.length === 0) return
  const now = sharedTimeSql(services)
  await services.database.db
    .insertInto('certificates')
    .values(
      sites.map((site) => ({
        site_id: site.id,
        hostname: hostnameOf(site.host),
        counterpart_wanted: counterpartFor(site),
        next_attempt_at: now,
      })),
    )
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Makes what is planned for a site agree with it. */
export async function followSite(site: Site, row: CertificateRow, services: Services): Promise<void> {
  const { database } = services
  const hostname = hostnameOf(site.host)
  const wants = wantsCertificate(site)
  const isOther = row.hostname !== hostname
  const isPaused = row.next_attempt_at === never
  const counterpart = counterpartFor(site)
  const isCounterpartNew = row.counterpart_wanted !== counterpart
  if (!isOther && wants === !isPaused && !isCounterpartNew) return
  const now = await sharedTime(services)
  await database.db
    .updateTable('certificates')
    .set({
      hostname,
      ...(isOther ? { chain: null, key_sealed: null, issuer: null, valid_from: null, valid_until: null } : {}),
      ...(isOther ? { attempted_at: null, counterpart: null } : {}),
      counterpart_wanted: counterpart,
      problem: null,
      failures: 0,
      next_attempt_at: !wants ? never : isOther || isMissing(counterpart, row) ? now : dueAgain(row, now),
      leased_by: null,
      leased_until: null,
    })
    .where('site_id', '=', site.id)
    .where('hostname', '=', row.hostname)
    .where('next_attempt_at', '=', row.next_attempt_at)
    .execute()
  if (!wants && row.failures > 0) await endIncidentOf(site, services, now)
}

/** Whether there is no certificate for a counterpart that is to have one. */
function isMissing(counterpart: string | null, row: CertificateRow): boolean {
  return counterpart !== null && counterpart !== row.counterpart
}

/** When a certificate that was kept while nobody wanted it is due. */
function dueAgain({ valid_from: from, valid_until: until }: CertificateRow, now: number): number {
  return from === null || until === null ? now : Math.max(now, renewalOf({ from, until }))
}

/** A site that isn't served any more needs no certificate. */
async function endIncidentOf({ account_id, host }: Site, { database }: Services, now: number): Promise<void> {
  if (account_id === null) return
  const subject = { accountId: account_id, host, kind: 'certificate' } as const
  await database.db.transaction().execute((trx) => endIncident(trx, database.kind, subject, 'unwatched', now))
}
