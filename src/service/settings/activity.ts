import { actionNames } from '../../contract/index.ts'
import type { Services } from '../api/services.ts'

/** When each action last acted for a site's visitors, as the edge recorded it. */
export async function lastActed(
  siteId: string,
  { database }: Services,
): Promise<{ action: string; last_acted_at: string | null }[]> {
  const rows = await database.db
    .selectFrom('site_action_times')
    .select(['action', 'acted_at'])
    .where('site_id', '=', siteId)
    .execute()
  const times = new Map(rows.map(({ action, acted_at }) => [action, acted_at]))
  return actionNames.map((action) => {
    const at = times.get(action)
    return { action, last_acted_at: at === undefined ? null : new Date(at).toISOString() }
  })
}
