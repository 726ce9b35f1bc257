import { describe, expect, test } from 'vitest'
import {
  acceptInvitation,
  invite,
  listPeople,
  partnerEvents,
  partnerPeople,
  readInvitation,
  resendInvitation,
  type Role,
  setRole,
  withdrawInvitation,
} from '../../contract/index.ts'
import { browserOf, day, peopleWorld, sessionIn } from '../test/people-world.ts'
import { nextPassword } from '../test/password.ts'
import { insertLink, insertMember } from '../test/people.ts'
import { personLimits } from './limits.ts'
import { inviteByOperator } from './operator-actions.ts'

describe('an invitation', () => {
  test('are invited by mail, join with a name and a password, and are signed in', async () => {
    const { signedIn, browser, mailed, account, events, owner } = await peopleWorld()
    const here = await signedIn()
    expect((await here.ask(invite.user, { body: { email: 'Grace@Example.com', role: 'operator' } })).status).toBe(200)
    const token = await mailed('Grace@Example.com', /https:\/\/perf\.example\/invitation#([\w-]{43})/)
    const guest = browser()
    expect((await guest.ask(readInvitation, { body: { token } })).body).toMatchObject({
      email: 'Grace@Example.com',
      role: 'operator',
      kind: 'account',
      id: account.id,
      name: 'Fjord Bikes',
      invited_by: owner.name,
      known: false,
    })
    const accept = (body: object) => guest.ask(acceptInvitation, { body: { token, ...body } })
    expect((await accept({})).body).toMatchObject({ fields: { name: 'is required', password: expect.anything() } })
    expect((await accept({ name: 'Grace', password: 'passwordpassword' })).status).toBe(422)
    expect(sessionIn(await accept({ name: 'Grace', password: nextPassword }))).toMatchObject({
      person: { name: 'Grace', email: 'Grace@Example.com' },
      memberships: [{ id: account.id, role: 'operator' }],
    })
    guest.use(undefined)
    expect((await accept({ name: 'Grace', password: nextPassword })).status).toBe(409)
    const list = (await here.ask(listPeople.user)).body as { people: object[]; invitations: object[] }
    expect(list.invitations).toEqual([])
    expect(list.people).toMatchObject([
      { name: owner.name, role: 'owner', you: true },
      { name: 'Grace', role: 'operator', you: false },
    ])
    expect((await events()).map(({ kind }) => kind)).toEqual([
      'person.signed_in',
      'person.joined',
      'person.invited',
      'person.signed_in',
    ])
  })

  test('who are known accept as themselves only', async () => {
    const { db, signedIn, browser, mailed, partner } = await peopleWorld()
    const grace = await insertMember(db, { partner_id: partner.id }, 'viewer', { email: 'grace@example.com' })
    const eve = await insertMember(db, { partner_id: partner.id }, 'viewer')
    await (await signedIn()).ask(invite.user, { body: { email: 'grace@example.com', role: 'manager' } })
    const token = await mailed('grace@example.com', /\/invitation#([\w-]{43})/)
    const accept = (who: ReturnType<typeof browser>, body: object = {}) =>
      who.ask(acceptInvitation, { body: { token, ...body } })
    expect((await browser().ask(readInvitation, { body: { token } })).body).toMatchObject({ known: true })
    const other = browser()
    await other.signIn(eve.email)
    expect(await accept(other)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('Sign out first') },
    })
    expect((await accept(browser())).status).toBe(401)
    expect((await accept(browser(), { password: 'wrong', name: 'Eve' })).status).toBe(401)
    const herself = browser()
    await herself.signIn(grace.email)
    const answer = await accept(herself)
    expect(sessionIn(answer)?.['memberships']).toMatchObject([{ role: 'manager' }, { role: 'viewer' }])
  })

  test('without an address, as the operator makes it, is for whoever comes with it, once', async () => {
    const { db, service, browser, partner, clock, ask } = await peopleWorld()
    const { database, settings } = service.services
    const place = { column: 'partner_id', id: partner.id } as const
    const handOver = async (role: Role) => {
      const link = await inviteByOperator(place, { email: '', role, now: clock.now() }, { database, settings })
      return /^https:\/\/perf\.example\/invitation#([\w-]{43})$/.exec(link)?.[1] ?? ''
    }
    const token = await handOver('owner')
    const { invitations } = await ask(partnerPeople.list, { path: { partner_id: partner.id } }, partner.key)
    const again = { partner_id: partner.id, partner_invitation_id: invitations[0]?.id ?? '' }
    await expect(ask(partnerPeople.resend, { path: again }, partner.key)).rejects.toThrow(/no email address/)
    const guest = browser(undefined)
    expect((await guest.ask(readInvitation, { body: { token } })).body).toMatchObject({
      email: null,
      role: 'owner',
      kind: 'partner',
      name: 'Nordhost',
      invited_by: null,
      known: false,
    })
    const accept = (body: object) => guest.ask(acceptInvitation, { body: { token, ...body } })
    const fields = { name: 'Grace', password: nextPassword }
    expect(await accept(fields)).toMatchObject({ status: 422, body: { fields: { email: 'is required' } } })
    const known = await insertMember(db, { partner_id: partner.id }, 'viewer')
    // an address that is somebody's takes their password, and stays theirs
    expect((await accept({ ...fields, email: known.email })).status).toBe(401)
    expect(sessionIn(await accept({ ...fields, email: 'grace@example.com' }))).toMatchObject({
      person: { name: 'Grace', email: 'grace@example.com' },
      memberships: [{ kind: 'partner', id: partner.id, role: 'owner' }],
    })
    guest.use(undefined)
    expect((await accept({ ...fields, email: 'eve@example.com' })).status).toBe(409)

    const herself = browser(undefined)
    await herself.signIn(known.email)
    const raised = await herself.ask(acceptInvitation, { body: { token: await handOver('manager') } })
    expect(sessionIn(raised)).toMatchObject({ person: { id: known.id }, memberships: [{ role: 'manager' }] })
    const { rows } = await ask(partnerEvents.list, { path: { partner_id: partner.id }, query: {} }, partner.key)
    expect(rows.map(({ kind, actor, person }) => [kind, actor, person?.name])).toEqual(
      expect.arrayContaining([
        ['person.invited', 'operator', undefined],
        ['person.joined', 'partner', 'Grace'],
        ['person.role', 'partner', known.name],
      ]),
    )
  })

  test('raises the role of whoever is one of the people already, and never lowers it', async () => {
    const { db, browser, account, events } = await peopleWorld()
    const at = { account_id: account.id }
    const grace = await insertMember(db, at, 'manager')
    const herself = browser()
    await herself.signIn(grace.email)
    const accept = async (role: 'owner' | 'viewer') => {
      const { token } = await insertLink(db, { kind: 'invitation', email: grace.email, role, ...at })
      return sessionIn(await herself.ask(acceptInvitation, { body: { token } }))
    }
    expect(await accept('viewer')).toMatchObject({ memberships: [{ role: 'manager' }] })
    expect(await accept('owner')).toMatchObject({ memberships: [{ role: 'owner' }] })
    expect(await events()).toMatchObject([
      { kind: 'person.role', detail: { from: 'manager', to: 'owner' }, person: { id: grace.id } },
      { kind: 'person.signed_in' },
    ])
  })

  test('aren’t let in by an invitation that was withdrawn, sent again, replaced, or is over', async () => {
    const { signedIn, browser, mailed, clock } = await peopleWorld()
    const here = await signedIn()
    const inviteTo = async (email: string) => {
      const { id } = (await here.ask(invite.user, { body: { email, role: 'viewer' } })).body as { id: string }
      return { id, token: await mailed(email, /\/invitation#([\w-]{43})/) }
    }
    const statusOf = async (token: string) => (await browser().ask(readInvitation, { body: { token } })).status
    const withdrawn = await inviteTo('a@example.com')
    expect(await statusOf(withdrawn.token)).toBe(200)
    expect((await here.ask(withdrawInvitation.user, { path: { invitation_id: withdrawn.id } })).status).toBe(200)
    expect(await statusOf(withdrawn.token)).toBe(409)

    const again = await inviteTo('b@example.com')
    await here.ask(resendInvitation.user, { path: { invitation_id: again.id } })
    expect(await statusOf(again.token)).toBe(409)
    const latest = await mailed('b@example.com', /\/invitation#([\w-]{43})/, 2)
    expect(await statusOf(latest)).toBe(200)
    await here.ask(invite.user, { body: { email: 'B@example.com', role: 'viewer' } })
    expect(await statusOf(latest)).toBe(409)

    const late = await inviteTo('c@example.com')
    await clock.advance(7 * day)
    expect(await statusOf(late.token)).toBe(409)
  })

  test('ends with what let its sender invite', async () => {
    const { db, service, signedIn, browser, mailed, account, partner } = await peopleWorld()
    const at = { account_id: account.id }
    const here = await signedIn()
    const bob = await insertMember(db, at, 'owner')
    const carol = await insertMember(db, { partner_id: partner.id }, 'owner')
    const dora = await insertMember(db, { partner_id: partner.id }, 'owner')
    const invited = async (by: string, email: string) => {
      const sender = await signedIn(by)
      expect((await sender.ask(invite.user, { body: { email, role: 'owner' } })).status).toBe(200)
      return mailed(email, /\/invitation#([\w-]{43})/)
    }
    const statusOf = async (token: string) => (await browser().ask(readInvitation, { body: { token } })).status
    const [byOwner, byBob, byCarol] = [
      await invited('Ada@Example.com', 'a@example.com'),
      await invited(bob.email, 'b@example.com'),
      await invited(carol.email, 'c@example.com'),
    ]
    expect(await statusOf(byBob)).toBe(200)
    await here.ask(setRole.user, { path: { person_id: bob.id }, body: { role: 'manager' } })
    expect(await statusOf(byBob)).toBe(409)
    const boss = browserOf(service, undefined)
    await boss.signIn(dora.email)
    const path = { partner_id: partner.id, partner_person_id: carol.id }
    expect(await statusOf(byCarol)).toBe(200)
    expect((await boss.ask(partnerPeople.remove, { path })).status).toBe(200)
    expect(await statusOf(byCarol)).toBe(409)
    expect(await statusOf(byOwner)).toBe(200)
  })

  test('of a partner are another list, whose owners invite for the partner', async () => {
    const { db, service, partner, ask } = await peopleWorld()
    const boss = await insertMember(db, { partner_id: partner.id }, 'owner')
    const here = browserOf(service)
    await here.signIn(boss.email)
    const path = { partner_id: partner.id }
    expect(
      (await here.ask(partnerPeople.invite, { path, body: { email: 'a@example.com', role: 'viewer' } })).status,
    ).toBe(200)
    const list = await ask(partnerPeople.list, { path }, partner.key)
    expect(list).toMatchObject({ people: [{ id: boss.id, you: false }], invitations: [{ email: 'a@example.com' }] })
  })

  test('can’t be invited without end', async () => {
    const { account, ask, db } = await peopleWorld()
    for (let i = 0; i < 5; i++) {
      const { id } = await ask(invite.user, { body: { email: 'a@example.com', role: 'viewer' } }, account.key)
      await ask(withdrawInvitation.user, { path: { invitation_id: id } }, account.key)
    }
    await expect(ask(invite.user, { body: { email: 'a@example.com', role: 'viewer' } }, account.key)).rejects.toThrow(
      '429',
    )
    for (let i = 0; i < personLimits.openInvitations; i++)
      await ask(invite.user, { body: { email: `b${i}@example.com`, role: 'viewer' } }, account.key)
    await expect(ask(invite.user, { body: { email: 'c@example.com', role: 'viewer' } }, account.key)).rejects.toThrow(
      '409',
    )
    await db.deleteFrom('person_links').execute()
    for (let i = 1; i < personLimits.people; i++) await insertMember(db, { account_id: account.id }, 'viewer')
    await expect(ask(invite.user, { body: { email: 'd@example.com', role: 'viewer' } }, account.key)).rejects.toThrow(
      '409',
    )
  })
})
