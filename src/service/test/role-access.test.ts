import { describe, expect, test } from 'vitest'
import {
  allEndpoints,
  type Endpoint,
  headers,
  isOpenToSiteKeys,
  leastRoleFor,
  mayCall,
  roles,
} from '../../contract/index.ts'
import type { Account, Partner } from '../database/index.ts'
import { hashOf, newKey } from '../secrets/index.ts'
import { stateOf } from './fixtures.ts'
import { insertKey, thisMinute } from './keys.ts'
import { type At, insertMember, join, ownPage, sessionOf } from './people.ts'
import { send, type Sent, takesKey } from './send.ts'
import { start } from './service.ts'
import { threeAccounts, validRequest } from './three-accounts.ts'

const hour = 3600_000
const operations = allEndpoints.filter(takesKey)

/** What a credential should come to: let through, or refused with this status. */
interface Case {
  readonly name: string
  readonly sent: Partial<Sent>
  readonly refused: 400 | 401 | 403 | 404 | null
  /** Whether the account and the partner require a second factor. */
  readonly factorRequired?: true
}

type Here = Awaited<ReturnType<typeof world>>

async function world() {
  const accounts = await threeAccounts()
  const { db } = accounts.service
  const accountOf = (id: string): Promise<Account> =>
    db.selectFrom('accounts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const account = await accountOf(accounts.mine.account.id)
  const sibling = await accountOf(accounts.sibling.account.id)
  const partner: Partner = await db
    .selectFrom('partners')
    .selectAll()
    .where('id', '=', accounts.mine.partner.id)
    .executeTakeFirstOrThrow()
  const cookieAs = async (at: At, role: (typeof roles)[number], fields = {}) =>
    (await sessionOf(db, { person: await insertMember(db, at, role, fields) })).cookie
  return { ...accounts, db, account, partner, sibling: { ...accounts.sibling, row: sibling }, cookieAs }
}

/** Each credential that can be sent to an operation. */
async function casesFor(endpoint: Endpoint, here: Here): Promise<readonly Case[]> {
  const { db, account, partner, sibling, foreign, mine, cookieAs } = here
  const [ofAccount, ofPartner] = [{ account_id: account.id }, { partner_id: partner.id }]
  const byPartner = endpoint.access === 'partner'
  const isWrite = endpoint.method !== 'GET'
  const owner = await cookieAs(byPartner ? ofPartner : ofAccount, 'owner')
  const good = byPartner ? mine.partner.key : mine.account.key
  const denied = byPartner ? 403 : 401

  const owning = await insertMember(db, ofAccount, 'owner')
  for (const at of [ofPartner, { account_id: sibling.account.id }]) await join(db, owning, at, 'owner')
  const cookieByLink = async (id: string) => (await sessionOf(db, { person: owning, account: { id } })).cookie
  const cookieWithFactor = async () => {
    const person = await insertMember(db, byPartner ? ofPartner : ofAccount, 'owner')
    const app = { secret_sealed: '', last_step: null, created_at: start, confirmed_at: start }
    await db
      .insertInto('authenticators')
      .values({ person_id: person.id, ...app })
      .execute()
    return (await sessionOf(db, { person })).cookie
  }
  const over = await sessionOf(db, { person: await insertMember(db, ofPartner, 'owner') }, start - 12 * hour)
  const replaced = await sessionOf(
    db,
    byPartner ? { partner: { ...partner, key_hash: 'old' } } : { account: { ...account, key_hash: 'old' } },
  )
  const mailed = await cookieAs(byPartner ? ofPartner : ofAccount, 'owner', { password_is_generated: 1 })
  const byRole = await Promise.all(
    roles.toReversed().flatMap((role) =>
      (byPartner ? [ofPartner] : [ofPartner, ofAccount]).map(async (at): Promise<Case> => ({
        name: `${role} of ${Object.keys(at).join()}`,
        sent: { cookie: await cookieAs(at, role) },
        refused: mayCall(role, endpoint.id) ? null : 403,
      })),
    ),
  )
  const cases: Case[] = [
    ...(await casesOfKeys(endpoint, here)),
    {
      name: 'another account’s owner',
      sent: { cookie: await cookieAs({ account_id: sibling.account.id }, 'owner') },
      refused: 403,
    },
    {
      name: 'another partner’s owner',
      sent: { cookie: await cookieAs({ partner_id: foreign.partner.id }, 'owner') },
      refused: 403,
    },
    {
      name: 'another account’s key',
      sent: { cookie: (await sessionOf(db, { account: sibling.row })).cookie },
      refused: 403,
    },
    { name: 'a session that is over', sent: { cookie: over.cookie }, refused: 401 },
    { name: 'a session of a key that was replaced', sent: { cookie: replaced.cookie }, refused: 401 },
    {
      name: 'a link to another account of the owner',
      sent: { cookie: await cookieByLink(sibling.account.id) },
      refused: 403,
    },
    {
      name: 'a link to the account',
      sent: { cookie: await cookieByLink(account.id) },
      refused: !byPartner && mayCall('manager', endpoint.id) ? null : 403,
    },
    {
      name: 'a sign-in without its second factor',
      sent: { cookie: mine.pendingCookie },
      // what anybody may do
      refused: endpoint.access === 'open' ? null : denied,
    },
    {
      name: 'the same as a session',
      sent: { cookie: mine.pendingCookie.replace('-pending', '') },
      refused: 401,
    },
    { name: 'an owner without the required factor', sent: { cookie: owner }, refused: 403, factorRequired: true },
    { name: 'an owner with it', sent: { cookie: await cookieWithFactor() }, refused: null, factorRequired: true },
    { name: 'a made-up session', sent: { cookie: '__Host-site-performance=made-up' }, refused: 401 },
    { name: 'a wrong key with a good session', sent: { cookie: owner, key: newKey() }, refused: denied },
    ...(byPartner
      ? [
          {
            name: 'an owner of the account',
            sent: { cookie: await cookieAs(ofAccount, 'owner') },
            refused: 403,
          } as const,
        ]
      : [
          {
            name: 'no account named',
            sent: { cookie: owner, headers: { ...ownPage, [headers.account]: '' } },
            refused: 400,
          } as const,
          {
            name: 'a made-up account',
            sent: { cookie: owner, headers: { ...ownPage, [headers.account]: newKey() } },
            refused: 403,
          } as const,
        ]),
    ...(isWrite
      ? ([
          { name: 'the password of the mail', sent: { cookie: mailed }, refused: 403 },
          ...['cross-site', 'same-site', 'none'].map((site) => ({
            name: `a write from ${site}`,
            sent: { cookie: owner, headers: { 'Sec-Fetch-Site': site, Origin: 'https://perf.example' } },
            refused: 403 as const,
          })),
          {
            name: 'a write from another origin',
            sent: { cookie: owner, headers: { Origin: 'https://evil.example' } },
            refused: 403,
          },
          { name: 'a write from nowhere', sent: { cookie: owner, headers: {} }, refused: 403 },
        ] as const)
      : ([
          {
            name: 'a read from another site’s page',
            sent: { cookie: owner, headers: { 'Sec-Fetch-Site': 'same-site' } },
            refused: 403,
          },
          { name: 'the password of the mail', sent: { cookie: mailed }, refused: null },
        ] as const)),
    ...byRole,
    {
      name: 'the key’s session',
      sent: { cookie: (await sessionOf(db, byPartner ? { partner } : { account })).cookie },
      refused: null,
    },
    { name: 'the partner’s key’s session', sent: { cookie: (await sessionOf(db, { partner })).cookie }, refused: null },
    { name: 'a good key with a session that is over', sent: { key: good, cookie: over.cookie }, refused: null },
    {
      name: 'a good key from another site',
      sent: { key: good, headers: { Origin: 'https://evil.example' } },
      refused: null,
    },
  ]
  return cases
}

/** The same of keys beside the main ones. */
async function casesOfKeys(endpoint: Endpoint, { db, account, partner, sibling, foreign, mine }: Here) {
  const byPartner = endpoint.access === 'partner'
  const [at, other]: [At, At] = byPartner
    ? [{ partner_id: partner.id }, { account_id: account.id }]
    : [{ account_id: account.id }, { partner_id: partner.id }]
  const denied = byPartner ? 403 : 401
  const secret = newKey()
  const keyWith = async (fields: Parameters<typeof insertKey>[2], where = at) =>
    (await insertKey(db, where, fields)).key
  const old = { old_key_hash: hashOf(secret), old_used_at: thisMinute }
  const ended = await insertKey(db, at)
  await db.deleteFrom('api_keys').where('id', '=', ended.id).execute()
  const mainRow = db.updateTable('api_keys').where('id', '=', byPartner ? partner.id : account.id)
  const [oldMain, viewerKey] = [newKey(), newKey()]
  await mainRow.set({ ...old, old_key_hash: hashOf(oldMain), old_ends_at: start + hour }).execute()
  await insertKey(db, at, { role: 'viewer', key_hash: hashOf(viewerKey) })
  const owner = byPartner
    ? { partner: { ...partner, key_hash: hashOf(viewerKey) } }
    : { account: { ...account, key_hash: hashOf(viewerKey) } }
  const endedOwner = byPartner
    ? { partner: { ...partner, key_hash: hashOf(ended.key) } }
    : { account: { ...account, key_hash: hashOf(ended.key) } }
  const asViewer = mayCall('viewer', endpoint.id) ? null : 403
  const cases: Case[] = [
    { name: 'an ended key', sent: { key: ended.key }, refused: denied },
    { name: 'the session of an ended key', sent: { cookie: (await sessionOf(db, endedOwner)).cookie }, refused: 401 },
    { name: 'an expired key', sent: { key: await keyWith({ ends_at: start }) }, refused: denied },
    { name: 'a key with an end', sent: { key: await keyWith({ ends_at: start + hour }) }, refused: null },
    { name: 'a key of the other kind', sent: { key: await keyWith({}, other) }, refused: denied },
    { name: 'a main key within its overlap', sent: { key: oldMain }, refused: null },
    { name: 'a viewer’s key’s session', sent: { cookie: (await sessionOf(db, owner)).cookie }, refused: asViewer },
    ...(await Promise.all(
      roles.map(async (role): Promise<Case> => ({
        name: `a key as ${role}`,
        sent: { key: await keyWith({ role }) },
        refused: mayCall(role, endpoint.id) ? null : 403,
      })),
    )),
  ]
  await keyWith({ ...old, old_ends_at: start + 1 })
  cases.push({ name: 'a rotated key within its overlap', sent: { key: secret }, refused: null })
  const late = newKey()
  await keyWith({ ...old, old_key_hash: hashOf(late), old_ends_at: start })
  cases.push({ name: 'a rotated key after its overlap', sent: { key: late }, refused: denied })
  if (byPartner) {
    const key = await keyWith({}, { partner_id: foreign.partner.id })
    return [...cases, { name: 'another partner’s key', sent: { key }, refused: 403 } as const]
  }
  const limited = await keyWith({ sites: JSON.stringify([sibling.ids['site_id']]) })
  const isNamed = /\{(?:site|monitor|sample|incident|event)_id\}/.test(endpoint.path)
  const acting = { [headers.partnerKey]: await keyWith({ role: 'viewer' }, other) }
  const users: Case[] = [
    {
      name: 'a viewer’s key of the acting partner',
      sent: { key: mine.account.key, headers: acting },
      refused: asViewer,
    },
    {
      name: 'a key of the acting partner that isn’t its own',
      sent: {
        key: mine.account.key,
        headers: { [headers.partnerKey]: await keyWith({}, { partner_id: foreign.partner.id }) },
      },
      refused: 403,
    },
  ]
  if (!isOpenToSiteKeys(endpoint)) users.push({ name: 'a key for another site', sent: { key: limited }, refused: 403 })
  else if (isNamed) users.push({ name: 'a key for another site', sent: { key: limited }, refused: 404 })
  return [...cases, ...users]
}

describe.each(operations)('$id', (endpoint) => {
  test('is open to each role, session and key as the table says, and refused without a trace', async () => {
    const here = await world()
    const { mine, service, account, partner } = here
    const given = { ids: mine.ids, ...validRequest(endpoint, mine) }
    const cases = await casesFor(endpoint, here)
    const mainKey = await service.db.selectFrom('api_keys').selectAll().where('id', '=', account.id).executeTakeFirst()
    /** Puts back what an earlier case may have replaced. */
    const putBack = async (isRequired: boolean) => {
      const fields = { factor_required: isRequired ? 1 : 0 } as const
      const { key_hash } = account
      await service.db
        .updateTable('accounts')
        .set({ key_hash, ...fields })
        .where('id', '=', account.id)
        .execute()
      if (mainKey) await service.db.updateTable('api_keys').set(mainKey).where('id', '=', account.id).execute()
      await service.db.updateTable('partners').set(fields).where('id', '=', partner.id).execute()
    }
    const answerTo = async ({ name, sent }: Case) => {
      // requests of a page name the account, unless a case says otherwise
      const more = sent.headers ?? ownPage
      const named = sent.cookie === undefined || headers.account in more ? {} : { [headers.account]: account.id }
      const answer = await send(service, endpoint, { ...given, ...sent, headers: { ...more, ...named } })
      return { ...answer, said: `${name} was answered ${answer.status} ${answer.text.slice(0, 300)}` }
    }
    for (const isRequired of [false, true]) {
      await putBack(isRequired)
      const before = await stateOf(service.db)
      for (const one of cases) {
        if (one.refused === null || (one.factorRequired ?? false) !== isRequired) continue
        const { status, said } = await answerTo(one)
        expect(status, said).toBe(one.refused)
        expect(await stateOf(service.db), said).toBe(before)
      }
    }
    for (const one of cases) {
      if (one.refused !== null) continue
      await putBack(one.factorRequired ?? false)
      const { status, said } = await answerTo(one)
      expect([401, 403], said).not.toContain(status)
    }
  })
})

test('every operation of a partner or an account has a least role, and no other has', () => {
  for (const { id, access } of allEndpoints)
    expect([id, leastRoleFor(id) === undefined]).toEqual([id, access === 'session' || access === 'guest'])
})
