import { describe, expect, test } from 'vitest'
import { createUserSite, readQuotas } from '../../../contract/index.ts'
import { insertSample } from '../../test/fixtures.ts'
import { start } from '../../test/service.ts'
import { openHeaders } from './header-secrets.ts'
import { beginRounds } from '../runner/begin-rounds.ts'
import { readSpec } from './rules.ts'
import { http, page, withAccount } from './testing.ts'

const secrets = {
  ...http,
  constants: {
    ...http.constants,
    auth: 'me',
    password: 'p',
    http_headers: [
      { name: 'X-Token', value: 'one' },
      { name: 'Accept', value: 'text/html' },
      { name: 'x-token', value: 'two' },
    ],
  },
}

async function withChange() {
  const service = await withAccount()
  const { account, call, db, services } = service
  const put = async (id: string, json: object) => {
    const { status, body } = await call('PUT', `/monitors/${id}`, { key: account.key, json })
    return { status, ...(body as Record<string, unknown> & { fields?: Record<string, string> }) }
  }
  const run = (id: string) => call('POST', `/monitors/${id}/run`, { key: account.key })
  const rowOf = (id: string) => db.selectFrom('monitors').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  /** What a monitor sends: its password and its headers' values. */
  const sentBy = async (id: string) => {
    const row = await rowOf(id)
    return {
      password: row.secret_sealed && services.vault.open(row.secret_sealed),
      headers: openHeaders(readSpec(row).constants, row.headers_sealed, services.vault).map(({ value }) => value),
    }
  }
  const checks = () => db.selectFrom('checks').selectAll().execute()
  /** Lets a round of all monitors begin that are due. */
  const begin = () => beginRounds(services)
  return { ...service, put, run, rowOf, sentBy, checks, begin }
}

