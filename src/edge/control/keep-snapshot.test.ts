import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { snapshotLimits } from './limits.ts'
import { testEdge } from '../test/edge.ts'
import { SiteFollower } from './follow-sites.ts'
import { KeptSnapshot } from './keep-snapshot.ts'
import { Problems } from './problems.ts'
import { SitesTable } from './sites-table.ts'

async function kept() {
  const { database, sites, addSite } = await testEdge({ sites: [{ port: 1 }] })
  const parent = mkdtempSync(join(tmpdir(), 'kept-snapshot-'))
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }))
  const place = { folder: join(parent, 'edge'), database: 'a' }
  const log = pino({ level: 'silent' })
  let now = 1000
  const world = () => {
    const table = new SitesTable(() => {})
    const follower = new SiteFollower(database, table, () => now)
    const problems = new Problems(log, () => now)
    const snapshot = new KeptSnapshot({ place, sites: table, follower, problems, log })
    return { table, follower, problems, snapshot }
  }
  const file = join(place.folder, 'sites.jsonl')
  const writtenAt = () => statSync(file, { bigint: true }).mtimeNs
  return { ...world(), again: world, place, sites, addSite, writtenAt, pass: (ms: number) => (now += ms) }
}

test('a table is filled from the snapshot of another one', async () => {
  const { follower, snapshot, again, sites } = await kept()
  await follower.follow()
  await snapshot.keep()
  const { table, snapshot: other, problems, follower: next } = again()
  expect(await other.load('timeout')).toBe(1000)
  expect([...table.ids()]).toEqual(sites.map(({ id }) => id))
  expect(problems.list()).toMatchObject([
    { text: expect.stringContaining('come from a snapshot of 1970'), until: null },
  ])
  // what only came from it isn't written again, as if it were new
  expect(next.isAway).toBe(true)
})

test('it’s written when sites have changed, and now and then', async () => {
  const { follower, snapshot, addSite, writtenAt, pass } = await kept()
  await follower.follow()
  await snapshot.keep()
  const first = writtenAt()
  pass(60_000)
  await follower.follow()
  await snapshot.keep()
  expect(writtenAt()).toBe(first)

  await addSite({ port: 2, hostname: 'new.example' })
  await follower.follow()
  await snapshot.keep()
  const second = writtenAt()
  expect(second).toBeGreaterThan(first)
  pass(snapshotLimits.age)
  await follower.follow()
  await snapshot.keep()
  expect(writtenAt()).toBeGreaterThan(second)
})

test('where it can’t be written, the node has a problem, until it can', async () => {
  const { follower, snapshot, problems, place } = await kept()
  await follower.follow()
  // no folder, whoever runs the test
  writeFileSync(place.folder, '')
  await snapshot.keep()
  expect(problems.list()).toMatchObject([{ text: expect.stringMatching(/can’t be written: ENOTDIR/), until: null }])
  rmSync(place.folder)
  await snapshot.keep()
  expect(problems.list()).toMatchObject([{ until: expect.any(Number) }])
})

test('without a snapshot, or with one that can’t be used, the table stays empty', async () => {
  const { snapshot, table, place } = await kept()
  expect(await snapshot.load('timeout')).toBeUndefined()
  writeFileSync(place.folder, '')
  expect(await snapshot.load('timeout')).toBeUndefined()
  expect(table.size).toBe(0)
})
