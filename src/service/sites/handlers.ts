import { type Account, deletedState, type Site } from '../database/index.ts'
import { notFound } from '../api/errors.ts'
import { actorOf } from '../events/index.ts'
import type { Handlers } from '../api/handler.ts'
import type { Services } from '../api/services.ts'
import { accountSiteUrl, assessmentUrl, portalUrl, previewUrl, userSiteUrl } from '../configuration/addresses.ts'
import { changeHost, deleteSite } from './change.ts'
import { insertSite, planSite } from './create.ts'
import { dnsReplies } from './dns-reply.ts'
import { siteOf, sitesOf } from '../api/site-queries.ts'

type HandledEndpoints =
  | 'partner.sites.list'
  | 'partner.sites.create'
  | 'partner.sites.read'
  | 'partner.sites.delete'
  | 'partner.sites.updateHost'
  | 'user.sites.list'
  | 'user.sites.read'
  | 'user.sites.create'

export const siteHandlers: Handlers<HandledEndpoints> = {
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

  async 'partner.sites.create'({ body }, { partner, account, person, key, services }) {
    const plan = await planSite(
      body.host,
      { field: 'host', caller: partner.id, reseller: partner.reseller === 1 },
      services,
    )
    const site = await services.database.db
      .transaction()
      .execute((trx) =>
        insertSite(trx, plan, { account, first: false, actor: actorOf({ partner, person, key }) }, services),
      )
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
      state_since: stateSince(site),
      ...optimizerAddresses(site, services),
      ...(await dnsReplies([site], services))[0],
    }
  },

  async 'partner.sites.delete'({ path }, call) {
    await deleteSite(path.site_id, call)
    return { site_id: path.site_id }
  },

  async 'partner.sites.updateHost'({ path, body }, call) {
    const { partner, services } = call
    const site = await changeHost(path.site_id, body, call)
    services.wake()
    return {
      site_id: site.id,
      host: site.host,
      ...(partner.reseller === 1 ? { service_cname: site.service_cname } : {}),
      assessment_url: assessmentUrl(services.settings, site.id),
      preview_url: previewUrl(services.settings, site.preview_host),
    }
  },

  async 'user.sites.list'(_, { account, key, services }) {
    const sites = await sitesOf(account, services, key)
    const dns = await dnsReplies(sites, services)
    return { sites: sites.map((site, i) => ({ ...userRecord(site, services), ...dns[i] })) }
  },

  async 'user.sites.read'({ path }, { services }) {
    const site = await services.database.db
      .selectFrom('sites')
      .selectAll()
      .where('id', '=', path.site_id)
      .where('state', '!=', deletedState)
      .executeTakeFirst()
    if (!site) throw notFound('site')
    return { ...userRecord(site, services), ...(await dnsReplies([site], services))[0] }
  },

  async 'user.sites.create'({ body }, call) {
    const { account, address, services } = call
    const uncount = account ? null : await services.limits.openSites.count(address)
    try {
      const reseller = await isOfReseller(account, services)
      const plan = await planSite(
        body.host,
        { field: 'host', caller: account?.id ?? address, ownerless: account === null, reseller },
        services,
      )
      const site = await services.database.db
        .transaction()
        .execute((trx) => insertSite(trx, plan, { account, first: false, actor: actorOf(call) }, services))
      services.wake()
      return { site_id: site.id, host: site.host, service_cname: site.service_cname }
    } catch (error) {
      await uncount?.()
      throw error
    }
  },
}

/** The restrictions for resellers apply to every host of their accounts. */
async function isOfReseller(account: Account | null, { database }: Services): Promise<boolean> {
  if (!account) return false
  const partner = await database.db
    .selectFrom('partners')
    .select('reseller')
    .where('id', '=', account.partner_id)
    .executeTakeFirst()
  return partner?.reseller === 1
}

function userRecord(site: Site, services: Services) {
  return {
    id: site.id,
    host: site.host,
    optimizer: site.deferred === 1 ? null : site.state,
    state_since: stateSince(site),
    portal_url: portalUrl(services.settings, site.id),
    api_url: userSiteUrl(services.settings, site.id),
    ...optimizerAddresses(site, services),
  }
}

function stateSince({ deferred, state_since }: Site): string | null {
  return deferred === 1 || state_since === 0 ? null : new Date(state_since).toISOString()
}

/** A deferred host has no optimizer, so it has neither address. */
function optimizerAddresses(site: Site, { settings }: Services) {
  if (site.deferred === 1) return { service_cname: null, preview_url: null }
  return { service_cname: site.service_cname, preview_url: previewUrl(settings, site.preview_host) }
}
