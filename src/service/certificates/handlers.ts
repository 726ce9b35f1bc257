import { readCertificate, renewCertificate } from '../../contract/index.ts'
import { authorityLimits } from './limits.ts'
import type { Site } from '../database/index.ts'
import { hostnameOf } from '../world/dns.ts'
import { conflict, tooMany } from '../api/errors.ts'
import { type AccountCall, bothScopes, type Handlers } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import { sharedTime } from '../time/shared-time.ts'
import { siteOf } from '../api/site-queries.ts'
import type { CertificateRow } from './follow-sites.ts'
import { recordOf } from './record.ts'
import { wantsCertificate } from './rules.ts'

export const certificateHandlers: Handlers<
  | 'partner.sites.certificate'
  | 'user.sites.certificate'
  | 'partner.sites.renewCertificate'
  | 'user.sites.renewCertificate'
> = {
  ...bothScopes(readCertificate, ({ path }, call) => read(path.site_id, call)),
  ...bothScopes(renewCertificate, ({ path }, call) => renew(path.site_id, call)),
}

async function read(id: string, { account, services }: AccountCall) {
  const site = await siteOf(account, id, services)
  return recordOf({ site, row: await rowOf(site, services), isOn: isOn(services) }, services.world.clock.now())
}

/** Makes a certificate due that is missing, failing or due anyway. */
async function renew(id: string, { account, services }: AccountCall) {
  const { database, wakeCertificates } = services
  const now = await sharedTime(services)
  const site = await siteOf(account, id, services)
  if (!isOn(services)) throw conflict('This service doesn’t get certificates automatically.')
  if (!wantsCertificate(site))
    throw conflict('A site gets its certificate once it’s live: its host has to point at the service.')
  const row = await rowOf(site, services)
  requireDue(row, now)
  const due = { hostname: hostnameOf(site.host), next_attempt_at: now }
  if (row) {
    await database.db
      .updateTable('certificates')
      .set({ next_attempt_at: now })
      .where('site_id', '=', id)
      .where('hostname', '=', row.hostname)
      .where('next_attempt_at', '>', now)
      .execute()
  } else {
    await database.db
      .insertInto('certificates')
      .values({ site_id: id, ...due })
      .onConflict((on) => on.doNothing())
      .execute()
  }
  wakeCertificates()
  return recordOf({ site, row: row && { ...row, next_attempt_at: now }, isOn: true }, now)
}

/** @throws {HttpError} 409 for a good certificate, 429 soon after an attempt */
function requireDue(row: CertificateRow | undefined, now: number): void {
  if (!row) return
  const { attempted_at, problem, valid_until, next_attempt_at } = row
  if (problem === null && valid_until !== null && valid_until > now && next_attempt_at > now)
    throw conflict(
      `The certificate is valid until ${new Date(valid_until).toISOString().slice(0, 10)}. The service renews it in time.`,
    )
  const wait = attempted_at === null ? 0 : attempted_at + authorityLimits.demand - now
  if (wait <= 0) return
  throw tooMany('The last attempt was a moment ago.', Math.ceil(wait / 1000))
}

const isOn = ({ settings }: Services) => settings.acmeDirectory !== null

/** The certificate of the site's present host. A former host's certificate doesn't count. */
function rowOf({ id, host }: Site, { database }: Services): Promise<CertificateRow | undefined> {
  return database.db
    .selectFrom('certificates')
    .selectAll()
    .where('site_id', '=', id)
    .where('hostname', '=', hostnameOf(host))
    .executeTakeFirst()
}
