import type { Account } from '../database/index.ts'
import { notFound } from '../errors.ts'
import type { Handlers } from '../handler.ts'
import type { Services } from '../services.ts'
import { siteOf, sitesOf } from '../site-queries.ts'
import { defaultSettings, type SiteSettings } from './settings.ts'

type Own =
  | 'user.adn.read'
  | 'user.profiles.list'
  | 'user.profiles.read'
  | 'user.tods.list'
  | 'user.tods.read'
  | 'user.settings.read'
  | 'user.serviceIps'

/** A node of the edge that has given no sign of life for so long is not counted, ms. */
const nodeLife = 5 * 60_000

export const profileHandlers: Handlers<Own> = {
  async 'user.adn.read'({ path }, { account, services }) {
    const site = await siteOf(account, path.site_id, services)
    const deferred = site.deferred === 1
    const nodes = deferred ? [] : await edgeNodes(services)
    return { document: { site_id: site.id, service_cname: deferred ? null : site.service_cname, nodes }, success: true }
  },

  async 'user.profiles.list'({ path }, { account, services }) {
    return { document: (await profilesOf(account, path.site_id, services)).map(profileRecord), success: true }
  },

  async 'user.profiles.read'({ path }, { account, services }) {
    return { document: profileRecord(await profileOf(account, path, services)), success: true }
  },

  async 'user.tods.list'({ path }, { account, services }) {
    return { document: (await profilesOf(account, path.site_id, services)).map(todRecord), success: true }
  },

  async 'user.tods.read'({ path }, { account, services }) {
    return { document: todRecord(await profileOf(account, path, services)), success: true }
  },

  async 'user.settings.read'({ path }, { account, services }) {
    const profiles = await profilesOf(account, path.site_id, services)
    const own = profiles.find((profile) => profile.default === 1)?.settings
    return own == null ? defaultSettings : (JSON.parse(own) as SiteSettings)
  },

  async 'user.serviceIps'(_, { account, services }) {
    const sites = await sitesOf(account, services)
    if (sites.every((site) => site.deferred === 1)) return []
    return [...new Set((await edgeNodes(services)).map(({ ip }) => ip))]
  },
}

type Profile = Awaited<ReturnType<typeof profilesOf>>[number]

async function profilesOf(account: Account, siteId: string, services: Services) {
  const site = await siteOf(account, siteId, services)
  return services.database.db.selectFrom('profiles').selectAll().where('site_id', '=', site.id).orderBy('id').execute()
}

async function profileOf(
  account: Account,
  ids: { site_id: string; profile_id: string },
  services: Services,
): Promise<Profile> {
  const profile = (await profilesOf(account, ids.site_id, services)).find(({ id }) => id === ids.profile_id)
  if (!profile) throw notFound('profile')
  return profile
}

function profileRecord({ id, site_id, name, default: isDefault, created_at }: Profile) {
  return { id, site_id, name, default: isDefault === 1, created_at: new Date(created_at).toISOString() }
}

/** Nothing is served by the time of day yet: a tod is there for each profile, without rules. */
function todRecord({ id, site_id }: Profile) {
  return { profile_id: id, site_id, enabled: false, rules: [] }
}

/** The living nodes of the edge; every site is served by all of them. */
function edgeNodes({ database, world }: Services) {
  return database.db
    .selectFrom('edge_nodes')
    .select(['ip', 'role', 'location'])
    .where('seen_at', '>', world.clock.now() - nodeLife)
    .orderBy('ip')
    .orderBy('role')
    .execute()
}
