import { describe, expect, test } from 'vitest'
import { createTest, createUserSite, deleteMonitors, readQuotas } from '../../contract/index.ts'
import { type SignIn, type TestService, testService } from '../test/service.ts'

const body = { name: 'Home', type: 'HTTP', constants: { url: 'https://home.example/' } } as const

async function withAccount(quotas: { sites?: number; monitors?: number; runs?: number; checks?: number } = {}) {
  const service = await testService()
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner)
  await service.db
    .insertInto('account_quotas')
    .values({ account_id: account.id, sites: null, monitors: null, runs: null, bytes: null, checks: null, ...quotas })
    .execute()
  return { ...service, partner, account }
}

const add = ({ call }: TestService, { key }: SignIn, path: '/monitors' | '/tests', more: object = {}) =>
  call('POST', path, { key, json: { ...body, ...more } })

const addSite = ({ call }: TestService, { key }: SignIn, host: string) =>
  call('POST', '/sites', { key, form: { host } })

describe('an account that has used up a quota', () => {
  test('gets no further site', async () => {
    const service = await withAccount({ sites: 2 })
    expect((await addSite(service, service.account, 'one.example')).status).toBe(200)
    expect((await addSite(service, service.account, 'two.example')).status).toBe(200)
    expect(await addSite(service, service.account, 'three.example')).toMatchObject({
      status: 409,
      body: { error: "This account's plan allows 2 sites. Delete a site before you add another." },
    })
    const through = `/partners/${service.partner.id}/accounts/${service.account.id}/sites`
    const answer = await service.call('POST', through, { key: service.partner.key, form: { host: 'four.example' } })
    expect(answer.status).toBe(409)
    expect(await service.db.selectFrom('sites').select('host').execute()).toHaveLength(2)
  })

  test('gets no further monitor or test until one is deleted; key pages don’t count', async () => {
    const service = await withAccount({ monitors: 2 })
    await service.ask(createUserSite, { body: { host: 'one.example' } }, service.account.key)
    const first = await add(service, service.account, '/monitors')
    expect(first.status).toBe(200)
    expect((await add(service, service.account, '/tests')).status).toBe(200)
    for (const path of ['/monitors', '/tests'] as const) {
      expect(await add(service, service.account, path)).toMatchObject({
        status: 409,
        body: { error: "This account's plan allows 2 monitors and tests. Delete one before you add another." },
      })
    }
    const { id } = first.body as { id: string }
    await service.ask(deleteMonitors.user, { body: { ids: [id] } }, service.account.key)
    expect((await add(service, service.account, '/tests')).status).toBe(200)
  })

  test('starts no further test on the same day', async () => {
    const service = await withAccount({ runs: 1 })
    const { id } = await service.ask(createTest.user, { body: { ...body, variables: {} } }, service.account.key)
    // what was run counts, even if it is deleted
    await service.call('DELETE', '/tests', { key: service.account.key, json: { ids: [id] } })
    expect(await add(service, service.account, '/tests')).toMatchObject({
      status: 409,
      body: { error: "This account's plan allows 1 test run a day. Try again after midnight UTC." },
    })
    expect((await add(service, service.account, '/tests', { status: 'SUSPENDED' })).status).toBe(200)
    await service.clock.advance(16 * 3600_000)
    expect((await add(service, service.account, '/tests')).status).toBe(200)
    expect((await add(service, service.account, '/tests')).status).toBe(409)
  })

  test('can’t exceed it with requests at once', async () => {
    const service = await withAccount({ sites: 3, monitors: 5 })
    const monitors = await Promise.all(Array.from({ length: 12 }, () => add(service, service.account, '/monitors')))
    expect(monitors.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(monitors.filter(({ status }) => status === 409)).toHaveLength(7)
    const sites = await Promise.all(
      Array.from({ length: 8 }, (_, i) => addSite(service, service.account, `h${i}.example`)),
    )
    expect(sites.filter(({ status }) => status === 200)).toHaveLength(3)
  })
})

test('the quotas of a plan apply to an account for which the operator has set none', async () => {
  const service = await testService()
  const account = await service.makeAccount(await service.makePartner())
  for (let i = 0; i < 20; i++) expect((await addSite(service, account, `h${i}.example`)).status).toBe(200)
  expect((await addSite(service, account, 'one-more.example')).status).toBe(409)
  const paid = await service.makeAccount(await service.makePartner(), { plan: 'paid' })
  expect(await service.ask(readQuotas.user, {}, paid.key)).toEqual({
    plan: 'paid',
    sites: { used: 0, allowed: 100 },
    monitors: { used: 0, allowed: 1000 },
    runs: { used: 0, allowed: 5000 },
    bytes: { used: 0, allowed: 2e9 },
    checks: { used: 0, allowed: 8 },
  })
})

test('what is used and allowed can be read through both APIs', async () => {
  const service = await withAccount({ sites: 7 })
  await addSite(service, service.account, 'one.example')
  await add(service, service.account, '/monitors')
  await add(service, service.account, '/tests')
  const quotas = await service.ask(readQuotas.user, {}, service.account.key)
  expect(quotas).toMatchObject({
    plan: 'free',
    sites: { used: 1, allowed: 7 },
    monitors: { used: 2, allowed: 200 },
    runs: { used: 1, allowed: 500 },
  })
  const path = { partner_id: service.partner.id, account_id: service.account.id }
  expect(await service.ask(readQuotas.partner, { path }, service.partner.key)).toEqual(quotas)
})
