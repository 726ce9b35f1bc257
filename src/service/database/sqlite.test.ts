import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from './index.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlite-'))
  file = join(folder, 'site-performance.db')
})
afterEach(() => rmSync(folder, { recursive: true }))

const modesOf = () => ['', '-wal', '-shm'].map((ending) => (statSync(file + ending).mode & 0o777).toString(8))

describe('the embedded database', () => {
  test('that everyone could read is closed to others when it is opened', async () => {
    const first = await openDatabase(file)
    // open files keep their WAL, as after a kill
    for (const ending of ['', '-wal', '-shm']) chmodSync(file + ending, 0o644)
    const second = await openDatabase(file)
    expect(modesOf()).toEqual(['600', '600', '600'])
    await second.close()
    await first.close()
  })

  test('is created for its owner alone, whatever the umask', async () => {
    const umask = process.umask(0o022)
    const database = await openDatabase(file).finally(() => process.umask(umask))
    expect(modesOf()).toEqual(['600', '600', '600'])
    await database.close()
  })

  test('lets others take their turns during a long transaction, but not see it half done', async () => {
    const database = await openDatabase(file)
    const { db } = database
    const meta = () => db.selectFrom('meta').select('name').execute()
    const state = { turns: 0, isDone: false }
    const counting = (async () => {
      for (; !state.isDone; state.turns++) await new Promise((resolve) => setTimeout(resolve))
    })()
    const statements = 30
    const stored = db.transaction().execute(async (trx) => {
      await trx.insertInto('meta').values({ name: 'key_check', value: '' }).execute()
      // each takes longer than a turn may
      for (let i = 0; i < statements; i++)
        await sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < 20000) select max(i) from n`.execute(
          trx,
        )
      await trx.deleteFrom('meta').execute()
    })
    const seen = meta()
    await stored
    state.isDone = true
    await counting
    expect(await seen).toEqual([])
    expect(state.turns).toBeGreaterThan(statements / 3)
    await database.close()
  })
})
