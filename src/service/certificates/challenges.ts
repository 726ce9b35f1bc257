import { authorityLimits } from './limits.ts'
import type { Services } from '../api/services.ts'

type Parts = Pick<Services, 'database' | 'world'>

/** Has the edge give an authority this answer. */
export async function publishChallenge(
  { token, hostname, answer }: { readonly token: string; readonly hostname: string; readonly answer: string },
  { database, world }: Parts,
): Promise<void> {
  const row = { token, hostname, answer, expires_at: world.clock.now() + authorityLimits.challenge }
  await database.db
    .insertInto('acme_challenges')
    .values(row)
    .onConflict((on) => on.column('token').doUpdateSet(row))
    .execute()
}

export async function withdrawChallenges(tokens: readonly string[], { database }: Parts): Promise<void> {
  if (tokens.length === 0) return
  await database.db.deleteFrom('acme_challenges').where('token', 'in', tokens).execute()
}

/** Deletes what a process that died has left. */
export async function withdrawExpired({ database, world }: Parts): Promise<void> {
  await database.db.deleteFrom('acme_challenges').where('expires_at', '<', world.clock.now()).execute()
}
