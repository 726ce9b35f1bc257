import { describe, expect, test } from 'vitest'
import {
  acceptInvitation,
  changePassword,
  createAccount,
  listPeople,
  readAccount,
  removePerson,
  resetPassword,
  sendWelcomeEmail,
  updateAccountEmail,
} from '../../contract/index.ts'
import { browserOf, peopleWorld } from '../test/people-world.ts'
import { nextPassword } from '../test/password.ts'
import { addKey } from '../test/factors.ts'
import { insertKey } from '../test/keys.ts'
import { insertMember, join } from '../test/people.ts'
import { waitFor } from '../test/wait-for.ts'

const invitationToken = /\/invitation#([\w-]{43})/

describe('a holder', () => {
  const made = async ({ ask, partner }: Awaited<ReturnType<typeof peopleWorld>>, email: string) =>
    ask(createAccount, { path: { partner_id: partner.id }, body: { email, site: 'new.example' } }, partner.key)

  test('who is somebody already is invited, and becomes an owner by accepting', async () => {
    const here = await peopleWorld()
    const { db, service, owner, mailed, ask, partner } = here
    const { user_id } = await made(here, owner.email)
    const path = { partner_id: partner.id, account_id: user_id }
    const [{ name } = { name: '' }] = await db.selectFrom('partners').select('name').execute()
    expect(await ask(listPeople.partner, { path }, partner.key)).toMatchObject({
      people: [],
      invitations: [{ email: owner.email, role: 'owner', invited_by: name }],
    })
    await mailed(owner.email, invitationToken)
    expect(await ask(sendWelcomeEmail, { path }, partner.key)).toMatchObject({ new_password: false })
    const token = await mailed(owner.email, invitationToken, 2)
    const hers = browserOf(service, user_id)
    await hers.signIn(owner.email)
    expect((await hers.ask(listPeople.user)).status).toBe(403)
    expect((await hers.ask(acceptInvitation, { body: { token } })).status).toBe(200)
    expect((await hers.ask(listPeople.user)).body).toMatchObject({
      people: [{ id: owner.id, role: 'owner' }],
      invitations: [],
    })
    expect(await ask(sendWelcomeEmail, { path }, partner.key)).toMatchObject({ new_password: false })
    await mailed(owner.email, /(Sign in with your email address and the password that you already have)/)
    expect((await hers.signIn(owner.email)).status).toBe(200)
    expect(await db.selectFrom('people').select('id').execute()).toEqual([{ id: owner.id }])
  })

  test('who was taken off the account’s people isn’t brought back by a welcome', async () => {
    const here = await peopleWorld()
    const { db, ask, partner, account } = here
    const { user_id } = await made(here, 'old@example.com')
    const path = { partner_id: partner.id, account_id: user_id }
    await insertMember(db, { account_id: user_id }, 'owner')
    const [{ id } = { id: '' }] = (await ask(listPeople.partner, { path }, partner.key)).people.filter(
      ({ email }) => email === 'old@example.com',
    )
    await join(db, { id }, { account_id: account.id }, 'viewer')
    await ask(removePerson.partner, { path: { ...path, person_id: id } }, partner.key)
    await db.deleteFrom('mails').execute()
    await expect(ask(sendWelcomeEmail, { path }, partner.key)).rejects.toThrow(/isn’t among the account’s people/)
  })

  test('who has chosen a password keeps it when the welcome is sent again', async () => {
    const here = await peopleWorld()
    const { service, mailed, ask, partner } = here
    const { user_id } = await made(here, 'new@example.com')
    const path = { partner_id: partner.id, account_id: user_id }
    const first = await mailed('new@example.com', /Password: +(\S+)/)
    await waitFor(async () => expect((await ask(readAccount, { path }, partner.key)).welcome_email?.state).toBe('sent'))
    expect(await ask(sendWelcomeEmail, { path }, partner.key)).toMatchObject({ new_password: true })
    const second = await mailed('new@example.com', /Password: +(\S+)/, 2)
    const holder = browserOf(service, user_id)
    expect((await holder.signIn('new@example.com', first)).status).toBe(401)
    await holder.signIn('new@example.com', second)
    await holder.ask(changePassword, { body: { current_password: second, new_password: nextPassword } })
    await waitFor(async () => expect((await ask(readAccount, { path }, partner.key)).welcome_email?.state).toBe('sent'))
    expect(await ask(sendWelcomeEmail, { path }, partner.key)).toMatchObject({ new_password: false })
    expect((await holder.signIn('new@example.com', nextPassword)).status).toBe(200)
  })

  test('moves with the account’s address, and chooses a new password there', async () => {
    const here = await peopleWorld()
    const { service, mailed, ask, partner, browser } = here
    const { user_id } = await made(here, 'old@example.com')
    const password = await mailed('old@example.com', /Password: +(\S+)/)
    const holder = browserOf(service, user_id)
    await holder.signIn('old@example.com', password)
    const path = { partner_id: partner.id, account_id: user_id }
    await ask(updateAccountEmail, { path, body: { new_email: 'new@example.com' } }, partner.key)
    expect((await holder.ask(listPeople.user)).status).toBe(401)
    await mailed('old@example.com', /(no longer sign in with this email address)/)
    for (const email of ['old@example.com', 'new@example.com'])
      expect((await browser().signIn(email, password)).status, email).toBe(401)
    const token = await mailed('new@example.com', /\/reset#([\w-]{43})/)
    expect((await browser().ask(resetPassword, { body: { token, new_password: nextPassword } })).status).toBe(200)
    expect((await browser().signIn('new@example.com', nextPassword)).status).toBe(200)
  })

  test('who belongs elsewhere keeps their address as they write it', async () => {
    const here = await peopleWorld()
    const { db, ask, partner, owner } = here
    const { user_id } = await made(here, owner.email)
    const path = { partner_id: partner.id, account_id: user_id }
    await ask(updateAccountEmail, { path, body: { new_email: 'ADA@example.com' } }, partner.key)
    const people = await db.selectFrom('people').select('email').where('id', '=', owner.id).execute()
    expect(people).toEqual([{ email: owner.email }])
  })

  test('who belongs elsewhere stays there, and the account goes to whoever has the new address', async () => {
    const here = await peopleWorld()
    const { db, ask, partner, owner, account, mailed } = here
    const { user_id } = await made(here, owner.email)
    const other = await insertMember(db, { account_id: account.id }, 'viewer', { email: 'other@example.com' })
    const path = { partner_id: partner.id, account_id: user_id }
    await ask(updateAccountEmail, { path, body: { new_email: 'other@example.com' } }, partner.key)
    const token = await mailed('other@example.com', invitationToken)
    const people = async (id: string) =>
      (await ask(listPeople.partner, { path: { ...path, account_id: id } }, partner.key)).people
    expect(await people(user_id)).toEqual([])
    const theirs = browserOf(here.service, user_id)
    await theirs.signIn(other.email)
    await theirs.ask(acceptInvitation, { body: { token } })
    expect(await people(user_id)).toMatchObject([{ id: other.id, role: 'owner' }])
    expect((await people(account.id)).map(({ id }) => id)).toContain(owner.id)
  })
})

test('the holder whose account gets another email address leaves nothing that signs in to whoever has that one', async () => {
  const { signedIn, db, service, partner, account } = await peopleWorld()
  const { email } = await db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
  const holder = await insertMember(db, { account_id: account.id }, 'owner', { email })
  await addKey(await signedIn(email))
  const { id: membership } = await db
    .selectFrom('memberships')
    .select('id')
    .where('person_id', '=', holder.id)
    .executeTakeFirstOrThrow()
  await insertKey(db, { account_id: account.id }, { membership_id: membership, name: 'Of an application' })
  await insertKey(db, { account_id: account.id }, { name: 'Of the account' })
  await db
    .insertInto('identities')
    .values({
      id: 'i',
      partner_id: partner.id,
      issuer: 'https://login.example',
      subject: 'ada',
      person_id: holder.id,
      created_at: 0,
    })
    .execute()
  const path = { partner_id: partner.id, account_id: account.id }
  await service.ask(updateAccountEmail, { path, body: { new_email: 'new@example.com' } }, partner.key)
  expect(await db.selectFrom('people').select('id').where('email', '=', 'new@example.com').execute()).toHaveLength(1)
  expect(await db.selectFrom('passkeys').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('identities').selectAll().execute()).toEqual([])
  const keys = await db.selectFrom('api_keys').select('name').where('main', '=', 0).execute()
  expect(keys).toEqual([{ name: 'Of the account' }])
})
