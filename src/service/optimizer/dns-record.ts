import { isOptimizerState } from '../../contract/index.ts'
import type { Site } from '../database/index.ts'
import { originBy, pointsAtService } from '../dns.ts'
import type { DnsAnswer } from '../world.ts'
import { endIncident, openIncident } from '../incidents/index.ts'
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
  const isRecorded = await database.db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await trx
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
    if (numUpdatedRows === 0n) return false
    if (to && site.account_id !== null) {
      const subject = { accountId: site.account_id, host: site.host, kind: 'dns' } as const
      if (to === 'off') {
        const cause = answer.kind === 'cname' ? `CNAME points to ${answer.target}` : 'No CNAME record'
        await openIncident(trx, database.kind, { ...subject, siteId: site.id, severity: 2, cause }, now)
      } else await endIncident(trx, database.kind, subject, 'recovered', now)
    }
    return true
  })
  if (to && isRecorded) log.info({ site: site.id, from: site.state, to }, 'DNS changed the state of a site')
}
