import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { EventActor } from '../../contract/index.ts'
import type { Account, Schema, Site } from '../database/index.ts'
import { normalName } from '../world/dns.ts'
import { serverNamedBy } from './customer-server.ts'
import { conflict, invalid } from '../api/errors.ts'
import { type Actor, recordEvent } from '../events/index.ts'
import { insertKeyPageMonitor } from '../monitoring/index.ts'
import { requireQuota } from '../quotas/index.ts'
import type { Services } from '../api/services.ts'
import { sharedTime } from '../time/shared-time.ts'
import { isCertificateChecked } from './certificate.ts'
import { parseHost, type SiteHost } from './host.ts'
import { noCounterpart } from './counterpart.ts'
import { isOwnHost, resellerRefusal } from './rules.ts'

/** A site that can be created: its host is valid, and network and DNS have been asked. */
export interface SitePlan {
  readonly host: SiteHost
  readonly https: boolean
  readonly checkCertificate: boolean
  readonly deferred: boolean
  /** The customer's server, null if DNS doesn't name one. */
  readonly origin: string | null
}

interface PlanOptions {
  /** The field of the request that holds the host. */
  readonly field: string
  /** As sent; see `isCertificateChecked`. */
  readonly ignoreSslCheck?: boolean
  readonly deferred?: boolean
  /** The id of the partner or account that asks, or the address of a client without a key. */
  readonly caller: string
  /** Whether the site will have no owner. */
  readonly ownerless?: boolean
  /** Whether the restrictions for resellers apply. */
  readonly reseller: boolean
}

/**
 * Asks everything about a new host that isn't in the database, before a transaction begins.
 * @throws {HttpError} 422 on the field; 409 while a reseller's DNS can't be read; 429 as `LookupTurns`
 */
export async function planSite(input: string, options: PlanOptions, services: Services): Promise<SitePlan> {
  const { field, reseller } = options
  const { settings, world } = services
  const host = parseHost(input)
  if (!host) throw invalid({ [field]: 'must be a host name, such as www.example.com' })
  if (isOwnHost(host, settings)) throw invalid({ [field]: 'must not be a host of this service' })
  if (options.deferred) return { host, https: false, checkCertificate: false, deferred: true, origin: null }

  const mayBePrivate = !(options.ownerless ?? false)
  const [reply, record] = await services.lookups.run(options.caller, () =>
    Promise.all([
      world.network.https(host.hostname, host.port ?? 443, { mayBePrivate }),
      world.dns.ask(normalName(host.hostname)),
    ]),
  )
  const rejection = reseller ? resellerRefusal(host, record) : undefined
  if (rejection?.kind === 'field') throw invalid({ [field]: rejection.problem })
  if (rejection?.kind === 'state') throw conflict(rejection.problem)

  const checked = isCertificateChecked(options.ignoreSslCheck ?? false)
  const problem = checked ? certificateProblem(host, reply) : undefined
  if (problem) throw invalid({ [field]: problem })
  return {
    host,
    https: reply.answers,
    checkCertificate: checked,
    deferred: false,
    origin: (await serverNamedBy(record, services)) ?? null,
  }
}

type Reply = { answers: false } | { answers: true; certificate: string | null }

function certificateProblem({ scheme }: SiteHost, reply: Reply): string | undefined {
  if (scheme === 'http') return undefined
  if (!reply.answers) {
    return scheme === 'https' ? "doesn't answer over https, so its certificate can't be checked" : undefined
  }
  return reply.certificate === null ? undefined : `has a certificate that ${reply.certificate}`
}

interface Owner {
  readonly account: Account | null
  /** Whether the site is the one that the account was created with. */
  readonly first: boolean
  readonly actor: EventActor | Actor
}

/**
 * Stores a site, its profile and the monitor of its key page.
 * @throws {HttpError} 422 if the account already has the host; 409 if it has all the sites it may have
 */
export async function insertSite(
  trx: Transaction<Schema>,
  plan: SitePlan,
  owner: Owner,
  services: Services,
): Promise<Site> {
  const { database, settings } = services
  const { account } = owner
  const now = await sharedTime(services, trx)
  if (account && (await hasHost(trx, account, plan.host.host)))
    throw invalid({ host: 'is already a site of this account' })
  if (account) await requireQuota('sites', account, trx, { kind: database.kind, now })

  const label = randomBytes(6).toString('hex')
  const site: Site = {
    id: uuid(),
    account_id: account?.id ?? null,
    host: plan.host.host,
    first: owner.first ? 1 : 0,
    deferred: plan.deferred ? 1 : 0,
    state: 'preview',
    state_since: now,
    resume_state: 'preview',
    off_by_operator: 0,
    service_cname: `s-${label}.${settings.serviceDomain}`,
    preview_host: `p-${label}.${settings.serviceDomain}`,
    https: plan.https ? 1 : 0,
    check_certificate: plan.checkCertificate ? 1 : 0,
    origin: plan.origin,
    cname_seen: null,
    cname_seen_at: null,
    host_since: now,
    txt_seen: 0,
    host_taken: 0,
    root_dns: null,
    addresses_seen: null,
    own_origin: null,
    origin_host: null,
    ...noCounterpart,
    next_look_at: now,
    created_at: now,
  }
  await trx.insertInto('sites').values(site).execute()
  await trx
    .insertInto('profiles')
    .values({ id: uuid(), site_id: site.id, name: 'General', default: 1, settings: null, created_at: now })
    .execute()
  if (!plan.deferred) await insertKeyPageMonitor(trx, site, services)
  await recordEvent(trx, {
    kind: 'site.created',
    actor: owner.actor,
    accountId: site.account_id,
    siteId: site.id,
    at: now,
    detail: { host: site.host },
  })
  return site
}

export async function hasHost(
  trx: Transaction<Schema>,
  account: Account,
  host: string,
  exceptSiteId = '',
): Promise<boolean> {
  const twin = await trx
    .selectFrom('sites')
    .select('id')
    .where('account_id', '=', account.id)
    .where('host', '=', host)
    .where('id', '!=', exceptSiteId)
    .executeTakeFirst()
  return twin !== undefined
}
