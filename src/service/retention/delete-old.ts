import type { Settings } from '../configuration/configuration.ts'
import { lifetimes } from '../database/index.ts'
import { deleteAlerts } from './delete-alerts.ts'
import { deleteDetails } from './delete-details.ts'
import { deleteAvailability } from './delete-hours.ts'
import { deleteIncidents } from './delete-incidents.ts'
import { deleteEvents, deletePartnerEvents } from './delete-events.ts'
import { deletePeople } from './delete-people.ts'
import { deleteOrders } from './delete-orders.ts'
import { deleteSamples } from './delete-samples.ts'
import { keepMonths } from './months.ts'
import { type Cutoffs, cutoffsAt } from './rules.ts'
import { pages } from './steps.ts'
import type { Work } from './work.ts'

/** Deletes everything that is older at a time than the settings allow. */
export async function deleteOld(now: number, settings: Settings, work: Work): Promise<void> {
  const owned = cutoffsAt(now, settings, true)
  const ownerless = cutoffsAt(now, settings, false)
  await deleteOldDetails(null, ownerless, work)
  for await (const accounts of pages((after, limit) => accountsAfter(after, limit, owned, work), work.next))
    for (const { id, has_old } of accounts) if (has_old) await deleteOldDetails(id, owned, work)
  const oldestMonth = await keepMonths(now, owned.samples, work)
  for await (const monitors of pages((after, limit) => monitorsAfter(after, limit, work), work.next))
    for (const { id, account_id, oldest, oldest_hour } of monitors) {
      const cutoff = account_id === null ? ownerless.samples : owned.samples
      const before = account_id === null ? cutoff : Math.min(cutoff, oldestMonth)
      if (oldest !== null && oldest < before) await deleteSamples(id, before, work)
      if (oldest_hour !== null && oldest_hour < Math.floor(cutoff / 3_600_000))
        await deleteAvailability(id, cutoff, work)
    }
  await deleteIncidents(owned.samples, work)
  await deleteEvents(owned.samples, work)
  await deletePartnerEvents(owned.samples, work)
  // edge nodes have long seen orders that are this old
  await deleteOrders('cache_orders', now - lifetimes.orders, work)
  await deleteOrders('cache_proofs', now - lifetimes.proofs, work)
  await deleteOrders('idempotent_replies', now - lifetimes.replies, work)
  await deleteAlerts(owned.samples, work)
  await deletePeople(now, work)
}

async function deleteOldDetails(
  accountId: string | null,
  { details, screenshots }: Cutoffs,
  work: Work,
): Promise<void> {
  await deleteDetails({ accountId, what: 'details', before: details }, work)
  await deleteDetails({ accountId, what: 'screenshots', before: screenshots }, work)
}

/** The next accounts, and whether they have anything that is too old. */
function accountsAfter(after: string, limit: number, { details, screenshots }: Cutoffs, { database }: Work) {
  return database.db
    .selectFrom('accounts')
    .select('id')
    .select((eb) => {
      const kept = eb.selectFrom('kept_details').select('sample_id').whereRef('account_id', '=', 'accounts.id')
      return eb
        .or([
          eb.exists(kept.where('taken_at', '<', details)),
          eb.exists(kept.where('taken_at', '<', screenshots).where('screenshot_bytes', '>', eb.lit(0))),
        ])
        .as('has_old')
    })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The next monitors and tests, when their oldest sample was taken, and the oldest hour of their availability. */
function monitorsAfter(after: string, limit: number, { database }: Work) {
  return database.db
    .selectFrom('monitors')
    .select(['id', 'account_id'])
    .select((eb) =>
      eb
        .selectFrom('samples')
        .select((of) => of.fn.min('taken_at').as('at'))
        .whereRef('monitor_id', '=', 'monitors.id')
        .as('oldest'),
    )
    .select((eb) =>
      eb
        .selectFrom('availability')
        .select((of) => of.fn.min('hour').as('hour'))
        .whereRef('monitor_id', '=', 'monitors.id')
        .as('oldest_hour'),
    )
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
}
