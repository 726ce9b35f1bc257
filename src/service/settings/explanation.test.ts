import { expect, test } from 'vitest'
import { explainSettings, type InputOf, readActivity } from '../../contract/index.ts'
import { recordActionTimes } from '../database/index.ts'
import { populate } from '../test/fixtures.ts'
import { start, testService } from '../test/service.ts'

type Asked = InputOf<typeof explainSettings>['body']

async function world() {
  const service = await testService()
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  const path = { site_id: ids['site_id'] ?? '' }
  const set = (fields: object) => service.db.updateTable('sites').set(fields).where('id', '=', path.site_id).execute()
  await set({ host: 'www.shop.example:8080', state: 'active' })
  return {
    ...service,
    partner,
    account,
    path,
    set,
    explain: (body: Asked) => service.ask(explainSettings, { path, body }, account.key),
    post: (json: unknown) =>
      service.call('POST', `/sites/${path.site_id}/settings/explain`, { key: account.key, json }),
  }
}

test('explains a path, or an address on the site’s host or preview address', async () => {
  const { explain, db } = await world()
  const { preview_host } = await db.selectFrom('sites').select('preview_host').executeTakeFirstOrThrow()
  const own = ['/?a=1#b', 'http://www.shop.example:8080/?a=1', 'https://WWW.shop.example/?a=1']
  for (const url of own)
    expect(await explain({ url })).toMatchObject({ address: 'own', outcome: 'kept', kept_as: '/?a=1' })
  expect(await explain({ url: `http://${preview_host}:4080/` })).toMatchObject({ address: 'preview', outcome: 'kept' })
})

test('says the same in a sentence', async () => {
  const { explain } = await world()
  expect((await explain({ url: '/' })).sentence).toBe(
    'This page is kept for 5 minutes, because its Cache-Control header is “public, max-age=300”.',
  )
})

test('refuses what isn’t an address of the site', async () => {
  const { post } = await world()
  expect(await post({ url: 'https://other.example/' })).toMatchObject({
    status: 422,
    body: { fields: { url: expect.stringContaining('www.shop.example:8080') } },
  })
})

test.each<[body: object, field: string]>([
  [{}, 'url'],
  [{ cookies: ['a=1; b=2'] }, 'cookies.0'],
  [{ cookies: ['a=1\r\nX: y'] }, 'cookies.0'],
  [{ headers: [{ name: 'Host', value: 'other.example' }] }, 'headers.0.name'],
  [{ headers: [{ name: 'Cookie', value: 'a=1' }] }, 'headers.0.name'],
  [{ headers: [{ name: 'CDN-Loop', value: 'x' }] }, 'headers.0.name'],
  [{ headers: [{ name: 'X-A', value: 'a\r\nHost: b' }] }, 'headers.0.value'],
  [
    {
      settings: {
        defaultActions: { filters: [{ direction: 0, match: [{ name: 'URI', operator: 'REGEX', condition: '(' }] }] },
      },
    },
    'settings.defaultActions.filters.0.match.0.condition',
  ],
])('refuses %j by %s', async (body, field) => {
  const { post } = await world()
  const url = field === 'url' ? {} : { url: '/' }
  expect(await post({ ...url, ...body })).toMatchObject({
    status: 422,
    body: { fields: { [field]: expect.any(String) } },
  })
})

test('tries settings that aren’t saved, and saves nothing', async () => {
  const { explain, db } = await world()
  const htmlCache = [{ _id: 'h', enabled: true, filters: [], maxAge: 3600, sessionCookies: ['sid'] }]
  const settings = { defaultActions: { resourceActions: { htmlCache } } }
  expect(await explain({ url: '/about' })).toMatchObject({ outcome: 'not kept', reason: 'no lifetime' })
  expect(await explain({ url: '/about', settings })).toMatchObject({ outcome: 'kept', seconds: 3600 })
  expect(await explain({ url: '/about', settings, cookies: ['sid'] })).toMatchObject({
    outcome: 'not kept',
    session: { cookies: ['sid'], sent: 'sid', seconds: 3600 },
  })
  expect(await db.selectFrom('profiles').select('settings').execute()).toEqual([{ settings: null }])
})

test('a server that gives no answer is an explanation, too', async () => {
  const { explain } = await world()
  expect(await explain({ url: '/breaks' })).toMatchObject({
    outcome: 'unreachable',
    reason: 'connection_terminated',
    sentence: expect.stringContaining('it closed the connection'),
  })
})

test('a site with a deferred host has nothing to explain', async () => {
  const { post, set } = await world()
  await set({ deferred: 1 })
  expect((await post({ url: '/' })).status).toBe(409)
})

test('an account can’t have its server asked again and again', async () => {
  const { post } = await world()
  const statuses: number[] = []
  for (let i = 0; i < 22; i++) statuses.push((await post({ url: '/' })).status)
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 200))
  const refused = await post({ url: '/' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a site of another account isn’t found', async () => {
  const { path, ...service } = await world()
  const { call, partner } = service
  const other = await populate(service, partner)
  const key = other.account.key
  expect((await call('POST', `/sites/${path.site_id}/settings/explain`, { key, json: { url: '/' } })).status).toBe(404)
  expect((await call('GET', `/sites/${path.site_id}/settings/activity`, { key })).status).toBe(404)
})

test('the activity is the latest time of each action, and never goes back', async () => {
  const { ask, db, path, account } = await world()
  const read = async () => (await ask(readActivity, { path }, account.key)).actions
  expect(new Set((await read()).map(({ last_acted_at }) => last_acted_at))).toEqual(new Set([null]))
  const record = (at: number, siteId = path.site_id) => recordActionTimes(db, [{ siteId, action: 'cache', at }])
  await record(start)
  await record(start - 60_000)
  await record(start, 'a site that is gone')
  expect(await read()).toContainEqual({ action: 'cache', last_acted_at: '2026-11-21T08:00:00.000Z' })
  expect(await read()).toContainEqual({ action: 'compression', last_acted_at: null })
})
