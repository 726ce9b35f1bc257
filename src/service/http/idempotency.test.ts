import { expect, test } from 'vitest'
import { callerLimits } from '../api/limits.ts'
import { insertMember, join, ownPage, sessionOf } from '../test/people.ts'
import { monitor, withAccount } from './testing.ts'

const day = 86_400_000

async function withKeys() {
  const given = await withAccount()
  const { call, partner, accounts, account } = given
  const create = (key: string, form: Record<string, string> = { email: 'a@example.com', site: 'a.example' }) =>
    call('POST', accounts, { key: partner.key, form, headers: { 'Idempotency-Key': key } })
  const addMonitor = (key: string, name = 'Home') =>
    call('POST', '/monitors', { key: account.key, json: { ...monitor, name }, headers: { 'Idempotency-Key': key } })
  const emails = async () => {
    const rows = await given.db.selectFrom('accounts').select('email').where('id', '!=', account.id).execute()
    return rows.map(({ email }) => email)
  }
  return { ...given, create, addMonitor, emails }
}

test('a request with the same key gets the first reply again, and takes effect once', async () => {
  const { create, emails, db } = await withKeys()
  const first = await create('one')
  // a string in quotes, as the draft has it, is the same key
  const again = await create('"one"')
  expect([first.status, again.status, again.body]).toEqual([200, 200, first.body])
  expect(await emails()).toEqual(['a@example.com'])
  const { api_key: secret } = first.body as { api_key: string }
  expect(JSON.stringify(await db.selectFrom('idempotent_replies').selectAll().execute())).not.toContain(secret)
})

test('requests at the same time take effect once', async () => {
  const { addMonitor, db } = await withKeys()
  const replies = await Promise.all(Array.from({ length: 5 }, () => addMonitor('parallel')))
  const made = replies.filter(({ status }) => status === 200)
  expect(made.length).toBeGreaterThan(0)
  expect(new Set(made.map(({ text }) => text)).size).toBe(1)
  for (const { status, body } of replies.filter((reply) => reply.status !== 200)) {
    expect(status).toBe(409)
    expect(body).toMatchObject({ error: expect.stringContaining('is being processed, or was cut off') })
  }
  expect(await db.selectFrom('monitors').selectAll().execute()).toHaveLength(1)
})

test('a key belongs to its request', async () => {
  const { addMonitor } = await withKeys()
  await addMonitor('one')
  const other = await addMonitor('one', 'Shop')
  expect(other).toMatchObject({ status: 422, body: { fields: { 'Idempotency-Key': 'was used for another request' } } })
  expect((await addMonitor('two', 'Shop')).status).toBe(200)
})

test('and to its caller', async () => {
  const { addMonitor, call, makeAccount, partner, db } = await withKeys()
  const other = await makeAccount(partner)
  await addMonitor('one')
  const headers = { 'Idempotency-Key': 'one' }
  expect((await call('POST', '/monitors', { key: other.key, json: monitor, headers })).status).toBe(200)
  expect(await db.selectFrom('monitors').selectAll().execute()).toHaveLength(2)
})

test('a refusal leaves the key for the next try', async () => {
  const { create, emails } = await withKeys()
  await create('first')
  expect(await create('second', { email: 'A@example.com', site: 'b.example' })).toMatchObject({ status: 422 })
  expect(await create('second', { email: 'b@example.com', site: 'b.example' })).toMatchObject({ status: 200 })
  expect(await emails()).toEqual(['a@example.com', 'b@example.com'])
})

test('a request that was cut off is not made again', async () => {
  const { addMonitor, db } = await withKeys()
  await addMonitor('one')
  await db.updateTable('idempotent_replies').set({ reply_sealed: null }).execute()
  expect(await addMonitor('one')).toMatchObject({ status: 409 })
  expect(await db.selectFrom('monitors').selectAll().execute()).toHaveLength(1)
})

test('a key is kept for 24 hours', async () => {
  const { addMonitor, clock, db } = await withKeys()
  await addMonitor('one')
  await clock.advance(day - 1000)
  await addMonitor('one')
  expect(await db.selectFrom('monitors').selectAll().execute()).toHaveLength(1)
  await clock.advance(2000)
  await addMonitor('one')
  expect(await db.selectFrom('monitors').selectAll().execute()).toHaveLength(2)
})

test('a caller has only so many keys a day: 429', async () => {
  const { addMonitor, account, services, db } = await withKeys()
  const { points } = callerLimits.keptReplies
  for (let n = 0; n < points; n++) await services.limits.keptReplies.count(account.id)
  expect(await addMonitor('one')).toMatchObject({ status: 429 })
  expect(await db.selectFrom('idempotent_replies').selectAll().execute()).toEqual([])
})

test.each(['', '"', 'a"b', 'ü', 'x'.repeat(256)])('the key %j: 400', async (key) => {
  const { addMonitor, db } = await withKeys()
  expect(await addMonitor(key)).toMatchObject({
    status: 400,
    body: { error: expect.stringContaining('Idempotency-Key') },
  })
  expect(await db.selectFrom('monitors').selectAll().execute()).toEqual([])
})

test('and to the account that a person works in', async () => {
  const { call, makeAccount, partner, account, db } = await withKeys()
  const other = await makeAccount(partner)
  const ada = await insertMember(db, { account_id: account.id }, 'owner')
  await join(db, ada, { account_id: other.id }, 'owner')
  const { cookie } = await sessionOf(db, { person: ada })
  const addTo = (id: string) => {
    const headers = { ...ownPage, Cookie: cookie, 'SERVICE-ACCOUNT-ID': id, 'Idempotency-Key': 'one' }
    return call('POST', '/monitors', { json: monitor, headers })
  }
  for (const { id } of [account, other]) expect((await addTo(id)).status).toBe(200)
  const rows = await db.selectFrom('monitors').select('account_id').execute()
  expect(new Set(rows.map((row) => row.account_id))).toEqual(new Set([account.id, other.id]))
})
