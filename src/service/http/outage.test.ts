import { Writable } from 'node:stream'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { testService } from '../test/service.ts'
import { outageBy } from './outage.ts'

test.each([
  [Object.assign(new Error('database or disk is full'), { errcode: 13 }), 'disk full'],
  [Object.assign(new Error('could not extend file'), { code: '53100' }), 'disk full'],
  [Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 'database unreachable'],
  [Object.assign(new Error('shutting down'), { code: '57P01' }), 'database unreachable'],
  [new Error('Connection terminated unexpectedly'), 'database unreachable'],
  [new Error('Client has encountered a connection error and is not queryable'), 'database unreachable'],
  [Object.assign(new Error('read-only transaction'), { code: '25006' }), 'database not writable'],
  [Object.assign(new Error('disk I/O error'), { errcode: 10 }), 'database not writable'],
  [Object.assign(new Error('disk I/O error'), { errcode: 778 }), 'database not writable'],
  [Object.assign(new Error('no such table'), { errcode: 1 }), undefined],
  [new TypeError('undefined is not a function'), undefined],
])('%s means %s', (error, is) => expect(outageBy(error)).toBe(is))

test('what can’t be saved while the disk is full is refused for the moment, logged once, and nothing of it is kept', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, new Writable({ write: (line, _, done) => (lines.push(String(line)), done()) }))
  const service = await testService({ log })
  const { db, services, call } = service
  if (services.database.kind === 'postgres') return
  const account = await service.makeAccount(await service.makePartner())
  const limitPages = (count: number) => sql`pragma max_page_count = ${sql.lit(count)}`.execute(db)
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(db)
  await limitPages(rows[0]?.page_count ?? 1)
  const create = (name: string) =>
    call('POST', '/monitors', {
      key: account.key,
      json: { name, type: 'HTTP', constants: { url: `http://www.example/${'x'.repeat(2000)}` } },
    })
  const refused = []
  for (let i = 0; i < 100 && refused.length < 2; i++) {
    const answer = await create(`m${i}`)
    if (answer.status >= 300) refused.push({ name: `m${i}`, answer })
  }
  expect(refused).toHaveLength(2)
  for (const { answer } of refused) {
    expect(answer.status).toBe(503)
    expect(answer.headers.get('retry-after')).toBe('5')
    const id = answer.headers.get('x-request-id')
    expect(answer.body).toEqual({
      error: `The service can't save anything at the moment. Quote request ID ${id} when you report it.`,
    })
  }
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { msg: 'requests fail', reason: 'disk full', err: { message: 'database or disk is full' } },
  ])
  const names = refused.map(({ name }) => name)
  expect(await db.selectFrom('monitors').select('id').where('name', 'in', names).execute()).toEqual([])
  await limitPages(1_000_000)
  expect((await create('after')).status).toBeLessThan(300)
})
