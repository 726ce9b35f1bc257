import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Database } from '../database/index.ts'
import { emptyDatabase } from '../test/service.ts'
import { ReadinessCheck } from './readiness.ts'

/** A check with what it logged: the reason and the error, or that it's over. */
function checkOf(database: Database, patienceMs?: number) {
  const lines: string[] = []
  const log = {
    error: ({ reason, err }: { reason: string; err?: Error }) => void lines.push(`${reason}: ${err?.message}`),
    info: (text: string) => void lines.push(text),
  }
  const check = new ReadinessCheck({ database, log, ...(patienceMs === undefined ? {} : { patienceMs }) })
  return { lines, check }
}

/** Until an answer is no longer kept. */
const forgotten = () => setTimeout(1050)

describe('a service', () => {
  test('is ready while its database takes writes, and leaves nothing in it', async () => {
    const database = await emptyDatabase()
    const { check, lines } = checkOf(database)
    expect(await Promise.all([check.now(), check.now()])).toEqual(['ready', 'ready'])
    expect(await database.db.selectFrom('meta').selectAll().where('name', '=', 'readiness').execute()).toEqual([])
    expect(lines).toEqual([])
  })

  test('isn’t ready while the disk is full, and says so once, with the first error', async () => {
    const database = await emptyDatabase()
    if (database.kind === 'postgres') return
    const { check, lines } = checkOf(database)
    const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db)
    await sql`pragma max_page_count = ${sql.lit(rows[0]?.page_count ?? 1)}`.execute(database.db)
    expect(await check.now()).toBe('disk full')
    await forgotten()
    expect(await check.now()).toBe('disk full')
    expect(lines).toEqual(['disk full: database or disk is full'])
    await sql`pragma max_page_count = 1000000`.execute(database.db)
    // the answer is kept for a moment
    expect(await check.now()).toBe('disk full')
    await forgotten()
    expect(await check.now()).toBe('ready')
    expect(lines).toEqual([expect.stringContaining('disk full'), 'the service is ready again'])
  })

  test('isn’t ready while its database only answers reads', async () => {
    const database = await emptyDatabase()
    if (database.kind === 'postgres') return
    await sql`pragma query_only = on`.execute(database.db)
    const { check, lines } = checkOf(database)
    expect(await check.now()).toBe('database not writable')
    expect(lines).toEqual(['database not writable: attempt to write a readonly database'])
  })

  test('isn’t ready while its database gives no answer', async () => {
    const database = await emptyDatabase()
    const { promise, resolve } = Promise.withResolvers<void>()
    const held = database.db.connection().execute(() => promise)
    const isShared = database.kind === 'sqlite'
    const { check, lines } = checkOf(database, isShared ? 50 : 1)
    if (isShared) {
      expect(await check.now()).toBe('database unreachable')
      expect(lines).toEqual(['database unreachable: The database gave no answer within 50 ms.'])
    }
    resolve()
    await held
  })
})
