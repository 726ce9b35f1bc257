import { v7 as uuid } from 'uuid'
import { authorityLimits } from './limits.ts'
import { withClaimable } from '../database/index.ts'
import type { Services } from '../api/services.ts'
import { sharedTimeIn, sharedTimeSql } from '../time/shared-time.ts'
import type { CertificateRow } from './follow-sites.ts'

type Parts = Pick<Services, 'database' | 'world'>

/** A row that this process alone works on until its lease ends. */
export type Claim = CertificateRow & { readonly leased_by: string }

/** Takes the row that has been due for longest, if there is one that nobody works on. */
export async function claimDue(parts: Parts): Promise<Claim | undefined> {
  const { database } = parts
  const now = sharedTimeSql(parts)
  const due = database.db
    .selectFrom('certificates')
    .select('site_id as id')
    .where('next_attempt_at', '<=', now)
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .orderBy('next_attempt_at')
    .limit(1)
  const leased_by = uuid()
  const row = await withClaimable(database, due)
    .updateTable('certificates')
    .set({ leased_by, leased_until: sharedTimeIn(authorityLimits.lease, parts), attempted_at: now })
    .where('site_id', 'in', (eb) => eb.selectFrom('claimable').select('id'))
    .where((eb) => eb.or([eb('leased_until', 'is', null), eb('leased_until', '<=', now)]))
    .returningAll()
    .executeTakeFirst()
  return row && { ...row, leased_by }
}

/** Makes the lease last longer. @returns whether it still holds */
export async function renewClaim({ site_id, leased_by }: Claim, parts: Parts): Promise<boolean> {
  const { numUpdatedRows } = await parts.database.db
    .updateTable('certificates')
    .set({ leased_until: sharedTimeIn(authorityLimits.lease, parts) })
    .where('site_id', '=', site_id)
    .where('leased_by', '=', leased_by)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Lets another process take the row at once. */
export async function releaseClaim({ site_id, leased_by }: Claim, { database }: Parts): Promise<void> {
  await database.db
    .updateTable('certificates')
    .set({ leased_by: null, leased_until: null })
    .where('site_id', '=', site_id)
    .where('leased_by', '=', leased_by)
    .execute()
}
