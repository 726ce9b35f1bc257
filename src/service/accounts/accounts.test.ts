import { describe, expect, test } from 'vitest'
import {
  createAccount,
  deleteAccount,
  listAlertRules,
  listEvents,
  listAccountSites,
  listAccounts,
  readAccount,
  readUserEmail,
  replaceKey,
  updateAccountEmail,
} from '../../contract/index.ts'
import { type TestOptions, testService } from '../test/service.ts'
import { accountName } from './rules.ts'

async function partnered(kind: { reseller?: boolean; addon?: boolean } = {}, options: TestOptions = {}) {
  const service = await testService(options)
  const partner = await service.makePartner(kind)
  const path = { partner_id: partner.id }
  const post = (form: Record<string, string>) =>
    service.call('POST', `/partners/${partner.id}/accounts`, { key: partner.key, form })
  const count = async () => (await service.ask(listAccounts, { path }, partner.key)).total_entries
  return { ...service, partner, path, post, count }
}

test.each([
  [{ first_name: 'Ada', last_name: 'Lovelace', company: 'Engines' }, 'Ada Lovelace'],
  [{ first_name: 'Ada', company: 'Engines' }, 'Ada'],
  [{ last_name: 'Lovelace' }, 'Lovelace'],
  [{ company: 'Engines' }, 'Engines'],
  [{ first_name: '', last_name: '', company: '' }, 'ada.l'],
  [{}, 'ada.l'],
])('the name of %j', (given, name) => {
  expect(accountName({ email: 'ada.l@example.com', ...given })).toBe(name)
})

describe('creating an account', () => {
  test('returns the account, its first site and its key', async () => {
    const { post, ask, partner, path } = await partnered()
    const answer = await post({
      email: 'Ada@Example.com',
      site: 'https://WWW.Engines.example/shop?x=1',
      company: 'Engines',
    })
    expect(answer.status).toBe(200)
    const created = answer.body as { user_id: string; site_id: string; api_key: string }
    expect(answer.body).toEqual({
      email: 'Ada@Example.com',
      user_id: expect.any(String),
      site_id: expect.any(String),
      host: 'www.engines.example',
      api_key: expect.stringMatching(/^[0-9A-Za-z]{36}$/),
      assessment_url: `https://perf.example/sites/${created.site_id}/results`,
      preview_url: expect.stringMatching(/^http:\/\/p-[0-9a-f]{12}\.edge\.example:4080\/$/),
    })
    const account = await ask(readAccount, { path: { ...path, account_id: created.user_id } }, partner.key)
    expect(account).toEqual({
      id: created.user_id,
      name: 'Engines',
      email: 'Ada@Example.com',
      created_at: '2026-11-21T08:00:00.000Z',
      last_sign_in_at: null,
      api_key: created.api_key,
      company: 'Engines',
      phone: null,
      welcome_email: { state: 'waiting', attempts: 0 },
    })
    expect(await ask(readUserEmail, {}, created.api_key)).toEqual({
      user_id: created.user_id,
      email: 'Ada@Example.com',
    })
    const { sites } = await ask(listAccountSites, { path: { ...path, account_id: created.user_id } }, partner.key)
    expect(sites).toMatchObject([{ id: created.site_id, host: 'www.engines.example' }])
  })

  test.each([
    ['as documented', {}, {}, [{ name: 'Down', channels: ['email'], kinds: ['down'], target: 'a@example.com' }]],
    ['declined', {}, { down_alerts: 'false' }, []],
    ['until the address is the customer’s', { addon: true }, { deferred_creation: 'true' }, []],
  ])('gives it a rule about what is down: %s', async (_, kind, more, rules) => {
    const { post, ask } = await partnered(kind)
    const { status, body } = await post({ email: 'a@example.com', site: 'www.a.example', ...more })
    expect(status).toBe(200)
    const { api_key } = body as { api_key: string }
    const found = await ask(listAlertRules.user, {}, api_key)
    expect(found.rules).toMatchObject(rules)
    expect(found.rules).toHaveLength(rules.length)
  })

  test('returns service_cname to resellers only', async () => {
    const form = { email: 'a@example.com', site: 'www.a.example', plan: 'free' }
    const plain = await partnered()
    expect((await plain.post(form)).body).not.toHaveProperty('service_cname')
    const reseller = await partnered({ reseller: true })
    expect((await reseller.post(form)).body).toHaveProperty(
      'service_cname',
      expect.stringMatching(/^s-\w+\.edge\.example$/),
    )
  })

  test('with a deferred host creates no addresses and no monitor', async () => {
    const { post, ask, partner, path, db } = await partnered({ addon: true })
    const form = { email: 'a@example.com', site: 'not-yet.example', deferred_host: 'true' }
    const { status, body } = await post(form)
    expect(status).toBe(200)
    expect(body).toMatchObject({ host: 'not-yet.example', assessment_url: null, preview_url: null })
    const { user_id } = body as { user_id: string }
    const { sites } = await ask(listAccountSites, { path: { ...path, account_id: user_id } }, partner.key)
    expect(sites).toMatchObject([{ service_cname: null, preview_url: null }])
    expect(await db.selectFrom('monitors').selectAll().execute()).toEqual([])
    expect(await post({ ...form, email: 'b@example.com', site: 'not a host' })).toMatchObject({ status: 422 })
  })

  test('with a deferred host needs no site: the service makes a placeholder', async () => {
    const { post } = await partnered({ addon: true })
    const hosts = ['a', 'b'].map(async (name) => {
      const { status, body } = await post({ email: `${name}@example.com`, deferred_host: 'true' })
      expect(status).toBe(200)
      expect(body).toMatchObject({ site_id: expect.any(String), preview_url: null })
      return (body as { host: string }).host
    })
    const [one, other] = await Promise.all(hosts)
    expect(one).toMatch(/^placeholder-\w+\.invalid$/)
    expect(other).not.toBe(one)
    const withReal = await post({ email: 'c@example.com', deferred_host: 'false' })
    expect(withReal).toMatchObject({ status: 422, body: { fields: { site: 'is required' } } })
  })
})

