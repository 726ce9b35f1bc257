import type { Account, Site } from '../database/index.ts'
import { notFound, Refusal } from '../errors.ts'
import type { Handlers } from '../handler.ts'
import type { Services } from '../services.ts'
import { accountSiteUrl, portalUrl, previewUrl, userSiteUrl } from '../addresses.ts'
import { insertSite, planSite } from './create.ts'

type Own =
  | 'partner.sites.list'
  | 'partner.sites.create'
  | 'partner.sites.read'
  | 'user.sites.list'
  | 'user.sites.read'
  | 'user.sites.create'

export const siteHandlers: Handlers<Own> = {
  async 'partner.sites.list'(_, { partner, account, services }) {
    const sites = await sitesOf(account, services)
    return {
      sites: sites.map((site) => ({
        host: site.host,
        id: site.id,
        portal_url: portalUrl(services.settings, site.id),
        api_url: accountSiteUrl(services.settings, partner.id, account.id, site.id),
        ...optimizerAddresses(site, services),
      })),
    }
  },

  async 'partner.sites.create'({ body }, { partner, account, services }) {
    const plan = await planSite(body.host, { field: 'host', checkCertificate: false, deferred: false }, services)
    const site = await services.database.db
      .transaction()
      .execute((trx) => insertSite(trx, plan, { account, first: false }, services))
    services.wake()
    return {
      site_id: site.id,
      host: site.host,
      user_id: account.id,
      ...(partner.reseller === 1 ? { service_cname: site.service_cname } : {}),
    }
  },

  async 'partner.sites.read'({ path }, { account, services }) {
    const site = await siteOf(account, path.site_id, services)
    return {
      host: site.host,
      id: site.id,
      portal_url: portalUrl(services.settings, site.id),
      optimizer: site.deferred === 1 ? null : site.state,
      ...optimizerAddresses(site, services),
    }
  },

  async 'user.sites.list'(_, { account, services }) {
    const sites = await sitesOf(account, services)
    return { sites: sites.map((site) => userRecord(site, services)) }
  },

  async 'user.sites.read'({ path }, { services }) {
    const site = await services.database.db
      .selectFrom('sites')
      .selectAll()
      .where('id', '=', path.site_id)
      .executeTakeFirst()
    if (!site) throw notFound('site')
    return userRecord(site, services)
  },

  async 'user.sites.create'({ body }, { account, address, services }) {
    if (!account) {
      if (!services.settings.publicSiteCreation)
        throw new Refusal(401, 'An API key is needed: this service makes no sites without one.')
      await services.limits.openSites.count(address)
    }
    const plan = await planSite(body.host, { field: 'host', checkCertificate: false, deferred: false }, services)
    const site = await services.database.db
      .transaction()
      .execute((trx) => insertSite(trx, plan, { account, first: false }, services))
    services.wake()
    return { site_id: site.id, host: site.host, service_cname: site.service_cname }
  },
}

function sitesOf(account: Account, { database }: Services): Promise<Site[]> {
  // ids are made in the order of time
  return database.db.selectFrom('sites').selectAll().where('account_id', '=', account.id).orderBy('id').execute()
}

/** @throws {Refusal} 404 where it is not the account's */
export async function siteOf(account: Account, id: string, { database }: Services): Promise<Site> {
  const site = await database.db
    .selectFrom('sites')
    .selectAll()
    .where('id', '=', id)
    .where('account_id', '=', account.id)
    .executeTakeFirst()
  if (!site) throw notFound('site')
  return site
}

function userRecord(site: Site, services: Services) {
  return {
    id: site.id,
    host: site.host,
    optimizer: site.deferred === 1 ? null : site.state,
    portal_url: portalUrl(services.settings, site.id),
    api_url: userSiteUrl(services.settings, site.id),
    ...optimizerAddresses(site, services),
  }
}

/** A deferred host has no optimizer, and so neither address. */
function optimizerAddresses(site: Site, { settings }: Services) {
  if (site.deferred === 1) return { service_cname: null, preview_url: null }
  return { service_cname: site.service_cname, preview_url: previewUrl(settings, site.preview_host) }
}