describe('a change', () => {
  test('replaces everything that is sent, and the samples stay', async () => {
    const { create, put, rowOf, db, clock } = await withChange()
    const { id } = await create(http)
    const sample = await insertSample(db, { monitorId: id })
    await clock.advance(60_000)
    const changed = await put(id, {
      ...http,
      name: 'Shop',
      constants: { url: 'https://www.example/shop', http_method: 'POST', http_body: 'x' },
      timing: { interval: 12 },
    })
    expect(changed).toMatchObject({
      status: 'RUNNING',
      id,
      name: 'Shop',
      constants: { url: 'https://www.example/shop', http_method: 'POST', http_body: 'x' },
      timing: { interval: 12 },
      created_at: new Date(start).toISOString(),
      updated_at: new Date(start + 60_000).toISOString(),
    })
    expect(await rowOf(id)).toMatchObject({ name_lower: 'shop', interval_ms: 720_000 })
    expect(await db.selectFrom('samples').select('id').execute()).toEqual([{ id: sample }])
  })

  test('has the monitor measured at once, and drops the checks of what it was before', async () => {
    const { create, put, rowOf, checks, begin, clock } = await withChange()
    const { id } = await create(http)
    await begin()
    expect(await checks()).toHaveLength(1)
    await clock.advance(60_000)
    await put(id, { ...http, constants: { url: 'https://www.example/y' } })
    expect(await checks()).toEqual([])
    expect((await rowOf(id)).next_due_at).toBe(start + 60_000)
  })

  test('of the name alone leaves the schedule and its checks', async () => {
    const { create, put, rowOf, checks, begin, clock } = await withChange()
    const { id } = await create(secrets)
    await begin()
    const before = await rowOf(id)
    await clock.advance(60_000)
    const kept = [{ name: 'X-Token', value: null }, secrets.constants.http_headers[1], { name: 'x-token', value: null }]
    const constants = { ...secrets.constants, password: null, http_headers: kept }
    expect(await put(id, { ...secrets, name: 'Other', constants })).toMatchObject({ name: 'Other' })
    expect((await rowOf(id)).next_due_at).toBe(before.next_due_at)
    expect(await checks()).toHaveLength(1)
  })

  test('keeps a paused monitor paused, with its message, unless it says otherwise', async () => {
    const { create, put, rowOf } = await withChange()
    const { id } = await create({ ...http, status: 'SUSPENDED', suspended_message: 'for now' })
    expect(await put(id, { ...http, name: 'A' })).toMatchObject({
      status: 'SUSPENDED',
      suspended_message: 'for now',
      next_round_at: null,
    })
    expect((await rowOf(id)).next_due_at).toBeNull()
    expect(await put(id, { ...http, status: 'running' })).toMatchObject({ status: 'RUNNING', suspended_message: null })
    expect((await rowOf(id)).next_due_at).toBe(start)
    expect(await put(id, { ...http, status: 'suspended' })).toMatchObject({ status: 'SUSPENDED' })
    expect((await rowOf(id)).next_due_at).toBeNull()
  })

  test('allows what the monitor has, though it isn’t on offer any more', async () => {
    const { create, put, db } = await withChange()
    const { id } = await create(page)
    await db.updateTable('runners').set({ browsers: '[]', location: 'elsewhere' }).execute()
    const variables = { locations: ['local', 'elsewhere'], browsers: [{ name: 'Chromium', version: '150' }] }
    expect(await put(id, { ...page, variables })).toMatchObject({ variables })
    expect(await put(id, { ...page, variables: { locations: ['oslo'] } })).toMatchObject({
      fields: { 'variables.locations': expect.stringContaining('elsewhere') },
    })
  })

  test.each([
    ['the type', page, { type: "can't be changed: create another monitor" }],
    ['a name that is empty', { ...http, name: '' }, { name: expect.any(String) }],
    ['a URL that is none', { ...http, constants: { url: 'x' } }, { 'constants.url': expect.any(String) }],
  ])('of %s is refused, and changes nothing', async (_, body, fields) => {
    const { create, put, rowOf } = await withChange()
    const { id } = await create(http)
    const before = await rowOf(id)
    expect(await put(id, body)).toMatchObject({ status: 422, fields })
    expect(await rowOf(id)).toEqual(before)
  })

  test('leaves the monitor of a key page on its site', async () => {
    const { ask, account, db, put } = await withChange()
    const host = 'www.shop.example'
    await ask(createUserSite, { body: { host } }, account.key)
    const site = await db.selectFrom('sites').select('id').where('host', '=', host).executeTakeFirstOrThrow()
    const { id } = await db.selectFrom('monitors').select('id').where('site_id', '=', site.id).executeTakeFirstOrThrow()
    const at = (url: string) => put(id, { ...page, constants: { url } })
    expect(await at('https://www.example/')).toMatchObject({
      fields: { 'constants.url': 'must be on www.shop.example: this monitor belongs to the site' },
    })
    expect(await at('https://www.shop.example/start')).toMatchObject({
      site_id: site.id,
    })
  })

  test('of another account’s monitor, or of a test, is 404', async () => {
    const { create, put, run, makeAccount, partner, call } = await withChange()
    const { id } = await create(http)
    const other = await makeAccount(partner)
    expect((await call('PUT', `/monitors/${id}`, { key: other.key, json: http })).status).toBe(404)
    expect((await call('POST', `/monitors/${id}/run`, { key: other.key })).status).toBe(404)
    const { id: testId } = await create(http, '/tests')
    expect((await put(testId, http)).status).toBe(404)
    expect((await run(testId)).status).toBe(404)
  })
})