describe('creating an account is refused', () => {
  test('with every invalid field in one reply', async () => {
    const { post, count } = await partnered()
    await post({ email: 'taken@example.com', site: 'a.example' })
    const schema = await post({ email: 'nobody', plan: 'gold', deferred_host: 'perhaps' })
    expect(schema).toMatchObject({
      status: 422,
      body: {
        fields: {
          email: 'must be an email address',
          site: 'is required',
          plan: 'must be free, paid or plus_paid',
          deferred_host: 'must be true or false',
        },
      },
    })
    const form = { email: 'TAKEN@example.com', site: 'not a host', deferred_creation: 'on', deferred_host: 'on' }
    expect(await post(form)).toMatchObject({
      status: 422,
      body: {
        fields: {
          email: 'is already used by another account',
          site: 'must be a host name, such as www.example.com',
          deferred_creation: 'is only available to addon partners',
          deferred_host: 'is only available to addon partners',
        },
      },
    })
    expect(await count()).toBe(1)
  })

  test('for an email address that another of the partner’s accounts has, ignoring case', async () => {
    const { post, call, makePartner } = await partnered()
    expect((await post({ email: 'Ada@example.com', site: 'a.example' })).status).toBe(200)
    expect(await post({ email: 'aDA@EXAMPLE.com', site: 'b.example' })).toMatchObject({
      status: 422,
      body: { fields: { email: 'is already used by another account' } },
    })
    const other = await makePartner()
    const form = { email: 'ada@example.com', site: 'a.example' }
    expect((await call('POST', `/partners/${other.id}/accounts`, { key: other.key, form })).status).toBe(200)
  })

  test('for all but one of several concurrent requests with the same email address', async () => {
    const { post, count } = await partnered()
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, i) => post({ email: 'a@example.com', site: `h${i}.example` })),
    )
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422, 422])
    for (const { status, body } of answers)
      if (status === 422) expect(body).toMatchObject({ fields: { email: 'is already used by another account' } })
    expect(await count()).toBe(1)
  })

  test('to a reseller who breaks a restriction, and with 409 while DNS doesn’t answer', async () => {
    const { post, count } = await partnered({ reseller: true })
    const fields = async (site: string, plan: Record<string, string> = { plan: 'paid' }) => {
      const { status, body } = await post({ email: 'r@example.com', site, ...plan })
      return [status, Object.keys((body as { fields?: object }).fields ?? {})]
    }
    expect(await fields('www.a.example', {})).toEqual([422, ['plan']])
    expect(await fields('https://www.a.example', {})).toEqual([422, ['plan', 'site']])
    expect(await fields('a.example')).toEqual([422, ['site']])
    expect(await fields('a.co.uk')).toEqual([422, ['site']])
    expect(await fields('co.uk')).toEqual([422, ['site']])
    expect(await fields('a-record.a.example')).toEqual([422, ['site']])
    expect(await fields('no-dns.a.example')).toEqual([422, ['site']])
    expect(await fields('silent-dns.a.example')).toEqual([409, []])
    expect(await count()).toBe(0)
    expect(await fields('www.a.co.uk')).toEqual([200, []])
  })

  test('for a bad certificate if ignore_ssl_check is true', async () => {
    const { post } = await partnered()
    let n = 0
    const site = async (address: string, ignore_ssl_check?: string) => {
      const form = { email: `s${n++}@example.com`, site: address, ...(ignore_ssl_check ? { ignore_ssl_check } : {}) }
      return (await post(form)).status
    }
    // false, the default, skips the check
    expect(await site('https://bad-certificate.example')).toBe(200)
    expect(await site('https://bad-certificate.example', 'false')).toBe(200)
    expect(await site('https://bad-certificate.example', 'true')).toBe(422)
    expect(await site('bad-certificate.example', 'true')).toBe(422)
    expect(await site('http://bad-certificate.example', 'true')).toBe(200)
    expect(await site('https://www.example', 'true')).toBe(200)
    expect(await site('www.example', 'true')).toBe(200)
    expect(await site('https://no-answer.example', 'true')).toBe(422)
    expect(await site('no-answer.example', 'true')).toBe(200)
  })

  test('without leaving partial data behind', async () => {
    const { post, db } = await partnered()
    await db.schema.alterTable('monitors').renameTo('elsewhere').execute()
    expect((await post({ email: 'a@example.com', site: 'a.example' })).status).toBe(500)
    await db.schema.alterTable('elsewhere').renameTo('monitors').execute()
    for (const table of ['accounts', 'sites', 'profiles', 'mails', 'monitors'] as const)
      expect(await db.selectFrom(table).selectAll().execute(), table).toEqual([])
    expect((await post({ email: 'a@example.com', site: 'a.example' })).status).toBe(200)
  })
})

