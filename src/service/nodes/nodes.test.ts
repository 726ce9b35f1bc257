import { expect, test } from 'vitest'
import { listEdgeNodes } from '../../contract/index.ts'
import { edgeProcesses, forgetSilentProcesses, type NodeReport, reportEdgeProcess } from '../database/index.ts'
import { testService } from '../test/service.ts'
import { edgeNodesOf, nodesText } from './index.ts'

const minute = 60_000

const report: NodeReport = {
  form: 'embedded',
  version: '0.1.0',
  port: 80,
  started_at: Date.now() - 120 * minute,
  sites: 1234,
  stored_bytes: 100 * 2 ** 20,
  requests: 100,
  minute_requests: 60,
  hits: 9,
  misses: 1,
  origin_failures: 3,
  caught_up_at: Date.now(),
  snapshot_at: null,
  certificates: null,
  problems: [],
}

async function world() {
  const service = await testService()
  const { database } = service.services
  const seenAt = (id: string, at: number) =>
    database.db.updateTable('edge_processes').set({ seen_at: at }).where('id', '=', id).execute()
  const node = (id: string, location: string, said: NodeReport | null = report) =>
    reportEdgeProcess(database, { id, location, addresses: '["192.0.2.7"]' }, said)
  return { ...service, database, node, seenAt }
}

test('holders and partners see where nodes are and how they are, and nothing else', async () => {
  const { ask, makePartner, makeAccount, node, seenAt } = await world()
  const partner = await makePartner()
  const account = await makeAccount(partner)
  const lastReading = Date.now() - 5 * minute
  await node('a', 'Frankfurt')
  await node('b', 'Helsinki', { ...report, caught_up_at: lastReading })
  await node('c', 'Virginia')
  await seenAt('c', Date.now() - minute)
  const { nodes } = await ask(listEdgeNodes.user, {}, account.key)
  const time = expect.stringMatching(/^\d{4}-.*Z$/)
  expect(nodes).toEqual([
    { id: 'a', location: 'Frankfurt', health: 'up', seen_at: time, caught_up_at: time },
    {
      id: 'b',
      location: 'Helsinki',
      health: 'behind',
      seen_at: time,
      caught_up_at: new Date(lastReading).toISOString(),
    },
    { id: 'c', location: 'Virginia', health: 'away', seen_at: time, caught_up_at: time },
  ])
  const path = { partner_id: partner.id, account_id: account.id }
  expect(await ask(listEdgeNodes.partner, { path }, partner.key)).toEqual({ nodes })
})

test('a node whose report can’t be read is listed without it', async () => {
  const { database, node } = await world()
  await node('old', 'Frankfurt', null)
  await node('new', 'Helsinki')
  await database.db.updateTable('edge_processes').set({ report: '{"form":"other"}' }).where('id', '=', 'new').execute()
  const nodes = await edgeNodesOf(database)
  expect(nodes.map(({ id, health, report: said }) => [id, health, said])).toEqual([
    ['old', 'up', null],
    ['new', 'up', null],
  ])
  expect(nodesText(nodes, Date.now())).toMatch(/^Frankfurt {2}up {2,}192\.0\.2\.7 {2}–/m)
})

test('a silent node is listed for a day, unless one takes over from it', async () => {
  const { database, node, seenAt } = await world()
  const ids = async () => (await edgeProcesses(database)).map(({ id }) => id)
  for (const id of ['killed', 'other', 'gone', 'up']) await node(id, id === 'other' ? 'Helsinki' : 'Frankfurt')
  for (const id of ['killed', 'other']) await seenAt(id, Date.now() - minute)
  await seenAt('gone', Date.now() - 25 * 60 * minute)
  expect(new Set(await ids())).toEqual(new Set(['killed', 'other', 'up']))
  await forgetSilentProcesses(database, { location: 'Frankfurt', addresses: '["192.0.2.7"]' })
  expect(new Set(await ids())).toEqual(new Set(['other', 'up']))
  const kept = await database.db.selectFrom('edge_processes').select('id').execute()
  expect(kept).toHaveLength(2)
})

test('operators read the health, the figures and the problems of each', async () => {
  const now = Date.UTC(2026, 10, 21, 8)
  const common = { addresses: ['192.0.2.7', '2001:db8::7'], seenAt: now, report: { ...report, started_at: now - 2e6 } }
  const problems = [
    { text: 'This machine’s clock is 42 s ahead of the database’s.', since: now - 5 * minute, until: null },
    { text: 'The database can’t be read: timeout', since: now - 130 * minute, until: now - 10 * minute },
  ]
  const text = nodesText(
    [
      { ...common, id: 'a', location: 'Frankfurt', health: 'up' },
      { ...common, id: 'b', location: 'Oslo', health: 'behind', report: { ...report, caught_up_at: null, problems } },
      { ...common, id: 'c', location: 'Virginia', health: 'away', seenAt: now - 3 * 60 * minute },
    ],
    now,
  )
  const lines = text.split('\n').map((line) => line.replaceAll(/ {2,}/g, ' | '))
  expect(lines[1]).toBe(
    'Frankfurt | up | 192.0.2.7 2001:db8::7 | embedded 0.1.0 | up 33 min | 1,234 | 100 MiB | 60 | 90% | 3 | –',
  )
  expect(lines[2]).toMatch(/^Oslo \| behind: never caught up \|/)
  expect(lines[3]).toMatch(/^Virginia \| silent for 3 h \|/)
  expect(lines.slice(4)).toEqual([
    '',
    'Oslo: This machine’s clock is 42 s ahead of the database’s. (for 5 min)',
    'Oslo: The database can’t be read: timeout (2 h, until 2026-11-21 07:50 UTC)',
  ])
  expect(nodesText([], now)).toBe('No edge has reported within a day.')
})
