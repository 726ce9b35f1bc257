import { describe, expect, test } from 'vitest'
import { listProfiles, listServiceIps, listTods, readAdn, readProfile, readTod } from '../../contract/index.ts'
import { populate } from '../test/fixtures.ts'
import { start, testService } from '../test/service.ts'

async function world() {
  const service = await testService()
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  const [site_id = '', profile_id = ''] = [ids['site_id'], ids['profile_id']]
  const node = (ip: string, role: 'load_balancer' | 'processing_unit', age = 0) =>
    service.db
      .insertInto('edge_nodes')
      .values({ ip, role, location: 'here', seen_at: start - age })
      .execute()
  return { ...service, partner, account, key: account.key, site_id, profile_id, node }
}

test('every site has one profile, General', async () => {
  const { ask, key, site_id, profile_id } = await world()
  const profile = { id: profile_id, site_id, name: 'General', default: true, created_at: '2026-11-21T08:00:00.000Z' }
  expect(await ask(listProfiles, { path: { site_id } }, key)).toEqual({ document: [profile], success: true })
  expect(await ask(readProfile, { path: { site_id, profile_id } }, key)).toEqual({ document: profile, success: true })
})

test('every profile has a tod without rules', async () => {
  const { ask, key, site_id, profile_id } = await world()
  const tod = { profile_id, site_id, enabled: false, rules: [] }
  expect(await ask(listTods, { path: { site_id } }, key)).toEqual({ document: [tod], success: true })
  expect(await ask(readTod, { path: { site_id, profile_id } }, key)).toEqual({ document: tod, success: true })
})

test('a profile of another site isn’t found', async () => {
  const { call, partner, key, profile_id, ...service } = await world()
  const other = await populate({ ...service, call }, partner)
  for (const noun of ['profiles', 'tods']) {
    const path = `/sites/${other.ids['site_id']}/${noun}/${profile_id}`
    expect(await call('GET', path, { key: other.account.key })).toMatchObject({
      status: 404,
      body: { error: "This profile doesn't exist." },
    })
  }
})

describe('the delivery network', () => {
  test('contains the live edge nodes', async () => {
    const { ask, db, key, site_id, node } = await world()
    await node('192.0.2.1', 'load_balancer')
    await node('192.0.2.1', 'processing_unit', 60_000)
    await node('192.0.2.2', 'processing_unit', 3600_000)
    const { service_cname } = await db.selectFrom('sites').select('service_cname').executeTakeFirstOrThrow()
    expect(await ask(readAdn, { path: { site_id } }, key)).toEqual({
      document: {
        site_id,
        service_cname,
        nodes: [
          { ip: '192.0.2.1', role: 'load_balancer', location: 'here' },
          { ip: '192.0.2.1', role: 'processing_unit', location: 'here' },
        ],
      },
      success: true,
    })
  })

  test('lists each address once in ServiceIPs, and none for an account without sites', async () => {
    const { ask, db, key, node } = await world()
    await node('192.0.2.2', 'processing_unit')
    await node('192.0.2.1', 'load_balancer')
    await node('192.0.2.1', 'processing_unit')
    expect(await ask(listServiceIps, {}, key)).toEqual(['192.0.2.1', '192.0.2.2'])
    await db.deleteFrom('sites').execute()
    expect(await ask(listServiceIps, {}, key)).toEqual([])
  })
})
