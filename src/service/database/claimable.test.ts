import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testService } from '../test/service.ts'
import { withClaimable } from './index.ts'

test('claims no more rows than its query finds, even if PostgreSQL believes that there is one', async () => {
  const { db, makeAccount, makePartner, services } = await testService()
  const partner = await makePartner()
  await makeAccount(partner)
  await sql`analyze accounts`.execute(db)
  for (let i = 0; i < 5; i++) await makeAccount(partner)
  const first = db.selectFrom('accounts').select('id').orderBy('id').limit(1)
  const claimed = await withClaimable(services.database, first)
    .updateTable('accounts')
    .set({ plan: 'paid' })
    .where('id', 'in', (eb) => eb.selectFrom('claimable').select('id'))
    .returning('id')
    .execute()
  expect(claimed).toHaveLength(1)
})