describe('deleting an account', () => {
  test('is refused while it has sites, and names them', async () => {
    const { ask, call, partner, path, db } = await partnered()
    const { user_id } = await ask(
      createAccount,
      { path, body: { email: 'a@example.com', site: 'a.example' } },
      partner.key,
    )
    const address = `/partners/${partner.id}/accounts/${user_id}`
    for (const host of ['b', 'c', 'd']) {
      await call('POST', `${address}/sites`, { key: partner.key, form: { host: `${host}.example` } })
    }
    const answer = await call('DELETE', address, { key: partner.key })
    expect(answer).toMatchObject({
      status: 409,
      body: { error: 'The account still has sites: a.example, b.example, c.example, d.example. Delete them first.' },
    })
    await db.deleteFrom('sites').execute()
    expect((await call('DELETE', address, { key: partner.key })).status).toBe(200)
  })

  test('returns the deleted account and invalidates its key', async () => {
    const { ask, call, makeAccount, partner, path } = await partnered()
    const account = await makeAccount(partner, {
      name: 'Gone',
      email: 'gone@example.com',
      email_lower: 'gone@example.com',
    })
    const input = { path: { ...path, account_id: account.id } }
    expect(await ask(deleteAccount, input, partner.key)).toEqual({
      id: account.id,
      name: 'Gone',
      email: 'gone@example.com',
    })
    expect((await call('DELETE', `/partners/${partner.id}/accounts/${account.id}`, { key: partner.key })).status).toBe(
      404,
    )
    expect((await call('GET', '/users/email', { key: account.key })).status).toBe(401)
  })
})

describe('update_email', () => {
  test('changes the address unless another of the partner’s accounts has it', async () => {
    const { ask, call, makeAccount, partner, path } = await partnered()
    await makeAccount(partner, { email: 'taken@example.com', email_lower: 'taken@example.com' })
    const { id } = await makeAccount(partner)
    const input = (new_email: string) => ({ path: { ...path, account_id: id }, body: { new_email } })
    expect(await ask(updateAccountEmail, input('New@example.com'), partner.key)).toMatchObject({
      email: 'New@example.com',
    })
    expect((await ask(readAccount, { path: { ...path, account_id: id } }, partner.key)).email).toBe('New@example.com')
    // the account's own address in another case
    expect((await ask(updateAccountEmail, input('NEW@example.com'), partner.key)).email).toBe('NEW@example.com')
    const address = `/partners/${partner.id}/accounts/${id}/update_email`
    const refused = (new_email: string) => call('PUT', address, { key: partner.key, form: { new_email } })
    expect(await refused('TAKEN@example.com')).toMatchObject({
      status: 422,
      body: { fields: { new_email: expect.any(String) } },
    })
    expect(await refused('nobody')).toMatchObject({ status: 422, body: { fields: { new_email: expect.any(String) } } })
  })
})

describe('the key of an account', () => {
  test('is replaced by its holder and by its partner, and the old one is refused at once', async () => {
    const { ask, call, makeAccount, partner, path } = await partnered()
    const account = await makeAccount(partner)
    const ofAccount = { ...path, account_id: account.id }
    const statusWith = async (key: string) => (await call('GET', '/users/email', { key })).status
    const byHolder = await ask(replaceKey.user, {}, account.key)
    expect(byHolder).toEqual({ user_id: account.id, api_key: expect.stringMatching(/^[0-9A-Za-z]{36}$/) })
    expect([await statusWith(account.key), await statusWith(byHolder.api_key)]).toEqual([401, 200])
    const byPartner = await ask(replaceKey.partner, { path: ofAccount }, partner.key)
    expect([await statusWith(byHolder.api_key), await statusWith(byPartner.api_key)]).toEqual([401, 200])
    expect((await ask(readAccount, { path: ofAccount }, partner.key)).api_key).toBe(byPartner.api_key)
    const { rows } = await ask(listEvents.user, { query: { kind: ['account.key'] } }, byPartner.api_key)
    expect(rows.map(({ actor }) => actor).toSorted()).toEqual(['holder', 'partner'])
    expect(JSON.stringify(rows)).not.toContain(byPartner.api_key)
    for (let i = 0; i < 8; i++) await ask(replaceKey.partner, { path: ofAccount }, partner.key)
    await expect(ask(replaceKey.partner, { path: ofAccount }, partner.key)).rejects.toThrow('429')
  })
})
