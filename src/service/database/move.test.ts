import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAccount, readAccount, readSample, readUsage } from '../../contract/index.ts'
import { createDatabase, databaseServer } from '../test/database-server.ts'
import { digestOf, insertSample, populate } from '../test/fixtures.ts'
import { start, testService } from '../test/service.ts'
import { addTraffic, copyDatabase, type Database, openDatabase } from './index.ts'

describe.runIf(databaseServer)('copying the embedded database to PostgreSQL', () => {
  let [from, to]: Database[] = []
  let drop: (() => Promise<void>) | undefined

  beforeAll(async () => {
    const target = await createDatabase('no tables')
    drop = target.drop
    from = await openDatabase(':memory:')
    to = await openDatabase(target.url)
  })
  afterAll(async () => {
    await from?.close()
    await to?.close()
    await drop?.()
  })

  test('copies everything, leaves a working service, and refuses a second copy', async () => {
    if (!from || !to) throw new Error('The databases are not open.')
    const masterKey = randomBytes(32)
    const before = await testService({ database: from, masterKey })
    const partner = await before.makePartner()
    const { account, ids } = await populate(before, partner)
    await before.ask(
      createAccount,
      { path: { partner_id: partner.id }, body: { email: 'é@example.com', site: 'ü.example' } },
      partner.key,
    )
    for (let i = 0; i < 1203; i++) await insertSample(from.db, { monitorId: ids['monitor_id'] ?? '', at: start - i })
    await addTraffic(from.db, [
      {
        siteId: ids['site_id'] ?? '',
        at: start - 1,
        serviceRequests: 1,
        serviceBytes: 9e12,
        originRequests: 0,
        originBytes: 0,
      },
    ])
    await from.db
      .insertInto('edge_nodes')
      .values({ ip: '::1', role: 'load_balancer', location: 'x', seen_at: start })
      .execute()
    await from.db.insertInto('meta').values({ name: 'key_check', value: 'x' }).execute()

    const copied = await copyDatabase(from, to)
    expect(copied).toMatchObject({ partners: 1, accounts: 2, sites: 2, samples: 1204, screenshots: 1204, traffic: 3 })
    expect(await digestOf(to.db)).toBe(await digestOf(from.db))

    const after = await testService({ database: to, masterKey })
    const paths = { path: { partner_id: partner.id, account_id: account.id, site_id: ids['site_id'] ?? '' } }
    for (const service of [before, after])
      expect((await service.ask(readAccount, paths, partner.key)).api_key).toBe(account.key)
    expect(await after.ask(readUsage, paths, partner.key)).toEqual(await before.ask(readUsage, paths, partner.key))
    const sample = { path: { sample_id: ids['sample_id'] ?? '' }, query: { screenshots: true } }
    expect(await after.ask(readSample.user, sample, account.key)).toEqual(
      await before.ask(readSample.user, sample, account.key),
    )

    const digest = await digestOf(to.db)
    await expect(copyDatabase(from, to)).rejects.toThrow('The target database is not empty.')
    expect(await digestOf(to.db)).toBe(digest)
  })
})
