import { describe, expect, test } from 'vitest'
import {
  createAccountSite,
  createKey,
  createRelease,
  endKey,
  keyLimits,
  listEvents,
  listKeys,
  listMonitors,
  listUserSites,
  partnerKeys,
  readAccount,
  readPartner,
  readUserEmail,
  replaceKey,
  rotateKey,
} from '../../contract/index.ts'
import { populate } from '../test/fixtures.ts'
import { insertKey } from '../test/keys.ts'
import { insertMember, ownPage, sessionOf } from '../test/people.ts'
import { start, testService } from '../test/service.ts'

const hour = 3600_000
const iso = (at: number) => new Date(at).toISOString()
const minuteOf = (at: number) => iso(Math.floor(at / 60_000) * 60_000)

async function world() {
  const service = await testService()
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  const path = { partner_id: partner.id, account_id: account.id }
  const statusOf = async (key: string) => (await service.call('GET', '/users/email', { key })).status
  const list = async () => (await service.ask(listKeys.user, {}, account.key)).keys
  const make = (body: Partial<Parameters<typeof service.ask<typeof createKey.user>>[1]['body']> = {}) =>
    service.ask(createKey.user, { body: { name: 'Shop', role: 'operator', ...body } }, account.key)
  return { ...service, partner, account, path, statusOf, list, make }
}

describe('a key', () => {
  test('is shown once, and stored as a hash only', async () => {
    const { make, list, statusOf, db } = await world()
    const { key, ...record } = await make({ ends_at: iso(start + hour) })
    expect(record).toMatchObject({
      name: 'Shop',
      role: 'operator',
      main: false,
      sites: null,
      state: 'active',
      created_at: iso(start),
      ends_at: iso(start + hour),
      last_used_at: null,
      previous: null,
    })
    expect(await statusOf(key)).toBe(200)
    expect((await list()).map(({ name }) => name)).toEqual(['Main key', 'Shop'])
    const stored = [
      await db.selectFrom('api_keys').selectAll().execute(),
      await db.selectFrom('events').selectAll().execute(),
    ]
    expect(JSON.stringify([stored, await list()])).not.toContain(key)
  })

  test('says when and from where it was last used, to the minute', async () => {
    const { make, list, call, clock, account } = await world()
    const { id, key } = await make()
    await call('GET', '/users/email', { key, address: '192.0.2.7' })
    expect((await list()).find((one) => one.id === id)).toMatchObject({
      last_used_at: minuteOf(start),
      last_used_from: '192.0.2.7',
      current: false,
    })
    await clock.advance(60_000)
    await call('GET', '/users/email', { key, address: '192.0.2.8' })
    await call('GET', '/users/email', { key, address: '192.0.2.9' })
    expect((await list()).find((one) => one.id === id)).toMatchObject({
      last_used_at: minuteOf(start + 60_000),
      last_used_from: '192.0.2.8',
    })
    const [main] = await list()
    expect(main).toMatchObject({ id: account.id, main: true, current: true, last_used_at: minuteOf(start + 60_000) })
  })

  test('is refused from the moment it ends, as are its sessions', async () => {
    const { make, ask, account, statusOf, call, db, clock, list } = await world()
    const { id, key } = await make()
    const body = { id: account.id, key }
    const signedIn = await call('POST', '/session/key', { json: body, headers: ownPage })
    const cookie = (signedIn.headers.get('set-cookie') ?? '').split(';', 1)[0] ?? ''
    const bySession = async (method: string, path: string) =>
      (await call(method, path, { headers: { ...ownPage, Cookie: cookie, 'SERVICE-ACCOUNT-ID': account.id } })).status
    expect(signedIn.body).toMatchObject({ session: { memberships: [{ id: account.id, role: 'operator' }] } })
    expect([await bySession('GET', '/users/email'), await bySession('POST', '/api_key')]).toEqual([200, 403])
    expect(await ask(endKey.user, { path: { key_id: id } }, account.key)).toEqual({ id, name: 'Shop' })
    expect([await statusOf(key), await bySession('GET', '/users/email')]).toEqual([401, 401])

    const { key: short } = await make({ ends_at: iso(start + hour) })
    await clock.advance(hour - 1)
    expect(await statusOf(short)).toBe(200)
    await clock.advance(1)
    expect(await statusOf(short)).toBe(401)
    expect((await list()).map(({ state }) => state)).toEqual(['active', 'expired'])
    const over = (await list())[1]?.id ?? ''
    await expect(ask(rotateKey.user, { path: { key_id: over } }, account.key)).rejects.toThrow('409')
    expect(await db.selectFrom('api_keys').select('id').where('id', '=', id).execute()).toEqual([])
  })

  test('is one of so many, with names, ends and sites that make sense', async () => {
    const { make, account, db, makeAccount, partner, ask } = await world()
    const other = await makeAccount(partner)
    const { site_id } = await ask(
      createAccountSite,
      { path: { partner_id: partner.id, account_id: other.id }, body: { host: 'other.example' } },
      partner.key,
    )
    await expect(make({ site_ids: [site_id] })).rejects.toThrow('404')
    await expect(make({ site_ids: [] })).rejects.toThrow('422')
    await expect(make({ ends_at: iso(start) })).rejects.toThrow('422')
    await expect(make({ name: ' ' })).rejects.toThrow('422')
    await expect(make({ role: 'king' as 'owner' })).rejects.toThrow('422')
    for (let i = 0; i < keyLimits.keys; i++) await insertKey(db, { account_id: account.id })
    await expect(make()).rejects.toThrow('409')
  })

  test('can’t be created or rotated without end', async () => {
    const { make, ask, account } = await world()
    const { id } = await make()
    for (let i = 1; i < 60; i++) await ask(rotateKey.user, { path: { key_id: id } }, account.key)
    await expect(make()).rejects.toThrow('429')
    await expect(ask(rotateKey.user, { path: { key_id: id } }, account.key)).rejects.toThrow('429')
  })

  test('an address that tries keys that were nobody’s is refused, one whose key has expired isn’t', async () => {
    const { make, call, clock } = await world()
    const { key } = await make({ ends_at: iso(start + 1) })
    await clock.advance(1)
    const from = async (sent: string) => (await call('GET', '/users/email', { key: sent, address: '192.0.2.9' })).status
    for (let i = 0; i < 40; i++) expect(await from(key)).toBe(401)
    for (let i = 0; i < 30; i++) await from(`unknown-${i}`)
    expect(await from('unknown')).toBe(429)
  })
})

