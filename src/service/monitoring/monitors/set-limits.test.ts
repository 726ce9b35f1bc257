import { expect, test } from 'vitest'
import { start } from '../../test/service.ts'
import { beginRounds } from '../runner/begin-rounds.ts'
import { http, page, withAccount } from './testing.ts'

async function withLimits() {
  const service = await withAccount()
  const { account, call, db, services } = service
  const answer = async (method: string, path: string, json?: object) => {
    const { status, body } = await call(method, path, { key: account.key, ...(json && { json }) })
    return { status, body: body as Record<string, unknown> & { rows?: Record<string, unknown>[] } }
  }
  const set = (id: string, limits: unknown) => answer('PUT', `/monitors/${id}/limits`, { limits })
  const rowOf = (id: string) => db.selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { ...service, answer, set, rowOf, begin: () => beginRounds(services) }
}

test('limits are stored, shown in the record and the list, replaced and removed', async () => {
  const { create, answer, set, rowOf, clock } = await withLimits()
  const { id } = await create(page)
  const shown = async () => {
    const { body } = await answer('GET', `/monitors/${id}`)
    const list = await answer('GET', '/monitors')
    expect(list.body.rows?.[0]?.['limits']).toEqual(body['limits'])
    return body['limits']
  }
  expect(await shown()).toBeNull()
  await clock.advance(60_000)
  const limits = { time_to_display: 2500, cumulative_layout_shift: 0.1 }
  expect(await set(id, limits)).toMatchObject({
    status: 200,
    body: { id, limits, updated_at: new Date(start + 60_000).toISOString() },
  })
  expect(await shown()).toEqual(limits)
  await set(id, { load: 4000 })
  expect(await shown()).toEqual({ load: 4000 })
  expect((await rowOf(id)).limits).toBe('{"load":4000}')
  expect(await set(id, {})).toMatchObject({ status: 200, body: { limits: null } })
  await set(id, { load: 4000 })
  await set(id, null)
  expect(await shown()).toBeNull()
  expect((await rowOf(id)).limits).toBeNull()
})

test('limits leave the schedule and its checks, and setting the same ones changes nothing', async () => {
  const { create, set, rowOf, begin, clock, db } = await withLimits()
  const { id } = await create(http)
  await begin()
  const { next_due_at, updated_at } = await rowOf(id)
  await clock.advance(60_000)
  await set(id, { first_byte: 800 })
  expect(await rowOf(id)).toMatchObject({ next_due_at, updated_at: updated_at + 60_000 })
  expect(await db.selectFrom('checks').select('id').execute()).toHaveLength(1)
  await clock.advance(60_000)
  const before = await rowOf(id)
  await set(id, { first_byte: 800 })
  expect(await rowOf(id)).toEqual(before)
})

test('limits stay when the monitor is changed, paused and started', async () => {
  const { create, answer, set, rowOf } = await withLimits()
  const { id } = await create(http)
  await set(id, { first_byte: 800 })
  expect(await answer('PUT', `/monitors/${id}`, { ...http, name: 'Other', limits: null })).toMatchObject({
    status: 200,
    body: { name: 'Other', limits: { first_byte: 800 } },
  })
  await answer('PUT', `/monitors/${id}/stop`)
  await answer('PUT', `/monitors/${id}/start`)
  expect((await rowOf(id)).limits).toBe('{"first_byte":800}')
})

test('a metric that HTTP checks don’t measure is refused for an HTTP monitor, and nothing changes', async () => {
  const { create, set, rowOf } = await withLimits()
  const { id } = await create(http)
  await set(id, { first_byte: 800 })
  expect(await set(id, { first_byte: 900, load: 4000, asset_count: 100 })).toMatchObject({
    status: 422,
    body: {
      fields: {
        'limits.load': "isn't measured by monitors of this type",
        'limits.asset_count': "isn't measured by monitors of this type",
      },
    },
  })
  expect(await set(id, { speed: 1 })).toMatchObject({
    status: 422,
    body: { fields: { 'limits.speed': "isn't a metric that can have a limit" } },
  })
  expect((await rowOf(id)).limits).toBe('{"first_byte":800}')
})

test('a test has no limits, and another account’s monitor is 404', async () => {
  const { create, answer, set, call, makeAccount, partner, rowOf } = await withLimits()
  const { id: testId } = await create(page, '/tests')
  expect((await set(testId, { load: 4000 })).status).toBe(404)
  expect((await answer('GET', `/tests/${testId}`)).body).not.toHaveProperty('limits')
  const { id } = await create(page)
  const other = await makeAccount(partner)
  const json = { limits: { load: 4000 } }
  expect((await call('PUT', `/monitors/${id}/limits`, { key: other.key, json })).status).toBe(404)
  expect((await rowOf(id)).limits).toBeNull()
})
