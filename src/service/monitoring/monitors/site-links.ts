import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { Measurement } from '../../checks/index.ts'
import type { Schema } from '../../database/index.ts'

/** How many of the latest samples have to agree. A single one says nothing of what changes with each visit. */
const samples = { least: 2, most: 3 }

const lists = z.array(z.array(z.string()))

/** Records what the home page of a site loaded first, and what all of its latest samples loaded first. */
export async function recordSiteLinks(
  trx: Transaction<Schema>,
  siteId: string,
  measurements: readonly Measurement[],
): Promise<void> {
  const found = measurements.flatMap(({ loadedFirst }) => loadedFirst ?? [])
  if (found.length === 0) return
  const site = await trx.selectFrom('sites').select(['host', 'https']).where('id', '=', siteId).executeTakeFirst()
  if (!site) return
  const home = new URL(`${site.https === 1 ? 'https' : 'http'}://${site.host}/`).href
  const ofHome = found.filter(({ page }) => page === home).map(({ links }) => links)
  if (ofHome.length === 0) return
  const known = await trx.selectFrom('site_links').select('loaded').where('site_id', '=', siteId).executeTakeFirst()
  const latest = [...(known ? lists.parse(JSON.parse(known.loaded)) : []), ...ofHome].slice(-samples.most)
  const [first = [], ...others] = latest
  const values = {
    loaded: JSON.stringify(latest),
    links: JSON.stringify(
      latest.length < samples.least ? [] : first.filter((link) => others.every((links) => links.includes(link))),
    ),
  }
  await trx
    .insertInto('site_links')
    .values({ site_id: siteId, ...values })
    .onConflict((on) => on.column('site_id').doUpdateSet(values))
    .execute()
}
