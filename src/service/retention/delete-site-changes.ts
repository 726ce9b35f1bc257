import { pages } from './steps.ts'
import type { Work } from './work.ts'

/**
 * Deletes what `site_changes` says of sites that are gone. Their rows went `lifetimes.deletedSites` after their deletion,
 * so the edge has long seen it. The last change stays, because SQLite continues to count from it.
 */
export async function deleteSiteChanges({ database: { db }, next, deleted }: Work): Promise<void> {
  const changesAfter = (after: string, limit: number) =>
    db
      .selectFrom('site_changes')
      .leftJoin('sites', 'sites.id', 'site_changes.site_id')
      .select(['site_changes.site_id as id', 'sites.id as site'])
      .where('site_changes.site_id', '>', after)
      .orderBy('site_changes.site_id')
      .limit(limit)
      .execute()
  for await (const changes of pages(changesAfter, next)) {
    const gone = changes.filter(({ site }) => site === null).map(({ id }) => id)
    if (gone.length === 0) continue
    const { numDeletedRows } = await db
      .deleteFrom('site_changes')
      .where('site_id', 'in', gone)
      .where('position', '<', (eb) =>
        eb.selectFrom('site_changes as every').select((of) => of.fn.max('position').as('last')),
      )
      .executeTakeFirst()
    deleted.siteChanges += Number(numDeletedRows)
  }
}