describe('a rotation', () => {
  test('refuses the old secret at once, or after the overlap, whose use is shown', async () => {
    const { make, ask, account, statusOf, list, clock, call } = await world()
    const first = await make()
    const rotate = (overlap_hours = 0) =>
      ask(rotateKey.user, { path: { key_id: first.id }, body: { overlap_hours } }, account.key)
    const second = await rotate()
    expect([await statusOf(first.key), await statusOf(second.key)]).toEqual([401, 200])
    const third = await rotate(2)
    await clock.advance(hour)
    await call('GET', '/users/email', { key: second.key, address: '192.0.2.5' })
    expect(await statusOf(third.key)).toBe(200)
    expect((await list())[1]).toMatchObject({
      rotated_at: iso(start),
      last_used_at: minuteOf(start + hour),
      previous: { ends_at: iso(start + 2 * hour), last_used_at: minuteOf(start + hour), last_used_from: '192.0.2.5' },
    })
    await clock.advance(hour)
    expect([await statusOf(second.key), await statusOf(third.key)]).toEqual([401, 200])
    expect((await list())[1]).toMatchObject({ previous: null })
    await expect(rotate(keyLimits.overlapHours + 1)).rejects.toThrow('422')
  })

  test('of the main key is what the API shows, and ends nothing else', async () => {
    const { ask, account, partner, path, statusOf, list, make } = await world()
    const other = await make()
    const { api_key } = await ask(replaceKey.partner, { path, body: { overlap_hours: 1 } }, partner.key)
    expect([await statusOf(account.key), await statusOf(api_key), await statusOf(other.key)]).toEqual([200, 200, 200])
    expect((await ask(readAccount, { path }, partner.key)).api_key).toBe(api_key)
    expect((await list())[0]).toMatchObject({ main: true, previous: { ends_at: iso(start + hour) } })
    const { key } = await ask(rotateKey.partner, { path: { ...path, key_id: account.id } }, partner.key)
    expect([await statusOf(account.key), await statusOf(api_key), await statusOf(key)]).toEqual([401, 401, 200])
    expect((await ask(readAccount, { path }, partner.key)).api_key).toBe(key)
    await expect(ask(endKey.user, { path: { key_id: account.id } }, key)).rejects.toThrow('409')
  })
})

test('a partner’s keys have roles too, and open its accounts', async () => {
  const { ask, partner, path, call } = await world()
  const of = { path: { partner_id: partner.id } }
  const { key, id } = await ask(partnerKeys.create, { ...of, body: { name: 'Billing', role: 'viewer' } }, partner.key)
  expect(await ask(readPartner, of, key)).toMatchObject({ id: partner.id })
  // only an owner sees an account's key
  expect((await ask(readAccount, { path }, key)).api_key).toBeUndefined()
  expect(await call('DELETE', `/partners/${partner.id}/accounts/${path.account_id}`, { key })).toMatchObject({
    status: 403,
    body: { error: 'Only owners can delete an account without sites. This key is a viewer’s.' },
  })
  const main = await ask(
    partnerKeys.rotate,
    { path: { ...of.path, partner_key_id: partner.id }, body: { overlap_hours: 1 } },
    partner.key,
  )
  const { keys } = await ask(partnerKeys.list, of, main.key)
  expect(keys.map(({ name, previous }) => [name, previous !== null])).toEqual([
    ['Main key', true],
    ['Billing', false],
  ])
  await ask(partnerKeys.end, { path: { ...of.path, partner_key_id: id } }, main.key)
  expect((await call('GET', `/partners/${partner.id}`, { key })).body).toEqual({ error: 'access denied' })
})

