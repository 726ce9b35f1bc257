import type { Logger } from 'pino'
import { snapshotLimits } from './limits.ts'
import type { SiteFollower } from './follow-sites.ts'
import type { Problems } from './problems.ts'
import { siteFrom } from './site.ts'
import type { SitesTable } from './sites-table.ts'
import { readSnapshot, type SnapshotPlace, writeSnapshot } from './snapshot.ts'

interface KeptSnapshotOptions {
  readonly place: SnapshotPlace
  readonly sites: SitesTable
  readonly follower: SiteFollower
  readonly problems: Problems
  readonly log: Logger
}

/** Keeps a snapshot of the table of sites on disk, and fills the table from it. */
export class KeptSnapshot {
  readonly #options: KeptSnapshotOptions
  #written: { readonly revision: number; readonly at: number } | undefined

  constructor(options: KeptSnapshotOptions) {
    this.#options = options
  }

  /**
   * Fills the table from the snapshot while the database can't be reached. An unusable snapshot is ignored and logged.
   * @param reason why the database can't be reached
   * @returns when the sites were read from the database, UNIX ms; undefined without a snapshot
   */
  async load(reason: string): Promise<number | undefined> {
    const { place, sites, follower, problems, log } = this.#options
    try {
      const snapshot = await readSnapshot(place)
      if (!snapshot) return undefined
      for (const row of snapshot.rows) sites.set(siteFrom(row))
      follower.resume(snapshot.position)
      const time = new Date(snapshot.position.at).toISOString()
      problems.begin('database', `The database can’t be read, so the sites come from a snapshot of ${time}: ${reason}`)
      return snapshot.position.at
    } catch (error) {
      log.error({ err: error, folder: place.folder }, 'the snapshot of the sites is ignored')
      return undefined
    }
  }

  /** Writes it if sites have changed, or it's old. A failure is a problem of the node. */
  async keep(): Promise<void> {
    const { place, sites, follower, problems } = this.#options
    const { position } = follower
    const written = this.#written
    // of what was only read from it, there's nothing to write
    if (!position || follower.isAway) return
    if (written?.revision === sites.revision && position.at - written.at < snapshotLimits.age) return
    const { revision } = sites
    try {
      await writeSnapshot(place, sites.rows(), position)
      this.#written = { revision, at: position.at }
      problems.end('snapshot')
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      problems.begin('snapshot', `The snapshot of the sites can’t be written: ${reason}`)
    }
  }
}
