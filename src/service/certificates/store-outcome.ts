import type { Transaction } from 'kysely'
import type { Schema, Site } from '../database/index.ts'
import { hostnameOf } from '../world/dns.ts'
import { recordEvent } from '../events/index.ts'
import { endIncident, lockSubject, openIncident, type Subject } from '../incidents/index.ts'
import type { Services } from '../api/services.ts'
import { sharedTime } from '../time/shared-time.ts'
import type { AuthorityError } from './authority-error.ts'
import type { Certificate } from './certificate.ts'
import type { Claim } from './claims.ts'
import { failuresAfter, incidentOf, nextAttemptAfter, renewalOf } from './rules.ts'

interface Issued extends Certificate {
  /** PEM. */
  readonly chain: string
  readonly key: string
  /** The counterpart that it's for, too; null for none. */
  readonly counterpart: string | null
  /** Why the authority gave none for the counterpart. */
  readonly refusal: AuthorityError | undefined
}

/** Stores a certificate, unless its lease is lost or its site has another host now. */
export async function storeCertificate(
  claim: Claim,
  { chain, key, issuer, from, until, counterpart, refusal }: Issued,
  services: Services,
): Promise<boolean> {
  const now = services.world.clock.now()
  const failures = refusal ? failuresAfter(claim.failures, refusal) : 0
  return ofSite(claim, services, async (trx, site, subject) => {
    const stored = await ending(trx, claim)
      .set({
        chain,
        key_sealed: services.vault.seal(key),
        issuer,
        valid_from: from,
        valid_until: until,
        counterpart,
        ...(refusal
          ? { problem: refusal.message, failures, next_attempt_at: nextAttemptAfter(failures, refusal, now) }
          : { problem: null, failures: 0, next_attempt_at: renewalOf({ from, until }) }),
      })
      .executeTakeFirst()
    if (stored.numUpdatedRows === 0n) return false
    await recordEvent(trx, {
      kind: claim.chain === null ? 'certificate.issued' : 'certificate.renewed',
      ...eventOf(site, now),
      detail: { host: site.host, issuer, until: new Date(until).toISOString() },
    })
    if (subject) await endIncident(trx, services.database.kind, subject, 'recovered', now)
    return true
  })
}

/** Notes that there was no certificate, and when to try again. */
export async function storeFailure(claim: Claim, error: AuthorityError, services: Services): Promise<boolean> {
  const now = await sharedTime(services)
  const failures = failuresAfter(claim.failures, error)
  return ofSite(claim, services, async (trx, site, subject) => {
    const stored = await ending(trx, claim)
      .set({ problem: error.message, failures, next_attempt_at: nextAttemptAfter(failures, error, now) })
      .executeTakeFirst()
    if (stored.numUpdatedRows === 0n) return false
    if (claim.failures === 0 && failures === 1)
      await recordEvent(trx, {
        kind: 'certificate.failed',
        ...eventOf(site, now),
        detail: { host: site.host, problem: error.message },
      })
    const { valid_from: from, valid_until: until } = claim
    const incident = incidentOf({ failures, from, until, https: site.https === 1 }, error.message, now)
    if (subject && incident)
      await openIncident(trx, services.database.kind, { ...subject, ...incident, siteId: site.id }, now)
    return true
  })
}

/** Works in a transaction on the site of a claim, if that still has the host. Its incidents come before its certificate. */
async function ofSite(
  { site_id, hostname }: Claim,
  { database }: Services,
  work: (trx: Transaction<Schema>, site: Site, subject: Subject | undefined) => Promise<boolean>,
): Promise<boolean> {
  return database.db.transaction().execute(async (trx) => {
    const site = await trx.selectFrom('sites').selectAll().where('id', '=', site_id).executeTakeFirst()
    if (!site || hostnameOf(site.host) !== hostname) return false
    const { account_id: accountId, host } = site
    const subject = accountId === null ? undefined : ({ accountId, host, kind: 'certificate' } as const)
    if (subject) await lockSubject(trx, database.kind, subject)
    return work(trx, site, subject)
  })
}

const ending = (trx: Transaction<Schema>, { site_id, hostname, leased_by }: Claim) =>
  trx
    .updateTable('certificates')
    .set({ leased_by: null, leased_until: null })
    .where('site_id', '=', site_id)
    .where('hostname', '=', hostname)
    .where('leased_by', '=', leased_by)

const eventOf = ({ id, account_id }: Site, at: number) =>
  ({ actor: 'service', accountId: account_id, siteId: id, at }) as const
