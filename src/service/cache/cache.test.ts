import { describe, expect, test } from 'vitest'
import { populate } from '../test/fixtures.ts'
import { testService } from '../test/service.ts'

async function world() {
  const service = await testService()
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  const [id = '', profile = ''] = [ids['site_id'], ids['profile_id']]
  await service.db.updateTable('sites').set({ host: 'www.shop.example:8080' }).where('id', '=', id).execute()
  const purge = (json: unknown, query = {}) =>
    service.call('POST', `/sites/${id}/purge_cache`, { key: account.key, json, query })
  const flush = () => service.call('PUT', `/sites/${id}/flush_cache`, { key: account.key })
  const orders = () => service.db.selectFrom('cache_orders').selectAll().orderBy('id').execute()
  return { ...service, partner, account, id, profile, purge, flush, orders }
}

describe('flush', () => {
  test('orders a flush of the default profile', async () => {
    const { id, profile, flush, orders } = await world()
    expect(await flush()).toMatchObject({ status: 200, body: { success: true } })
    expect(await orders()).toMatchObject([{ site_id: id, profile_id: profile, items: null }])
  })
})

describe('purge', () => {
  test('orders a purge of each item in every profile of the site', async () => {
    const { id, purge, orders } = await world()
    const items = [
      { condition: '/' },
      { condition: '/shop?page=2', name: 'URI', domain: 'WWW.Shop.example' },
      { condition: '/main.CSS?v=1', content_type: 'css', domain: 'www.shop.example.:8080' },
      { condition: '/app.mjs', content_type: 'js' },
    ]
    expect(await purge(items)).toMatchObject({ status: 200, body: { success: true } })
    const [order, ...more] = await orders()
    expect(more).toEqual([])
    expect(order).toMatchObject({ site_id: id, profile_id: null })
    expect(JSON.parse(order?.items ?? '')).toEqual(items.map(({ condition }) => ({ condition })))
  })

  test.each([
    [{ condition: '/a', operator: 'EQUALS', type: 'html' }, { condition: '/a' }],
    [{ condition: '/a.css', type: 'css' }, { condition: '/a.css' }],
    [
      { condition: '/category/(.*)', name: 'URI', operator: 'REGEX', type: 'html' },
      { pattern: { operator: 'REGEX', text: '/category/(.*)', type: 'other' } },
    ],
    [{ condition: '/shop/', operator: 'PREFIX' }, { pattern: { operator: 'PREFIX', text: '/shop/', type: null } }],
    [
      { condition: 'shop', operator: 'CONTAIN', content_type: 'js' },
      { pattern: { operator: 'CONTAIN', text: 'shop', type: 'js' } },
    ],
    [{ content_type: 'css' }, { pattern: { operator: 'PREFIX', text: '/', type: 'css' } }],
    [{ tag: 'shoes-1', condition: null }, { tag: 'shoes-1' }],
  ])('orders %j', async (item, ordered) => {
    const { purge, orders } = await world()
    expect(await purge([item])).toMatchObject({ status: 200, body: { success: true } })
    expect(JSON.parse((await orders())[0]?.items ?? '')).toEqual([ordered])
  })

  test('can be limited to one profile of the site', async () => {
    const { profile, purge, orders, partner, ...service } = await world()
    expect((await purge([{ condition: '/' }], { profile_id: profile })).status).toBe(200)
    expect(await orders()).toMatchObject([{ profile_id: profile }])
    const other = await populate(service, partner)
    for (const profile_id of [other.ids['profile_id'], 'nowhere'])
      expect((await purge([{ condition: '/' }], { profile_id })).status).toBe(404)
    expect(await orders()).toHaveLength(1)
  })

  test('accepts 1 to 15 items', async () => {
    const { purge, orders } = await world()
    const items = (count: number) => Array.from({ length: count }, (_, i) => ({ condition: `/${i}` }))
    expect((await purge(items(15))).status).toBe(200)
    for (const count of [0, 16]) {
      const answer = await purge(items(count))
      expect(answer).toMatchObject({ status: 422, body: { error: expect.stringContaining('1 to 15 items') } })
    }
    expect(await orders()).toHaveLength(1)
  })

  test.each([
    [{}, '1.condition'],
    [{ condition: 'main' }, '1.condition'],
    [{ condition: 'https://www.shop.example/' }, '1.condition'],
    [{ condition: '/', name: 'URL' }, '1.name'],
    [{ condition: '/', name: 'uri' }, '1.name'],
    [{ condition: '/', domain: 'shop.example' }, '1.domain'],
    [{ condition: '/', domain: 'www.shop.example:9090' }, '1.domain'],
    [{ condition: '/', domain: 'https://www.shop.example' }, '1.domain'],
    [{ condition: '/main.css' }, '1.content_type'],
    [{ condition: '/main.js?v=1', content_type: 'css' }, '1.content_type'],
    [{ condition: '/', content_type: 'html' }, '1.content_type'],
    // purging something else than was meant would look like success
    [{ condition: '/', operator: 'BEGINS' }, '1.operator'],
    [{ condition: '/', operator: '' }, '1.operator'],
    [{ condition: '/', Operator: 'REGEX' }, '1.Operator'],
    [{ condition: '/', type: 'image' }, '1.type'],
    [{ condition: '/a.css', content_type: 'css', type: 'js' }, '1.type'],
    [{ condition: '/a.css', type: 'html' }, '1.content_type'],
    [{ operator: 'PREFIX' }, '1.condition'],
    [{ condition: 'shop', operator: 'PREFIX' }, '1.condition'],
    [{ condition: 'shop', operator: 'EQUALS' }, '1.condition'],
    [{ condition: '(', operator: 'REGEX' }, '1.condition'],
    [{ condition: '', operator: 'CONTAIN' }, '1.condition'],
    [{ tag: 'shoes', condition: '/' }, '1.condition'],
    [{ tag: 'shoes', content_type: 'css' }, '1.content_type'],
    [{ tag: 'red shoes' }, '1.tag'],
    [{ tag: '' }, '1.tag'],
    [{ condition: '/', recursive: true }, '1.recursive'],
    [{ condition: '/', contentType: 'css' }, '1.contentType'],
    [{ condition: '/', constructor: 1 }, '1.constructor'],
  ])('refuses the whole request because of %j: 422 on %s', async (item, field) => {
    const { purge, orders } = await world()
    const answer = await purge([{ condition: '/good' }, item])
    expect(answer).toMatchObject({
      status: 422,
      body: { error: expect.any(String), fields: { [field]: expect.any(String) } },
    })
    expect(await orders()).toEqual([])
  })
})
