import { optimizerStates, visitorHandling } from '../../contract/index.ts'
import type { Database } from '../database/index.ts'
import { recordEvents } from './record.ts'

/** The states in which visitors of a site's own host get what an edge node keeps. */
const keptStates = optimizerStates.filter((state) => visitorHandling[state].own.does === 'optimize')

interface Room {
  readonly location: string
  /** Whether the node keeps answers again; otherwise it keeps no more. */
  readonly hasRoom: boolean
  /** UNIX ms. */
  readonly at: number
}

/** Notes for every site that is cached that an edge node keeps no more answers, or does again. */
export function recordCacheRoom({ db }: Pick<Database, 'db'>, { location, hasRoom, at }: Room): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const sites = await trx
      .selectFrom('sites')
      .select(['id', 'account_id', 'host'])
      .where('state', 'in', keptStates)
      .execute()
    await recordEvents(
      trx,
      sites.map(({ id, account_id, host }) => ({
        kind: hasRoom ? 'cache.resumed' : 'cache.full',
        actor: 'service',
        accountId: account_id,
        siteId: id,
        at,
        detail: { host, location },
      })),
    )
  })
}
