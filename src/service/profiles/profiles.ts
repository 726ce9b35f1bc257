import type { Profile } from '../database/index.ts'
import type { Handlers } from '../api/handler.ts'
import { profileOf, profilesOf } from './queries.ts'

export const profileHandlers: Handlers<'user.profiles.list' | 'user.profiles.read'> = {
  async 'user.profiles.list'({ path }, { account, services }) {
    return { document: (await profilesOf(account, path.site_id, services)).map(profileRecord), success: true }
  },

  async 'user.profiles.read'({ path }, { account, services }) {
    return { document: profileRecord(await profileOf(account, path, services)), success: true }
  },
}

function profileRecord({ id, site_id, name, default: isDefault, created_at }: Profile) {
  return { id, site_id, name, default: isDefault === 1, created_at: new Date(created_at).toISOString() }
}
