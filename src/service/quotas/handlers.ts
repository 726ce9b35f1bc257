import { readQuotas } from '../../contract/index.ts'
import { bothScopes, type Handlers } from '../api/handler.ts'
import { sharedTimeSql } from '../time/shared-time.ts'
import { keptBytes, quotasOf, usedOf } from './quotas.ts'

export const quotaHandlers: Handlers<'partner.quotas' | 'user.quotas'> = {
  ...bothScopes(readQuotas, async (_, { account, services }) => {
    const { database, world } = services
    const allowed = await quotasOf(account, database.db)
    const used = await usedOf(account, database.db, world.clock.now())
    const { n: checks } = await database.db
      .selectFrom('checks')
      .where('owner', '=', account.id)
      .where('lease_until', '>', sharedTimeSql(services))
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return {
      plan: account.plan,
      sites: { used: used.sites, allowed: allowed.sites },
      monitors: { used: used.monitors, allowed: allowed.monitors },
      runs: { used: used.runs, allowed: allowed.runs },
      bytes: { used: await keptBytes(database.db, account.id), allowed: allowed.bytes },
      checks: { used: checks, allowed: allowed.checks },
    }
  }),
}
