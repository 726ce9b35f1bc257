import { describe, expect, test } from 'vitest'
import {
  deleteMonitors,
  listMonitors,
  listProfiles,
  optimizerStates,
  readUserSite,
  updateSiteHost,
} from '../../contract/index.ts'
import { insertSample, populate } from '../test/fixtures.ts'
import { testService } from '../test/service.ts'

async function world(kind: { reseller?: boolean } = {}) {
  const service = await testService()
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  if (kind.reseller) await service.db.updateTable('partners').set({ reseller: 1 }).execute()
  const id = ids['site_id'] ?? ''
  const path = { partner_id: partner.id, account_id: account.id, site_id: id }
  const base = `/partners/${partner.id}/accounts/${account.id}/sites`
  const change = (form: Record<string, string>, site = id) =>
    service.call('PUT', `${base}/${site}/update_host`, { key: partner.key, form })
  const row = () => service.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const keyPage = async () => {
    const { rows } = await service.ask(listMonitors.user, {}, account.key)
    return rows.find(({ site_id }) => site_id === id)
  }
  return { ...service, partner, account, id, path, base, change, row, keyPage }
}

describe('update_host', () => {
  test('updates the key page, keeps samples, service_cname and profiles, and flushes the cache', async () => {
    const { ask, db, partner, account, id, path, row, keyPage } = await world()
    const before = await row()
    const monitor = await keyPage()
    const sample = await insertSample(db, { monitorId: monitor?.id ?? '' })
    const profiles = await ask(listProfiles, { path: { site_id: id } }, account.key)
    const reply = await ask(updateSiteHost, { path, body: { new_host: 'HTTPS://New.Example:8443/x' } }, partner.key)
    expect(reply).toEqual({
      site_id: id,
      host: 'new.example:8443',
      assessment_url: `https://perf.example/sites/${id}/results`,
      preview_url: expect.stringContaining(before.preview_host),
    })
    expect(await keyPage()).toMatchObject({
      id: monitor?.id,
      name: 'new.example:8443',
      constants: { url: 'https://new.example:8443/', protocol: 'HTTPS' },
    })
    expect(await db.selectFrom('samples').select('id').where('id', '=', sample).execute()).toHaveLength(1)
    expect(await ask(listProfiles, { path: { site_id: id } }, account.key)).toEqual(profiles)
    expect(await row()).toMatchObject({
      service_cname: before.service_cname,
      preview_host: before.preview_host,
      origin: '192.0.2.10',
      cname_seen: null,
    })
    expect(await db.selectFrom('cache_orders').selectAll().execute()).toMatchObject([
      { site_id: id, profile_id: null, items: null },
    ])
  })

  test.each(optimizerStates)('is allowed in %s', async (state) => {
    const { db, change, row } = await world()
    await db.updateTable('sites').set({ state, resume_state: 'trial' }).execute()
    expect((await change({ new_host: 'new.example' })).status).toBe(200)
    expect((await row()).state).toBe(['trial', 'active'].includes(state) ? 'preview' : state)
  })

  test('returns service_cname to resellers only', async () => {
    const plain = await world()
    expect((await plain.change({ new_host: 'new.example' })).body).not.toHaveProperty('service_cname')
    const reseller = await world({ reseller: true })
    const { service_cname } = await reseller.row()
    expect((await reseller.change({ new_host: 'www.new.example' })).body).toMatchObject({ service_cname })
  })

  test('returns 409 for any site but the account’s first', async () => {
    const { call, partner, base, change } = await world()
    const created = await call('POST', base, { key: partner.key, form: { host: 'second.example' } })
    const { site_id } = created.body as { site_id: string }
    expect(await change({ new_host: 'new.example' }, site_id)).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('came with the account') },
    })
  })

  test('returns 422 on new_host for an invalid host or one that the account already has', async () => {
    const { call, partner, base, change, row } = await world()
    await call('POST', base, { key: partner.key, form: { host: 'second.example' } })
    for (const new_host of ['SECOND.example', 'not a host', '']) {
      const answer = await change({ new_host })
      expect(answer, new_host).toMatchObject({ status: 422, body: { fields: { new_host: expect.any(String) } } })
    }
    // the site's current host is accepted
    const { host } = await row()
    expect((await change({ new_host: host })).status).toBe(200)
  })

  test('checks the certificate if ignore_ssl_check is true', async () => {
    const { change, row } = await world()
    const new_host = 'https://bad-certificate.example'
    expect(await change({ new_host, ignore_ssl_check: 'true' })).toMatchObject({
      status: 422,
      body: { fields: { new_host: expect.stringContaining('certificate') } },
    })
    expect((await row()).check_certificate).toBe(0)
    expect((await change({ new_host, ignore_ssl_check: 'false' })).status).toBe(200)
    expect((await change({ new_host: 'https://good.example', ignore_ssl_check: 'true' })).status).toBe(200)
    expect((await row()).check_certificate).toBe(1)
  })

  test('enforces the restrictions on resellers', async () => {
    const { change, row } = await world({ reseller: true })
    const { host } = await row()
    for (const new_host of [
      'https://www.new.example',
      'new.example',
      'new.co.uk',
      'co.uk',
      'github.io',
      'a-record.new.example',
      'no-dns.new.example',
    ])
      expect(await change({ new_host }), new_host).toMatchObject({
        status: 422,
        body: { fields: { new_host: expect.any(String) } },
      })
    expect((await change({ new_host: 'silent-dns.new.example' })).status).toBe(409)
    expect((await row()).host).toBe(host)
    expect((await change({ new_host: 'www.new.co.uk' })).status).toBe(200)
  })

  test('creates the key page again if it was deleted', async () => {
    const { ask, account, id, change, keyPage } = await world()
    const monitor = await keyPage()
    await ask(listMonitors.user, {}, account.key)
    await change({ new_host: 'one.example' })
    expect((await keyPage())?.id).toBe(monitor?.id)
    await ask(deleteMonitors.user, { body: { ids: [monitor?.id ?? ''] } }, account.key)
    expect(await keyPage()).toBeUndefined()
    await change({ new_host: 'two.example' })
    expect(await keyPage()).toMatchObject({ name: 'two.example', site_id: id, status: 'RUNNING' })
    expect((await ask(readUserSite, { path: { site_id: id } })).host).toBe('two.example')
  })
})
