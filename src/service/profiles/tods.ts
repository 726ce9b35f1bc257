import type { Profile } from '../database/index.ts'
import type { Handlers } from '../api/handler.ts'
import { profileOf, profilesOf } from './queries.ts'

export const todHandlers: Handlers<'user.tods.list' | 'user.tods.read'> = {
  async 'user.tods.list'({ path }, { account, services }) {
    return { document: (await profilesOf(account, path.site_id, services)).map(todRecord), success: true }
  },

  async 'user.tods.read'({ path }, { account, services }) {
    return { document: todRecord(await profileOf(account, path, services)), success: true }
  },
}

/** The edge doesn't serve by time of day yet, so every profile has a tod without rules. */
function todRecord({ id, site_id }: Profile) {
  return { profile_id: id, site_id, enabled: false, rules: [] }
}
