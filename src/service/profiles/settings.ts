import type * as z from 'zod/mini'
import type { settingsRecord } from '../../contract/index.ts'
import type { Handlers } from '../handler.ts'
import { profilesOf } from './queries.ts'

type SiteSettings = z.output<typeof settingsRecord>

export const settingsHandlers: Handlers<'user.settings.read'> = {
  async 'user.settings.read'({ path }, { account, services }) {
    const profiles = await profilesOf(account, path.site_id, services)
    const settings = profiles.find((profile) => profile.default === 1)?.settings
    return settings == null ? defaultSettings : (JSON.parse(settings) as SiteSettings)
  },
}

/**
 * How the edge caches and compresses for a profile without settings of its own: whatever RFC 9111 lets a shared cache
 * keep, pages included, and nothing more. An action without filters applies to every resource.
 */
const defaultSettings: SiteSettings = {
  defaultActions: {
    documentActions: {
      cache: [{ _id: 'cache-as-headers-allow', enabled: true, filters: [] }],
      compress: [{ _id: 'compress-text', enabled: true, filters: [] }],
    },
  },
  resourceRules: [],
  documentRules: [],
}