describe('secrets', () => {
  test('that are null stay, and others are replaced or removed', async () => {
    const { clock, create, put, rowOf, sentBy } = await withChange()
    const { id } = await create(secrets)
    const { constants } = secrets
    // in another order, and one of them gone
    const http_headers = [
      { name: 'X-TOKEN', value: null },
      { name: 'Accept', value: 'text/plain' },
      { name: 'X-Key', value: 'new' },
    ]
    expect((await put(id, { ...http, constants: { ...constants, password: null, http_headers } })).status).toBe(
      'RUNNING',
    )
    expect(await sentBy(id)).toEqual({ password: 'p', headers: ['one', 'text/plain', 'new'] })
    await put(id, { ...http, constants: { ...constants, password: 'q', http_headers: null } })
    expect(await sentBy(id)).toEqual({ password: 'q', headers: [] })
    await clock.advance(1000)
    await put(id, { ...http, constants: { ...constants, password: '', http_headers: null } })
    expect(await sentBy(id)).toEqual({ password: null, headers: [] })
    // what it measures has changed
    expect((await rowOf(id)).next_due_at).toBe(start + 1000)
    await put(id, { ...http, constants: { ...constants, http_headers: null } })
    await put(id, { ...http, constants: http.constants })
    expect(await sentBy(id)).toEqual({ password: null, headers: [] })
  })

  test('don’t go to another origin, nor a password to another user', async () => {
    const { create, put, rowOf } = await withChange()
    const { id } = await create(secrets)
    const before = await rowOf(id)
    const http_headers = [{ name: 'X-Token', value: null }]
    const constants = { ...secrets.constants, password: null, http_headers }
    const elsewhere = 'has to be sent again, because the address is on another origin'
    for (const url of ['https://evil.example/x', 'http://www.example/x', 'https://www.example:8443/x'])
      expect(await put(id, { ...http, constants: { ...constants, url } })).toMatchObject({
        status: 422,
        fields: { 'constants.http_headers.0.value': elsewhere, 'constants.password': elsewhere },
      })
    expect(await put(id, { ...http, constants: { ...constants, auth: 'other' } })).toMatchObject({
      fields: { 'constants.password': 'has to be sent again, because the user name has changed' },
    })
    expect(await rowOf(id)).toEqual(before)
  })

  test('that aren’t there can’t be kept', async () => {
    const { create, put } = await withChange()
    const { id } = await create(secrets)
    const http_headers = ['X-Token', 'X-Token', 'X-Token', 'Accept'].map((name) => ({ name, value: null }))
    const none = 'must be text: there is no secret value to keep'
    expect(await put(id, { ...http, constants: { ...secrets.constants, http_headers } })).toMatchObject({
      fields: { 'constants.http_headers.2.value': none, 'constants.http_headers.3.value': none },
    })
  })
})

describe('a run', () => {
  test('begins at once, counts as a run, and the next one follows after the interval', async () => {
    const { create, run, rowOf, checks, begin, clock, ask, account, db } = await withChange()
    const { id } = await create(http)
    await begin()
    await db.deleteFrom('checks').execute()
    await clock.advance(10 * 60_000)
    const { status, body } = await run(id)
    expect([status, (body as { id: string }).id]).toEqual([200, id])
    expect((await rowOf(id)).next_due_at).toBe(start + 10 * 60_000)
    await begin()
    expect(await checks()).toHaveLength(1)
    expect((await rowOf(id)).next_due_at).toBe(start + 40 * 60_000)
    expect((await ask(readQuotas.user, {}, account.key)).runs.used).toBe(1)
  })

  test('is refused while the monitor is measured, while it is due, and while it is paused', async () => {
    const { create, run, begin, db, account, call } = await withChange()
    const { id } = await create(http)
    const refused = async () => {
      const { status, body } = await run(id)
      return [status, (body as { error: string }).error]
    }
    expect(await refused()).toEqual([409, 'This monitor is already being measured.'])
    await begin()
    expect(await refused()).toEqual([409, 'This monitor is already being measured.'])
    await db.deleteFrom('checks').execute()
    await call('PUT', `/monitors/${id}/stop`, { key: account.key })
    expect(await refused()).toEqual([409, 'This monitor is paused. Start it to measure it.'])
  })

  test('is refused when the account has used up its runs of the day', async () => {
    const { create, run, begin, db, account } = await withChange()
    const { id } = await create(http)
    await begin()
    await db.deleteFrom('checks').execute()
    await db
      .insertInto('account_quotas')
      .values({ account_id: account.id, sites: null, monitors: null, runs: 1, bytes: null, checks: null })
      .execute()
    expect((await run(id)).status).toBe(200)
    await begin()
    await db.deleteFrom('checks').execute()
    expect((await run(id)).status).toBe(409)
  })
})
