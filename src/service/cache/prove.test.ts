import { describe, expect, test } from 'vitest'
import { proveFlush, provePurge, readProof, stopProof } from '../../contract/index.ts'
import { callerLimits } from '../api/limits.ts'
import { lifetimes, type OrderItem } from '../database/index.ts'
import { waitFor } from '../test/wait-for.ts'
import { withNodes } from './testing.ts'

/** Whether a path is what an item of an order names: an address, or what begins with a pattern's text. */
const isNamed = (item: OrderItem) => (path: string) =>
  'pattern' in item ? path.startsWith(item.pattern.text) : 'condition' in item && item.condition === path

/** A site with a node that has `/a` and `/b` stored, removes what is purged unless it `isStuck`, and stores what is visited. */
async function withProofs({ isStuck = false } = {}) {
  const world = await withNodes()
  const { id, db, ask, account, node, answerAll } = world
  await node('n')
  const stored = new Map([
    ['/a', 'old'],
    ['/b', 'old'],
  ])
  const visited: string[] = []
  const seen = new Set<string>()
  const carryOut = async () => {
    for (const order of await db.selectFrom('cache_orders').select(['id', 'items']).execute()) {
      if (seen.has(order.id) || isStuck) continue
      seen.add(order.id)
      const items = order.items === null ? null : (JSON.parse(order.items) as OrderItem[])
      for (const path of stored.keys()) if (!items || items.some((item) => isNamed(item)(path))) stored.delete(path)
    }
  }
  answerAll('n', async ({ kind, target }) => {
    await carryOut()
    if (kind === 'visit') {
      visited.push(target)
      if (target !== '/private') stored.set(target, 'new')
      return { status: 200, cache_status: null, age: null, duration: 1, problem: null }
    }
    if (kind === 'match') {
      const names = isNamed(JSON.parse(target) as OrderItem)
      const examples = [...stored.keys()].filter(names)
      return { held: stored.size, matched: examples.length, examples }
    }
    const copy = stored.get(target)
    const notKept = target === '/private' ? { reason: 'private', status: 200, at: null } : null
    const variant = { status: 200, state: 'fresh', age: 7, time_left: 60, size: 1, content_type: null }
    const content = { etag: null, size: 1, sha256: copy, not_hashed: null }
    const more = { content_codings: ['identity'], vary: [], anonymous_only: false, stored_at: copy, content }
    return {
      held: copy !== undefined,
      stored_as: target,
      variants: copy ? [{ ...variant, ...more }] : [],
      not_kept: notKept,
    }
  })
  const path = { site_id: id }
  const purge = (paths: readonly string[], proofId?: string | null) =>
    ask(
      provePurge,
      { path, query: proofId == null ? {} : { proof_id: proofId }, body: paths.map((condition) => ({ condition })) },
      account.key,
    )
  const read = () => ask(readProof, { path }, account.key)
  const done = () =>
    waitFor(async () => {
      const proof = await read()
      expect(proof.addresses.filter(({ result }) => result === null)).toEqual([])
      return proof
    })
  const flush = (paths: string[]) => ask(proveFlush, { path, body: { paths } }, account.key)
  const stop = () => ask(stopProof, { path }, account.key)
  const orders = () => db.selectFrom('cache_orders').select('items').execute()
  return { ...world, path, visited, purge, flush, read, done, stop, orders }
}

const resultsOf = ({ addresses }: { addresses: { path: string; result: string | null }[] }) =>
  addresses.map(({ path, result }) => [path, result])

