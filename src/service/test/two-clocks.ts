import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from '../database/index.ts'
import { makeDue } from '../wrong-clock.ts'
import { onPostgres } from './database-server.ts'
import { populate } from './fixtures.ts'
import { emptyDatabase, start, type TestService, testService } from './service.ts'

const hour = 3600_000
const masterKey = new Uint8Array(32)

/** A process on a database. Whatever it sends or looks up is on its way until the test ends. */
export interface Process extends TestService {
  /** Resolves with 1 once something is. */
  readonly done: Promise<number>
}

/** Something that one process does at a time. */
interface Work {
  readonly table: string
  /** Until when it is taken. */
  readonly column: string
  /** For how long, ms. */
  readonly lengthMs: number
  readonly prepare?: (service: TestService, ids: Readonly<Record<string, string>>) => Promise<unknown>
  /** Lets a process look for it once. @returns 1 if the process got it, else 0 */
  readonly take: (process: Process) => Promise<number>
}

/** Tests that the clocks of two processes don't decide which of them does some work, or when. */
export function testTwoClocks(what: string, work: Work): void {
  // an embedded database is used on one machine
  onPostgres.each([
    ['ahead', hour, 0],
    ['behind', 0, hour],
  ] as const)(
    `${what} is one process’s, whose clock is an hour %s, and another’s once its time is over`,
    async (_, firstAhead, secondAhead) => {
      const { database, first, second } = await twoProcesses([firstAhead, secondAhead], work)
      expect(await work.take(first)).toBe(1)
      expect(await work.take(second)).toBe(0)
      // nor does either take it for the mark of a wrong clock
      for (const { services } of [first, second]) await makeDue(services, 60)
      expect(await work.take(second)).toBe(0)
      await pass(work, database)
      expect(await work.take(second)).toBe(1)
    },
  )

  test(`${what} that a process took while its clock was an hour ahead is another’s no later than usual`, async () => {
    const { database, first, second } = await twoProcesses([hour, 0], work)
    expect(await work.take(first)).toBe(1)
    await makeDue(second.services, 60)
    await pass(work, database)
    expect(await work.take(second)).toBe(1)
  })
}

async function twoProcesses([firstAhead, secondAhead]: readonly [number, number], { prepare }: Work) {
  const database = await emptyDatabase({ ownClock: true })
  const maker = await testService({ database, masterKey })
  const { ids } = await populate(maker, await maker.makePartner())
  for (const table of ['mails', 'incident_changes'] as const) await maker.db.deleteFrom(table).execute()
  await prepare?.(maker, ids)
  return { database, first: await processOn(database, firstAhead), second: await processOn(database, secondAhead) }
}

/** A process whose clock is so much ahead of the database's. */
async function processOn(database: Database, aheadMs: number): Promise<Process> {
  const { promise: done, resolve } = Promise.withResolvers<number>()
  const end = Promise.withResolvers<never>()
  end.promise.catch(() => {})
  onTestFinished(() => end.reject(new Error('the test has ended')))
  const endless = () => {
    resolve(1)
    return end.promise
  }
  const service = await testService({
    database,
    masterKey,
    world: (world) => ({ ...world, mail: { send: endless }, dns: { ask: endless, askAll: endless, texts: endless } }),
  })
  await service.clock.advance(Date.now() + aheadMs - start)
  return { ...service, done }
}

/** Lets the time of what was taken pass: its holder has died. */
async function pass({ table, column, lengthMs }: Work, { db }: Database): Promise<void> {
  const until = sql.ref(column)
  await sql`update ${sql.table(table)} set ${until} = ${until} - cast(${lengthMs} as bigint)`.execute(db)
}
