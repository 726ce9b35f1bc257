import type { Kysely, Transaction } from 'kysely'
import { isOptimizerState, type OptimizerState } from '../../contract/index.ts'
import type { Database, Schema, Site } from '../database/index.ts'
import { originBy, pointsAtService } from '../dns.ts'
import { noteEvent } from '../events/index.ts'
import { endIncident, openIncident } from '../incidents/index.ts'
import type { DnsAnswer } from '../world.ts'
import type { Services } from '../services.ts'
import { resumeAfter, stateByDns } from './rules.ts'

/** Stores what DNS said about a site's host, and moves the site to the state that follows from it. */
export async function recordDns(
  site: Site & { readonly plan: string },
  answer: Exclude<DnsAnswer, { kind: 'silent' }>,
  { database, world, log }: Pick<Services, 'database' | 'world' | 'log'>,
): Promise<void> {
  const to = stateByDns(site, answer, site.plan)
  const now = world.clock.now()
  const record = async (db: Kysely<Schema>) => {
    const { numUpdatedRows } = await db
      .updateTable('sites')
      .set({
        cname_seen: answer.kind === 'cname' ? answer.target : null,
        cname_seen_at: now,
        ...(pointsAtService(answer, site) ? {} : originBy(answer)),
        ...(to && isOptimizerState(site.state)
          ? { state: to, resume_state: resumeAfter(site.state, to, site.resume_state) }
          : {}),
      })
      .where('id', '=', site.id)
      // unless the site was moved or renamed in the meantime: the next check sees that
      .where('state', '=', site.state)
      .where('host', '=', site.host)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
  if (!to) {
    await record(database.db)
    return
  }
  const isMoved = await database.db.transaction().execute(async (trx) => {
    const isRecorded = await record(trx)
    if (isRecorded) {
      await noteIncident(trx, database.kind, site, { answer, to, now })
      await noteEvent(trx, {
        kind: 'site.state',
        actor: 'dns',
        accountId: site.account_id,
        siteId: site.id,
        at: now,
        detail: { host: site.host, from: site.state, to },
      })
    }
    return isRecorded
  })
  if (isMoved) log.info({ site: site.id, from: site.state, to }, 'DNS changed the state of a site')
}

/** A site that DNS takes off is an incident until DNS takes it live again. */
async function noteIncident(
  trx: Transaction<Schema>,
  kind: Database['kind'],
  site: Site,
  { answer, to, now }: { readonly answer: DnsAnswer; readonly to: OptimizerState; readonly now: number },
): Promise<void> {
  if (site.account_id === null) return
  const subject = { accountId: site.account_id, host: site.host, kind: 'dns' } as const
  if (to !== 'off') return endIncident(trx, kind, subject, 'recovered', now)
  const cause = answer.kind === 'cname' ? `CNAME points to ${answer.target}` : 'No CNAME record'
  await openIncident(trx, kind, { ...subject, siteId: site.id, severity: 2, cause }, now)
}