describe('a proved purge', () => {
  test('is followed until it’s stored again, without anyone asking', async () => {
    const { id, purge, done, read, visited, db } = await withProofs()
    expect(await read()).toEqual({ site_id: id, proof_id: null, kind: null, addresses: [] })
    const begun = await purge(['/a', '/private', '/a'])
    expect(begun).toMatchObject({
      site_id: id,
      kind: 'purge',
      addresses: [
        { path: '/a', before: { held: true, status: 200, age: 7, silent: [], problem: null } },
        { path: '/private', before: { held: false } },
      ],
    })
    const proof = await done()
    expect(proof.proof_id).toBe(begun.proof_id)
    expect(proof.addresses).toMatchObject([
      {
        before: { nodes: [{ id: 'n', location: 'in n', held: true, content: { sha256: 'old' } }] },
        after: { held: false, nodes: [{ held: false, content: null, gone_after: expect.any(Number) }] },
        again: { held: true, nodes: [{ content: { sha256: 'new' }, change: 'new' }] },
        result: 'stored again',
      },
      { after: { held: false }, again: { held: false, not_kept: { reason: 'private' } }, result: 'never stored' },
    ])
    expect(visited.toSorted()).toEqual(['/a', '/private'])
    const events = await db.selectFrom('events').select('detail').where('kind', '=', 'cache.purged').execute()
    expect(events.map(({ detail }) => JSON.parse(detail) as unknown)).toMatchObject([{ count: 3 }])
  })

  test('adds to the proof that it names, while that is the latest, and replaces any other', async () => {
    const { purge, done } = await withProofs()
    const first = await purge(['/a'])
    expect((await purge(['/b'], first.proof_id)).proof_id).toBe(first.proof_id)
    expect(resultsOf(await done())).toEqual([
      ['/a', 'stored again'],
      ['/b', 'stored again'],
    ])
    const second = await purge(['/c'])
    expect(second.proof_id).not.toBe(first.proof_id)
    const third = await purge(['/d'], first.proof_id)
    expect(third.proof_id).not.toBe(first.proof_id)
    expect(resultsOf(await done())).toEqual([['/d', 'newly stored']])
  })

  test('counts what a pattern names, before and after, and visits nothing', async () => {
    const { path, ask, account, done, visited, services } = await withProofs()
    const items = [{ condition: '/', operator: 'PREFIX' as const }, ...[1, 2, 3, 4, 5].map((i) => ({ tag: `t${i}` }))]
    const begun = await ask(provePurge, { path, body: items }, account.key)
    // at most five are counted
    expect(begun.addresses.map((address) => address.path)).toEqual(['/*', 'tag t1', 'tag t2', 'tag t3', 'tag t4'])
    expect(begun.addresses[0]).toMatchObject({
      item: { condition: '/', operator: 'PREFIX' },
      before: { held: true, nodes: [{ stored: 2, matched: 2, examples: ['/a', '/b'] }] },
    })
    const { addresses } = await done()
    expect(addresses[0]).toMatchObject({
      item: { condition: '/', operator: 'PREFIX' },
      after: { held: false, purged: 1, nodes: [{ stored: 0, matched: 0, gone_after: expect.any(Number) }] },
      again: null,
      result: 'gone',
    })
    expect(addresses[1]).toMatchObject({ item: { tag: 't1' }, result: 'nothing stored' })
    expect(visited).toEqual([])
    // each counts as a visit, once
    for (let i = 5; i < callerLimits.visits.points; i++) await services.limits.visits.count(account.id)
    await expect(services.limits.visits.count(account.id)).rejects.toThrow()
  })

  test('looks no more than 60 addresses up, and purges all', async () => {
    const { id, db, purge, stop, orders, clock } = await withProofs({ isStuck: true })
    const { proof_id: proofId } = await purge(['/a'])
    await stop()
    const values = Array.from({ length: 57 }, (_, i) => ({
      id: `x${i}`,
      proof_id: proofId ?? '',
      site_id: id,
      kind: 'purge' as const,
      path: `/${i}`,
      lookups: '{"before":null,"after":null,"again":null}',
      result: 'unknown',
      created_at: clock.now(),
    }))
    await db.insertInto('cache_proofs').values(values).execute()
    const proof = await purge(['/b', '/c', '/d'], proofId)
    expect(proof.addresses).toHaveLength(60)
    expect(proof.addresses.filter(({ path }) => path === '/d')).toEqual([])
    expect(JSON.parse((await orders())[1]?.items ?? '')).toHaveLength(3)
    await stop()
  })

  test('ends when it’s stopped, without a visit', async () => {
    const { purge, stop, read, visited, orders } = await withProofs({ isStuck: true })
    expect(resultsOf(await purge(['/a']))).toEqual([['/a', null]])
    expect(resultsOf(await stop())).toEqual([['/a', 'unknown']])
    expect(resultsOf(await read())).toEqual([['/a', 'unknown']])
    expect(visited).toEqual([])
    expect(await orders()).toHaveLength(1)
  })

  test('ends when the service stops', async () => {
    const { purge, read, services } = await withProofs({ isStuck: true })
    await purge(['/a', '/b'])
    await services.tasks.stop()
    expect(resultsOf(await read())).toEqual([
      ['/a', 'unknown'],
      ['/b', 'unknown'],
    ])
  })

  test('isn’t under way for ever if its process dies, and is shown for an hour', async () => {
    const { purge, read, stop, clock, db } = await withProofs({ isStuck: true })
    await purge(['/a'])
    await stop()
    await db.updateTable('cache_proofs').set({ result: null }).execute()
    await clock.advance(callerLimits.proof)
    expect(resultsOf(await read())).toEqual([['/a', null]])
    await clock.advance(1)
    expect(resultsOf(await read())).toEqual([['/a', 'unknown']])
    await clock.advance(lifetimes.proofs)
    expect(await read()).toMatchObject({ proof_id: null, addresses: [] })
  })

  test.each([
    ['the edge stores nothing', 'bypass', 'The optimizer is in the state bypass, so the edge stores nothing.'],
    ['no node is running', 'active', 'No edge node is running.'],
  ])('is made where %s, and says so', async (_, state, problem) => {
    const { id, db, purge, orders, database } = await withProofs()
    await db.updateTable('sites').set({ state }).where('id', '=', id).execute()
    if (state === 'active') await database.db.deleteFrom('edge_processes').execute()
    expect((await purge(['/a'])).addresses).toMatchObject([{ before: { held: null, problem } }])
    expect(await orders()).toHaveLength(1)
  })

  test('is made where the account has no visits left', async () => {
    const { account, services, purge, orders, done } = await withProofs()
    for (let i = 0; i < callerLimits.visits.points - 1; i++) await services.limits.visits.count(account.id)
    await purge(['/a', '/b'])
    expect(await orders()).toHaveLength(1)
    const { addresses } = await done()
    expect(addresses.filter(({ result }) => result === 'stored again')).toHaveLength(1)
    expect(addresses.find(({ result }) => result === 'unknown')?.before?.problem).toMatch(/^Too many visits/)
  })

  test('is refused as a purge is, before anything is looked up', async () => {
    const { id, call, account, read, orders } = await withProofs()
    for (const [path, json] of [
      ['purge_cache/proof', [{ condition: '/a', domain: 'other.example' }]],
      ['purge_cache/proof', [{ condition: '/a.css' }]],
      ['purge_cache/proof', []],
      ['purge_cache/proof?profile_id=none', [{ condition: '/a' }]],
    ] as const) {
      const plain = await call('POST', `/sites/${id}/${path.replace('/proof', '')}`, { key: account.key, json })
      const proved = await call('POST', `/sites/${id}/${path}`, { key: account.key, json })
      expect([proved.status, proved.body]).toEqual([plain.status, plain.body])
      expect(proved.status).toBeGreaterThanOrEqual(404)
    }
    expect(await orders()).toEqual([])
    expect((await read()).proof_id).toBeNull()
  })
})

test('a flush is proved by examples', async () => {
  const { flush, done, orders } = await withProofs()
  expect((await flush(['/a', '/c'])).kind).toBe('flush')
  expect(resultsOf(await done())).toEqual([
    ['/a', 'stored again'],
    ['/c', 'newly stored'],
  ])
  expect(await orders()).toEqual([{ items: null }])
})

test.each([[[]], [['a']], [Array.from({ length: 16 }, () => '/')]])('a flush refuses the paths %j', async (paths) => {
  const { id, call, account, orders } = await withProofs()
  const { status } = await call('PUT', `/sites/${id}/flush_cache/proof`, { key: account.key, json: { paths } })
  expect(status).toBe(422)
  expect(await orders()).toEqual([])
})
