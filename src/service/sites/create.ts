import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Account, Schema, Site } from '../database/index.ts'
import { normalName, originBy } from '../dns.ts'
import { conflict, invalid } from '../errors.ts'
import { insertKeyPageMonitor } from '../monitoring/index.ts'
import type { Services } from '../services.ts'
import { certificateIsChecked } from './certificate.ts'
import { parseHost, type SiteHost } from './host.ts'
import { resellerRefusal } from './rules.ts'

/** A site that may be made: its host is one, and the world has been asked what it must be asked. */
export interface SitePlan {
  readonly host: SiteHost
  readonly https: boolean
  readonly checkCertificate: boolean
  readonly deferred: boolean
  /** The customer's server, null where DNS names none. */
  readonly origin: string | null
}

interface Wishes {
  /** The field of the request that holds the host. */
  readonly field: string
  /** As sent: see `certificateIsChecked`. */
  readonly ignoreSslCheck?: boolean
  readonly deferred?: boolean
  /** Whether the restrictions on resellers hold. */
  readonly reseller: boolean
}

/**
 * Everything about a new host that is asked outside the database, before its transaction begins.
 * @throws {Refusal} 422 on the field; 409 where a reseller's DNS cannot be read
 */
export async function planSite(input: string, wishes: Wishes, { world }: Services): Promise<SitePlan> {
  const { field, reseller } = wishes
  const host = parseHost(input)
  if (!host) throw invalid({ [field]: 'must be a host name or a web address' })
  if (wishes.deferred) return { host, https: false, checkCertificate: false, deferred: true, origin: null }

  const [answer, record] = await Promise.all([
    world.network.https(host.hostname, host.port ?? 443),
    world.dns.ask(normalName(host.hostname)),
  ])
  const refusal = reseller ? resellerRefusal(host, record) : undefined
  if (refusal?.kind === 'field') throw invalid({ [field]: refusal.problem })
  if (refusal?.kind === 'state') throw conflict(refusal.problem)

  const checked = certificateIsChecked(wishes.ignoreSslCheck ?? false)
  const bad = checked ? badCertificate(host, answer) : undefined
  if (bad) throw invalid({ [field]: bad })
  return {
    host,
    https: answer.answers,
    checkCertificate: checked,
    deferred: false,
    origin: originBy(record).origin ?? null,
  }
}

type Answer = { answers: false } | { answers: true; certificate: string | null }

function badCertificate({ scheme }: SiteHost, answer: Answer): string | undefined {
  if (scheme === 'http') return undefined
  if (!answer.answers) {
    return scheme === 'https' ? 'does not answer over https, so its certificate cannot be checked' : undefined
  }
  return answer.certificate === null ? undefined : `has a certificate that ${answer.certificate}`
}

interface Owner {
  readonly account: Account | null
  /** Whether the site comes with the account. */
  readonly first: boolean
}

/**
 * Stores the site, its profile and its key page's monitor.
 * @throws {Refusal} 422 where the account has the host already
 */
export async function insertSite(
  trx: Transaction<Schema>,
  plan: SitePlan,
  owner: Owner,
  services: Services,
): Promise<Site> {
  const { settings, world } = services
  const { account } = owner
  const now = world.clock.now()
  if (account && (await hasHost(trx, account, plan.host.host)))
    throw invalid({ host: 'is already a site of this account' })

  const label = randomBytes(6).toString('hex')
  const site: Site = {
    id: uuid(),
    account_id: account?.id ?? null,
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
    origin: plan.origin,
    cname_seen: null,
    cname_seen_at: null,
    next_look_at: now,
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

export async function hasHost(
  trx: Transaction<Schema>,
  account: Account,
  host: string,
  besides = '',
): Promise<boolean> {
  const twin = await trx
    .selectFrom('sites')
    .select('id')
    .where('account_id', '=', account.id)
    .where('host', '=', host)
    .where('id', '!=', besides)
    .executeTakeFirst()
  return twin !== undefined
}
