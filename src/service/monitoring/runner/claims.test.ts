import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { testService } from '../../test/service.ts'
import { preparePostgres, stillWaiting } from './claims.ts'

test('claimed checks are found by their ids, however many others wait', async () => {
  const { db, services } = await testService()
  const { kind } = services.database
  const plan = await db.transaction().execute(async (trx) => {
    if (kind === 'postgres') await preparePostgres(trx)
    const query = stillWaiting(trx, kind, ['a', 'b']).compile()
    const explain = `explain ${kind === 'postgres' ? '' : 'query plan '}${query.sql}`
    return JSON.stringify((await trx.executeQuery(CompiledQuery.raw(explain, [...query.parameters]))).rows)
  })
  expect(plan).toMatch(kind === 'postgres' ? /Index.* using checks_pkey/ : /SEARCH checks USING INDEX \w+ \(id=\?\)/)
  expect(plan).not.toContain('checks_waiting')
})
