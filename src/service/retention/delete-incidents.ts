import { stepLimits } from '../time/limits.ts'
import type { Work } from './work.ts'

/** Deletes incidents that ended before a time, in small steps. Their places go with them. */
export async function deleteIncidents(before: number, { database: { db }, next, deleted }: Work): Promise<void> {
  for (;;) {
    const old = await db
      .selectFrom('incidents')
      .select('id')
      .where('ended_at', '<', before)
      .orderBy('ended_at')
      .limit(stepLimits.rows)
      .execute()
    if (old.length > 0)
      await db
        .deleteFrom('incidents')
        .where(
          'id',
          'in',
          old.map(({ id }) => id),
        )
        .execute()
    deleted.incidents += old.length
    if (old.length < stepLimits.rows) return
    await next()
  }
}
