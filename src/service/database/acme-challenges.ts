import type { Selectable } from 'kysely'
import type { Database } from './connect.ts'
import type { AcmeChallengeTable } from './certificate-tables.ts'

export type AcmeChallenge = Selectable<AcmeChallengeTable>

/** What certificate authorities have to be answered now. Each is there for no longer than its order takes. */
export function readAcmeChallenges({ db }: Database, now: number): Promise<AcmeChallenge[]> {
  return db.selectFrom('acme_challenges').selectAll().where('expires_at', '>', now).execute()
}