test('a key for some sites lists these, and records releases of these only', async () => {
  const service = await testService()
  const { account, ids, partner } = await populate(service, await service.makePartner())
  const { ask, db } = service
  const path = { partner_id: partner.id, account_id: account.id }
  const second = await ask(createAccountSite, { path, body: { host: 'second.example' } }, partner.key)
  const body = { name: 'CI', role: 'operator' as const, site_ids: [second.site_id] }
  const { key, sites } = await ask(createKey.user, { body }, account.key)
  expect(sites).toEqual([{ id: second.site_id, host: 'second.example' }])
  expect((await ask(listUserSites, {}, key)).sites.map(({ id }) => id)).toEqual([second.site_id])
  const all = await ask(listMonitors.user, {}, account.key)
  const own = await ask(listMonitors.user, {}, key)
  expect(own.rows.length).toBeLessThan(all.rows.length)
  expect(await ask(readUserEmail, {}, key)).toMatchObject({ user_id: account.id })
  const release = (site_id?: string) =>
    ask(createRelease.user, { body: { title: '2.4', ...(site_id ? { site_id } : {}) } }, key)
  expect((await service.call('GET', '/keys', { key })).body).toEqual({
    error: 'Only managers and owners can list the API keys. This key is an operator’s.',
  })
  const { key: wide } = await ask(createKey.user, { body: { ...body, role: 'owner' } }, account.key)
  expect((await service.call('GET', '/keys', { key: wide })).body).toEqual({
    error: 'This key is for some of the account’s sites, so it can’t list the API keys.',
  })
  await expect(release()).rejects.toThrow('422')
  await expect(release(ids['site_id'])).rejects.toThrow('404')
  expect(await release(second.site_id)).toMatchObject({ actor: 'holder', key: { name: 'CI' }, person: null })
  const { rows } = await ask(listEvents.user, {}, key)
  expect(new Set(rows.map(({ site_id }) => site_id))).toEqual(new Set([second.site_id]))
  expect(await db.selectFrom('events').select('key_name').where('key_name', 'is not', null).execute()).toEqual([
    { key_name: 'CI' },
  ])
})

test('who creates, rotates and ends a key is recorded', async () => {
  const { db, account, call, ask } = await world()
  const ada = await insertMember(db, { account_id: account.id }, 'owner', { name: 'Ada' })
  const { cookie } = await sessionOf(db, { person: ada })
  const headers = { ...ownPage, Cookie: cookie, 'SERVICE-ACCOUNT-ID': account.id }
  const made = await call('POST', '/keys', { json: { name: 'Shop', role: 'owner' }, headers })
  expect(made.body).toMatchObject({ created_by: 'Ada' })
  const { id, key } = made.body as { id: string; key: string }
  await ask(rotateKey.user, { path: { key_id: id }, body: { overlap_hours: 24 } }, key)
  await ask(endKey.user, { path: { key_id: id } }, account.key)
  const { rows } = await ask(
    listEvents.user,
    { query: { kind: ['key.created', 'key.rotated', 'key.ended'] } },
    account.key,
  )
  expect(rows.map(({ kind, person, key: by, detail }) => [kind, person?.name, by?.name, detail])).toEqual([
    ['key.ended', undefined, undefined, { name: 'Shop' }],
    ['key.rotated', undefined, 'Shop', { name: 'Shop', overlap_hours: 24 }],
    ['key.created', 'Ada', undefined, { name: 'Shop', role: 'owner', sites: null, until: null }],
  ])
})

test('a reply to an Idempotency-Key is only for the key that had it', async () => {
  const { call, make, account } = await world()
  const viewer = await make({ role: 'manager' })
  const again = { headers: { 'Idempotency-Key': 'once' }, json: { name: 'New', role: 'owner' } }
  expect((await call('POST', '/keys', { ...again, key: account.key })).status).toBe(200)
  expect((await call('POST', '/keys', { ...again, key: viewer.key })).status).toBe(403)
  const release = { headers: { 'Idempotency-Key': 'again' }, form: { title: '2.4' } }
  const byViewer = await call('POST', '/events', { ...release, key: viewer.key })
  const byMain = await call('POST', '/events', { ...release, key: account.key })
  expect(byMain.body).not.toEqual(byViewer.body)
})
