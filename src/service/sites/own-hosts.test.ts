import { expect, test } from 'vitest'
import { testService } from '../test/service.ts'
import { parseHost } from './host.ts'
import { isOwnHost } from './rules.ts'

const ownHosts = [
  'perf.example',
  'https://PERF.example./x',
  'perf.example:8443',
  'edge.example',
  's-0123456789ab.edge.example',
  'p-0123456789ab.edge.example:4080',
  'anything.below.edge.example',
]

test.each(ownHosts)('%s is the service’s own, so no operation takes it as a site', async (host) => {
  const { call, db, makePartner, makeAccount } = await testService()
  const partner = await makePartner({ addon: true })
  const account = await makeAccount(partner)
  const accounts = `/partners/${partner.id}/accounts`
  const sites = `${accounts}/${account.id}/sites`
  const first = await call('POST', sites, { key: partner.key, form: { host: 'www.shop.example' } })
  const { site_id } = first.body as { site_id: string }
  // only the host of an account's first site can be changed
  await db.updateTable('sites').set({ first: 1 }).execute()
  const own = (field: string) => ({ status: 422, body: { fields: { [field]: 'must not be a host of this service' } } })

  expect(await call('POST', '/sites', { form: { host } })).toMatchObject(own('host'))
  expect(await call('POST', '/sites', { form: { host }, key: account.key })).toMatchObject(own('host'))
  expect(await call('POST', sites, { form: { host }, key: partner.key })).toMatchObject(own('host'))
  const update = { form: { new_host: host }, key: partner.key }
  expect(await call('PUT', `${sites}/${site_id}/update_host`, update)).toMatchObject(own('new_host'))
  for (const more of [{}, { deferred_host: 'true' }]) {
    const form = { email: 'ada@example.com', site: host, ...more }
    expect(await call('POST', accounts, { form, key: partner.key })).toMatchObject(own('site'))
  }
})

test.each(['www.perf.example', 'notedge.example', 'edge.example.com', 'perf.example.evil.example'])(
  '%s only looks like it',
  async (host) => {
    const { call } = await testService()
    expect((await call('POST', '/sites', { form: { host } })).status).toBe(200)
  },
)

test.each([
  ['localhost:8080', false],
  ['shop.localhost', false],
  ['127.0.0.1:8080', false],
  ['[::1]:8080', false],
  ['127.0.0.1:4000', true],
  ['s-0123456789ab.localhost', true],
  ['p-0123456789ab.localhost:4080', true],
])('in development, %s is the service’s own: %s', (text, own) => {
  const host = parseHost(text)
  const settings = { serviceDomain: 'localhost', publicUrl: 'http://127.0.0.1:4000' }
  expect(host && isOwnHost(host, settings)).toBe(own)
})
