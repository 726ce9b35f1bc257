import { describe, expect, test } from 'vitest'
import {
  createAccount,
  listMonitors,
  readAccountSite,
  readAdn,
  readUserSite,
  updateSiteHost,
} from '../../contract/index.ts'
import { testService } from '../test/service.ts'

async function deferred() {
  const service = await testService()
  const partner = await service.makePartner({ addon: true })
  const body = { email: 'a@example.com', site: 'Not-Yet.example', deferred_host: true }
  const created = await service.ask(createAccount, { path: { partner_id: partner.id }, body }, partner.key)
  const path = { partner_id: partner.id, account_id: created.user_id, site_id: created.site_id }
  const base = `/partners/${partner.id}/accounts/${created.user_id}/sites/${created.site_id}`
  return { ...service, begin: () => service.start(), partner, key: created.api_key, id: created.site_id, path, base }
}

describe('a deferred host', () => {
  test.each(['', '&site='])('needs no name (%s)', async (site) => {
    const { call, makePartner } = await testService()
    const partner = await makePartner({ addon: true })
    const made = await call('POST', `/partners/${partner.id}/accounts`, {
      key: partner.key,
      body: new URLSearchParams(`email=b@example.com&deferred_host=true${site}`),
    })
    expect(made).toMatchObject({ status: 200, body: { site_id: expect.any(String), preview_url: null } })
    const real = await call('POST', `/partners/${partner.id}/accounts`, {
      key: partner.key,
      body: new URLSearchParams(`email=c@example.com${site}`),
    })
    expect(real).toMatchObject({ status: 422, body: { fields: { site: 'is required' } } })
  })

  test('has no optimizer, addresses, key page or edge nodes', async () => {
    const { ask, partner, key, id, path } = await deferred()
    const none = { host: 'not-yet.example', optimizer: null, service_cname: null, preview_url: null }
    expect(await ask(readAccountSite, { path }, partner.key)).toMatchObject(none)
    expect(await ask(readUserSite, { path: { site_id: id } })).toMatchObject(none)
    expect((await ask(listMonitors.user, {}, key)).rows).toEqual([])
    expect((await ask(readAdn, { path: { site_id: id } }, key)).document).toMatchObject({
      service_cname: null,
      nodes: [],
    })
  })

  test('refuses operations that need a real host', async () => {
    const { call, partner, key, id, base } = await deferred()
    const json = [{ condition: '/' }]
    const refused = [
      await call('GET', `${base}/optimizer`, { key: partner.key }),
      await call('PUT', `${base}/optimizer/bypass`, { key: partner.key }),
      await call('PUT', `${base}/optimizer/resume`, { key: partner.key }),
      await call('GET', `/sites/${id}/optimizer`, { key }),
      await call('PUT', `/optimizers/${id}/maintenance`, { key }),
      await call('PUT', `/sites/${id}/flush_cache`, { key }),
      await call('POST', `/sites/${id}/purge_cache`, { key, json }),
    ]
    for (const answer of refused)
      expect(answer).toMatchObject({ status: 409, body: { error: expect.stringContaining('placeholder') } })
  })

  test('isn’t looked up in DNS', async () => {
    const { begin, clock, world, db } = await deferred()
    const { service_cname } = await db.selectFrom('sites').select('service_cname').executeTakeFirstOrThrow()
    world.dns.set('not-yet.example', { kind: 'cname', target: service_cname })
    await begin()
    await clock.advance(200_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await db.selectFrom('sites').select('state').execute()).toEqual([{ state: 'preview' }])
  })

  test('can be deleted', async () => {
    const { call, partner, base } = await deferred()
    expect((await call('DELETE', base, { key: partner.key })).status).toBe(200)
  })

  test('is replaced by a real one with update_host', async () => {
    const { ask, call, partner, key, id, path } = await deferred()
    const reply = await ask(updateSiteHost, { path, body: { new_host: 'www.real.example' } }, partner.key)
    expect(reply).toMatchObject({ host: 'www.real.example', assessment_url: expect.stringContaining(id) })
    expect(reply.preview_url).not.toBeNull()
    const site = await ask(readUserSite, { path: { site_id: id } })
    expect(site).toMatchObject({ optimizer: 'preview', service_cname: expect.stringMatching(/^s-/) })
    const { rows } = await ask(listMonitors.user, {}, key)
    expect(rows).toMatchObject([{ name: 'www.real.example', type: 'WEBPAGE', status: 'RUNNING', site_id: id }])
    expect((await call('PUT', `/optimizers/${id}/bypass`, { key })).status).toBe(200)
  })

  test('can’t be replaced by a host that the account already has', async () => {
    const { call, partner, base, path } = await deferred()
    const sites = `/partners/${path.partner_id}/accounts/${path.account_id}/sites`
    await call('POST', sites, { key: partner.key, form: { host: 'www.real.example' } })
    expect(
      await call('PUT', `${base}/update_host`, { key: partner.key, form: { new_host: 'www.real.example' } }),
    ).toMatchObject({
      status: 422,
    })
  })
})
