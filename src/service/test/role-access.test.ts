import { describe, expect, test } from 'vitest'
import { allEndpoints, type Endpoint, headers, leastRoleFor, mayCall, roles } from '../../contract/index.ts'
import type { Account, Partner } from '../database/index.ts'
import { newKey } from '../secrets/index.ts'
import { stateOf } from './fixtures.ts'
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
  readonly refused: 400 | 401 | 403 | null
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

/** Each credential that can be sent to an operation, those that are refused first: the others may change what is there. */
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
  return [...cases.filter(({ refused }) => refused !== null), ...cases.filter(({ refused }) => refused === null)]
}

describe.each(operations)('$id', (endpoint) => {
  test('is open to each role, session and key as the table says, and refused without a trace', async () => {
    const here = await world()
    const { mine, service, account } = here
    const given = { ids: mine.ids, ...validRequest(endpoint, mine) }
    for (const { name, sent, refused } of await casesFor(endpoint, here)) {
      // requests of a page name the account, unless a case says otherwise
      const more = sent.headers ?? ownPage
      const named = sent.cookie === undefined || headers.account in more ? {} : { [headers.account]: account.id }
      // an earlier case may have replaced it
      await service.db
        .updateTable('accounts')
        .set({ key_hash: account.key_hash })
        .where('id', '=', account.id)
        .execute()
      const before = refused === null ? '' : await stateOf(service.db)
      const answer = await send(service, endpoint, { ...given, ...sent, headers: { ...more, ...named } })
      const said = `${name} was answered ${answer.status} ${answer.text.slice(0, 300)}`
      if (refused === null) expect([401, 403], said).not.toContain(answer.status)
      else {
        expect(answer.status, said).toBe(refused)
        expect(await stateOf(service.db), said).toBe(before)
      }
    }
  })
})

test('every operation of a partner or an account has a least role, and no other has', () => {
  for (const { id, access } of allEndpoints)
    expect([id, leastRoleFor(id) === undefined]).toEqual([id, access === 'session' || access === 'guest'])
})
