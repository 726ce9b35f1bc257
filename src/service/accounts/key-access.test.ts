import { expect, test } from 'vitest'
import { changePassword, createAccount, readAccount } from '../../contract/index.ts'
import { browserOf, peopleWorld } from '../test/people-world.ts'
import { insertMember } from '../test/people.ts'
import { nextPassword, testPassword } from '../test/password.ts'

test('a manager doesn’t read what an owner may do: the account’s key', async () => {
  const { db, service, partner, account, ask } = await peopleWorld()
  const path = { partner_id: partner.id, account_id: account.id }
  expect((await ask(readAccount, { path }, partner.key)).api_key).toBe(account.key)
  for (const role of ['manager', 'operator', 'viewer'] as const) {
    const here = browserOf(service)
    await here.signIn((await insertMember(db, { partner_id: partner.id }, role)).email)
    expect((await here.ask(readAccount, { path })).body, role).not.toHaveProperty('api_key')
  }
  const manager = browserOf(service)
  await manager.signIn((await insertMember(db, { partner_id: partner.id }, 'manager')).email)
  const made = await manager.ask(createAccount, {
    path,
    body: { email: 'a@example.com', site: 'new.example' },
  })
  expect(made.status).toBe(200)
  expect(made.body).not.toHaveProperty('api_key')
})

test('an owner whose password came by mail reads no key before changing it', async () => {
  const { db, service, partner, account } = await peopleWorld()
  const owner = await insertMember(db, { partner_id: partner.id }, 'owner', { password_is_generated: 1 })
  const here = browserOf(service)
  await here.signIn(owner.email)
  const read = () => here.ask(readAccount, { path: { partner_id: partner.id, account_id: account.id } })
  expect((await read()).body).not.toHaveProperty('api_key')
  await here.ask(changePassword, { body: { current_password: testPassword, new_password: nextPassword } })
  expect((await read()).body).toHaveProperty('api_key', account.key)
})
