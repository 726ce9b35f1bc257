import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { metricNames } from '../../contract/index.ts'
import { openDatabase } from '../database/index.ts'
import { emptyDatabase, type SignIn, start, testService } from '../test/service.ts'
import { ReaderThreads } from './reader-threads.ts'
import { Readers } from './readers.ts'

const { signal } = new AbortController()

/** A service with reader threads, and an account for each number of samples. */
async function withSamples(counts: readonly number[]) {
  const database = await emptyDatabase({ readerThreads: true })
  const service = await testService({ database })
  const partner = await service.makePartner()
  const accounts: (SignIn & { profile_and_locations: { profile_id: string }[] })[] = []
  for (const count of counts) {
    const account = await service.makeAccount(partner)
    const json = { name: 'Home', type: 'HTTP', constants: { url: 'http://www.example/' }, status: 'SUSPENDED' }
    const { body } = await service.call('POST', '/monitors', { key: account.key, json })
    const { id } = body as { id: string }
    // one statement, a thousand times as fast as one for each sample
    const metrics = JSON.stringify(metricNames.map((_, i) => i * 1.5))
    await sql`
      insert into samples (id, monitor_id, taken_at, sample_type, location, data_center, issues, metrics)
      with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
      select ${id} || '-' || n, ${id}, ${sql.lit(start)} - n * 1000, 0, 'local', 'local', '[]', ${metrics} from numbers
    `.execute(database.db)
    const profile_and_locations = [{ profile_id: id }]
    accounts.push({ ...account, profile_and_locations })
  }
  const series = ({ key, profile_and_locations }: (typeof accounts)[number]) =>
    service.call('GET', '/samples/series', { key, query: { profile_and_locations, buckets: 5 } })
  const samples = ({ key, profile_and_locations }: (typeof accounts)[number], page: number) =>
    service.call('GET', '/samples', { key, query: { profile_and_locations, per_page: 100, page } })
  const healthz = async () => (await service.app.fetch(new Request('http://localhost/healthz'), {})).status
  return { ...service, database, accounts, series, samples, healthz }
}

/** The share of the process's CPU time that this thread took: 1 if it did all the work, whatever else the machine does. */
async function ownShareOf(work: () => Promise<unknown>): Promise<number> {
  const [thread, whole] = [process.threadCpuUsage(), process.cpuUsage()]
  await work()
  const [threadAfter, wholeAfter] = [process.threadCpuUsage(thread), process.cpuUsage(whole)]
  return (threadAfter.user + threadAfter.system) / (wholeAfter.user + wholeAfter.system)
}

test('series and deep pages over many samples leave the main thread free', async () => {
  const { accounts, series, samples, healthz } = await withSamples([100_000, ...Array.from({ length: 9 }, () => 5_000)])
  const [big] = accounts
  if (!big) throw new Error('There is no account.')
  // starts the threads, which can take longer than a series
  await Promise.all(accounts.slice(1).map(series))

  let isEnough = false
  const read = async (): ReturnType<typeof series> => {
    const found = await series(big)
    return isEnough ? found : read()
  }
  const share = await ownShareOf(async () => {
    const reading = read()
    for (let i = 0; i < 20; i++) expect(await healthz()).toBe(200)
    // and a page of the same account needs no more than a thread that is free
    expect((await samples(big, 1)).status).toBe(200)
    isEnough = true
    const { status, body } = await reading
    const { buckets } = body as { buckets: { count: number; metrics: object }[] }
    expect(status).toBe(200)
    expect(buckets.reduce((sum, { count }) => sum + count, 0)).toBe(100_000)
    expect(Object.keys(buckets[0]?.metrics ?? {})).toEqual([...metricNames])
  })
  expect(share).toBeLessThan(0.35)

  const tenAtOnce = await ownShareOf(async () => {
    const statuses = accounts.map(async (account) => (await series(account)).status)
    for (let i = 0; i < 20; i++) expect(await healthz()).toBe(200)
    expect(await Promise.all(statuses)).toEqual(accounts.map(() => 200))
  })
  expect(tenAtOnce).toBeLessThan(0.35)

  const deepPages = await ownShareOf(async () => {
    const pages = await Promise.all(Array.from({ length: 10 }, (_, i) => samples(big, 990 + i)))
    for (const { status, body } of pages)
      expect({ status, body }).toMatchObject({ status: 200, body: { total_entries: 100_000 } })
    expect(
      new Set(pages.flatMap(({ body }) => (body as { rows: { id: string }[] }).rows.map(({ id }) => id))).size,
    ).toBe(1000)
  })
  expect(deepPages).toBeLessThan(0.5)
})

