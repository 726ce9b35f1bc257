import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Account, Schema, Site } from '../database/index.ts'
import { invalid } from '../errors.ts'
import { insertKeyPageMonitor } from '../monitoring/index.ts'
import type { Services } from '../services.ts'
import { certificateIsChecked } from './certificate.ts'
import { parseHost, type SiteHost } from './host.ts'

/** A site that may be made: its host is one, and the world has been asked what it must be asked. */
export interface SitePlan {
  readonly host: SiteHost
  readonly https: boolean
  readonly checkCertificate: boolean
  readonly deferred: boolean
}

interface Wishes {
  /** The field of the request that holds the host. */
  readonly field: string
  /** As sent: `ignore_ssl_check`. */
  readonly checkCertificate: boolean
  readonly deferred: boolean
}

/** Everything about a new site that is asked outside the database, before its transaction begins. */
export async function planSite(input: string, wishes: Wishes, { world }: Services): Promise<SitePlan> {
  const host = parseHost(input)
  if (!host) throw invalid({ [wishes.field]: 'must be a host name or a web address' })
  if (wishes.deferred) return { host, https: false, checkCertificate: false, deferred: true }
  const answer =
    host.scheme === 'http' ? ({ answers: false } as const) : await world.network.https(host.hostname, host.port ?? 443)
  const checked = certificateIsChecked(wishes.checkCertificate)
  if (checked) {
    if (host.scheme === 'https' && !answer.answers)
      throw invalid({ [wishes.field]: 'does not answer over https, so its certificate cannot be checked' })
    if (answer.answers && answer.certificate !== null)
      throw invalid({ [wishes.field]: `has a bad certificate: ${answer.certificate}` })
  }
  return { host, https: answer.answers, checkCertificate: checked, deferred: false }
}

/** Stores the site, its profile and its key page's monitor. @throws {Refusal} 422 where the account has the host already */
export async function insertSite(
  trx: Transaction<Schema>,
  plan: SitePlan,
  owner: { account: Account | null; first: boolean; field?: string },
  services: Services,
): Promise<Site> {
  const { settings, world } = services
  const now = world.clock.now()
  if (owner.account) {
    const twin = await trx
      .selectFrom('sites')
      .select('id')
      .where('account_id', '=', owner.account.id)
      .where('host', '=', plan.host.host)
      .executeTakeFirst()
    if (twin) throw invalid({ [owner.field ?? 'host']: 'is a site of this account already' })
  }
  const label = randomBytes(6).toString('hex')
  const site: Site = {
    id: uuid(),
    account_id: owner.account?.id ?? null,
    host: plan.host.host,
    first: owner.first ? 1 : 0,
    deferred: plan.deferred ? 1 : 0,
    state: 'preview',
    resume_state: 'preview',
    off_by_operator: 0,
    service_cname: `s-${label}.${settings.serviceDomain}`,
    preview_host: `p-${label}.${settings.serviceDomain}`,
    https: plan.https ? 1 : 0,
    check_certificate: plan.checkCertificate ? 1 : 0,
    origin: null,
    cname_seen: null,
    cname_seen_at: null,
    created_at: now,
  }
  await trx.insertInto('sites').values(site).execute()
  await trx
    .insertInto('profiles')
    .values({ id: uuid(), site_id: site.id, name: 'General', default: 1, settings: null, created_at: now })
    .execute()
  if (!plan.deferred) await insertKeyPageMonitor(trx, site, services)
  return site
}
