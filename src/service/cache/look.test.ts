import { describe, expect, test } from 'vitest'
import { nodeForms } from '../../contract/node-forms.ts'
import { openQuestions, reportEdgeProcess } from '../database/index.ts'
import { withNodes } from './testing.ts'

const held = { held: true, stored_as: '/a', variants: [], not_kept: null }
const missing = { ...held, held: false }
const visited = { status: 200, cache_status: 'site-performance; hit; ttl=5', age: 1, duration: 12, problem: null }

describe('a look', () => {
  test('asks every edge node', async () => {
    const { id, node, answerNext, look, database } = await withNodes()
    await node('a')
    await node('b')
    const [reply, question] = await Promise.all([
      look(`http://www.shop.example/a?x`),
      answerNext({ a: held, b: missing }),
    ])
    expect(question).toMatchObject({ site_id: id, kind: 'look', target: '/a?x' })
    expect(reply).toMatchObject({
      site_id: id,
      url: 'http://www.shop.example/a?x',
      optimizer: 'active',
      nodes: [
        { id: 'a', location: 'in a', addresses: ['192.0.2.7'], answer: held, answered_after: expect.any(Number) },
        { id: 'b', location: 'in b', answer: missing },
      ],
    })
    expect(await openQuestions(database)).toEqual([])
  })

  test('says which nodes have nginx in front', async () => {
    const { node, look, database } = await withNodes()
    const counts = { port: 80, sites: 1, requests: 0, minute_requests: 0, origin_failures: 0, started_at: 0 }
    const unknown = { stored_bytes: null, hits: null, misses: null, caught_up_at: null }
    const report = { ...counts, ...unknown, version: '0.1.0', snapshot_at: null, certificates: null, problems: [] }
    for (const form of nodeForms)
      await reportEdgeProcess(database, { id: form, location: form, addresses: '[]' }, { ...report, form })
    await node('old')
    // none answers, which takes no time once they are silent
    await database.db
      .updateTable('edge_processes')
      .set({ seen_at: Date.now() - 60_000 })
      .execute()
    expect((await look()).nodes.map(({ id, form }) => [id, form])).toEqual([
      ['embedded', 'embedded'],
      ['old', null],
      ['nginx', 'nginx'],
    ])
  })

  test('names the nodes that don’t answer', async () => {
    const { node, answerNext, look, database } = await withNodes()
    await node('a')
    await node('b')
    await node('stopped')
    const longAgo = Date.now() - 60_000
    await database.db.updateTable('edge_processes').set({ seen_at: longAgo }).where('id', '=', 'stopped').execute()
    await node('gone')
    await database.db.updateTable('edge_processes').set({ seen_at: 0 }).where('id', '=', 'gone').execute()
    // an answer in a form that this version doesn't know is none
    const [reply] = await Promise.all([look(), answerNext({ a: held, b: { other: true } })])
    expect(reply.nodes.map(({ id, answer }) => [id, answer !== null])).toEqual([
      ['a', true],
      ['b', false],
      ['stopped', false],
    ])
  })

  test('doesn’t wait where no node is up', async () => {
    const { look } = await withNodes()
    expect((await look()).nodes).toEqual([])
  })

  test('is limited in number', async () => {
    const { id, node, call, account, database } = await withNodes()
    await node('a')
    const questions = Array.from({ length: 200 }, (_, i) => ({
      id: String(i),
      site_id: id,
      kind: 'look' as const,
      target: '/',
      asked_at: Date.now(),
    }))
    await database.db.insertInto('edge_questions').values(questions).execute()
    expect((await call('GET', `/sites/${id}/cache?url=/`, { key: account.key })).status).toBe(503)
    // whoever asked these is gone
    await database.db.updateTable('edge_questions').set({ asked_at: 0 }).execute()
    await database.db.deleteFrom('edge_processes').execute()
    expect((await call('GET', `/sites/${id}/cache?url=/`, { key: account.key })).status).toBe(200)
    expect(await openQuestions(database)).toEqual([])
  })

  test.each(['https://other.example/', 'a', ''])('refuses %j: 422 on url', async (url) => {
    const { id, call, account } = await withNodes()
    for (const [method, path, sent] of [
      ['GET', 'cache', { query: { url } }],
      ['POST', 'cache/visit', { json: { url } }],
    ] as const)
      expect(await call(method, `/sites/${id}/${path}`, { key: account.key, ...sent })).toMatchObject({
        status: 422,
        body: { fields: { url: expect.any(String) } },
      })
  })
})

describe('a visit', () => {
  test('is made through every edge node', async () => {
    const { node, answerNext, visit } = await withNodes()
    await node('a')
    const [reply, question] = await Promise.all([visit(), answerNext({ a: visited })])
    expect(question).toMatchObject({ kind: 'visit', target: '/a' })
    expect(reply.nodes).toMatchObject([{ id: 'a', answer: visited }])
  })

  test.each(['bypass', 'transparent', 'maintenance', 'proxy only', 'off'])('is refused in %s', async (state) => {
    const { id, db, call, account } = await withNodes()
    await db.updateTable('sites').set({ state }).where('id', '=', id).execute()
    const answer = await call('POST', `/sites/${id}/cache/visit`, { key: account.key, json: { url: '/' } })
    expect(answer).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining(`The optimizer is in the state ${state}`) },
    })
  })

  test('is limited for each account', async () => {
    const { id, call, account } = await withNodes()
    const visitOnce = () => call('POST', `/sites/${id}/cache/visit`, { key: account.key, json: { url: '/' } })
    const statuses = new Set<number>()
    for (let i = 0; i < 120; i++) statuses.add((await visitOnce()).status)
    expect([...statuses]).toEqual([200])
    const refused = await visitOnce()
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })
})

test('a deferred host has no cache to look into', async () => {
  const { id, db, call, account } = await withNodes()
  await db.updateTable('sites').set({ deferred: 1 }).where('id', '=', id).execute()
  expect((await call('GET', `/sites/${id}/cache?url=/`, { key: account.key })).status).toBe(409)
  expect((await call('POST', `/sites/${id}/cache/visit`, { key: account.key, json: { url: '/' } })).status).toBe(409)
})

describe('a match', () => {
  const pattern = { condition: '/shop/', operator: 'PREFIX' } as const

  test('asks every edge node what a purge would remove', async () => {
    const { id, node, answerNext, match } = await withNodes()
    await node('a')
    await node('b')
    const matched = { held: 1930, matched: 214, examples: ['/shop/1'] }
    const [reply, question] = await Promise.all([
      match(pattern),
      answerNext({ a: matched, b: { ...matched, held: 3 } }),
    ])
    expect(question.kind).toBe('match')
    expect(JSON.parse(question.target)).toEqual({ pattern: { operator: 'PREFIX', text: '/shop/', type: null } })
    expect(reply).toMatchObject({
      site_id: id,
      nodes: [
        { id: 'a', answer: matched },
        { id: 'b', answer: { held: 3 } },
      ],
    })
  })

  test.each([
    [{ condition: '(', operator: 'REGEX' }, 'condition'],
    [{ condition: '/', domain: 'other.example' }, 'domain'],
    [{}, 'condition'],
  ])('refuses %j', async (json, field) => {
    const { call, id, account } = await withNodes()
    const answer = await call('POST', `/sites/${id}/cache/match`, { key: account.key, json })
    expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
  })
})