test('a cancelled read ends, and its thread goes on with the next', async () => {
  const { database, accounts, healthz, series } = await withSamples([50_000])
  const [account] = accounts
  if (!account) throw new Error('There is no account.')
  const readers = new Readers(database, pino({ level: 'silent' }))
  onTestFinished(() => readers.close())
  const profiles = account.profile_and_locations.map(({ profile_id: id }) => ({ id, locations: [] }))
  const selection = { profiles, from: undefined, to: undefined, dataCenters: [], type: -1 }
  const input = { selection, to: start, buckets: 1, metrics: undefined }
  const [running, waiting] = [new AbortController(), new AbortController()]
  const first = readers.run('sampleSeries', input, { owner: 'a', signal: running.signal })
  const second = readers.run('sampleSeries', input, { owner: 'b', signal: waiting.signal })
  const third = readers.run('sampleSeries', input, { owner: 'c', signal })
  expect(await healthz()).toBe(200)
  running.abort(new Error('gone'))
  waiting.abort(new Error('gone too'))
  await expect(first).rejects.toThrow('gone')
  await expect(second).rejects.toThrow('gone too')
  const { buckets } = JSON.parse(new TextDecoder().decode(await third)) as { buckets: { count: number }[] }
  expect(buckets).toMatchObject([{ count: 50_000 }])
  expect((await series(account)).status).toBe(200)
})

test('a thread that ends fails its read with 503, and another takes its place', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'readers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'late.db')
  const error = vi.fn()
  const threads = new ReaderThreads({ url: file, log: { error } })
  const query = { page: 1, per_page: 10, sort_by: 'name', direction: 'asc' }
  const list = () => threads.run('accountPage', { partnerId: 'nobody', term: '', ...query }, signal)
  // its database isn't there yet
  await expect(list()).rejects.toMatchObject({ status: 503, message: expect.stringContaining('could not finish') })
  expect(error).toHaveBeenCalledOnce()
  const database = await openDatabase(file)
  expect(await list()).toEqual({ total: 0, rows: [] })
  // an error in the job itself ends neither the thread nor the next read
  await expect(threads.run('accountPage', null, signal)).rejects.toThrow(TypeError)
  expect(await list()).toEqual({ total: 0, rows: [] })
  await threads.close()
  await database.close()
})

test('closing waits for reads in progress', async () => {
  const { database, accounts } = await withSamples([20_000])
  const readers = new Readers(database, pino({ level: 'silent' }))
  const profiles = accounts.flatMap(({ profile_and_locations }) =>
    profile_and_locations.map(({ profile_id: id }) => ({ id, locations: [] })),
  )
  const selection = { profiles, from: undefined, to: undefined, dataCenters: [], type: -1 }
  const input = { selection, to: start, buckets: 1, metrics: undefined }
  const reads = ['a', 'b', 'c'].map((owner) => readers.run('sampleSeries', input, { owner, signal }))
  await new Promise((resolve) => setImmediate(resolve))
  const order: string[] = []
  await Promise.all([
    ...reads.map((read) => read.then(() => order.push('read'))),
    readers.close().then(() => order.push('closed')),
  ])
  expect(order).toEqual(['read', 'read', 'read', 'closed'])
})
