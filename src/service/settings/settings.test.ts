import { expect, test } from 'vitest'
import { defaultSettings, type Filter, readSettings, type SiteSettings, updateSettings } from '../../contract/index.ts'
import { populate } from '../test/fixtures.ts'
import { testService } from '../test/service.ts'

async function world() {
  const service = await testService()
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  const path = { site_id: ids['site_id'] ?? '' }
  const address = `/sites/${path.site_id}/settings`
  return {
    ...service,
    account,
    read: () => service.ask(readSettings, { path }, account.key),
    update: (body: SiteSettings) => service.ask(updateSettings, { path, body }, account.key),
    put: (body: unknown) => service.call('PUT', address, { key: account.key, json: body }),
  }
}

const excluding = (operator: 'CONTAIN' | 'REGEX', condition: string): Filter => ({
  direction: 0,
  match: [{ name: 'URI', operator, condition }],
})

test('a site without settings of its own has the defaults', async () => {
  const { read } = await world()
  expect(await read()).toEqual({ ...defaultSettings(), revision: 0 })
})

test('settings that were stored without a check are read as they are, unknown keys included', async () => {
  const { db, read } = await world()
  const settings = {
    defaultActions: { documentActions: { minify: [{ _id: 'x', enabled: false, filters: [1], more: 'kept' }] }, a: 1 },
    resourceRules: [{ any: 'thing' }],
    documentRules: [],
    extra: { kept: true },
  }
  await db
    .updateTable('profiles')
    .set({ settings: JSON.stringify(settings) })
    .execute()
  expect(await read()).toEqual({ ...settings, revision: 0 })
})

test('what was read can be changed and sent back, unknown keys included', async () => {
  const { read, update } = await world()
  const changed = {
    ...defaultSettings(),
    defaultActions: { filters: [{ ...excluding('REGEX', '^/shop/(cart|checkout)'), note: 'no' }], documentActions: {} },
    extra: { kept: [true] },
  }
  expect(await update({ ...changed, revision: 0 })).toEqual({ ...changed, revision: 1 })
  expect(await read()).toEqual({ ...changed, revision: 1 })
})

test('what the read always has can be left out', async () => {
  const { update } = await world()
  expect(await update({ defaultActions: {} })).toEqual({
    defaultActions: { documentActions: {} },
    resourceRules: [],
    documentRules: [],
    revision: 1,
  })
})

test('of two changes to the same revision, the second is refused and changes nothing', async () => {
  const { read, update, put } = await world()
  const first = await update({ ...defaultSettings(), revision: 0, by: 'Ada' })
  expect(await put({ ...defaultSettings(), revision: 0, by: 'Grace' })).toMatchObject({
    status: 409,
    body: { error: 'Someone has changed these settings since you read them. Read them again, then make your change.' },
  })
  expect(await read()).toEqual(first)
  expect(await update({ ...defaultSettings(), revision: 1, by: 'Grace' })).toMatchObject({ by: 'Grace', revision: 2 })
})

test('a revision that the database can’t hold is refused', async () => {
  const { put } = await world()
  expect(await put({ ...defaultSettings(), revision: 2 ** 31 })).toMatchObject({
    status: 422,
    body: { fields: { revision: expect.any(String) } },
  })
  expect(await put({ ...defaultSettings(), revision: 2 ** 31 - 1 })).toMatchObject({ status: 409 })
})

test('without a revision, a change replaces whatever is there', async () => {
  const { update } = await world()
  await update(defaultSettings())
  expect(await update(defaultSettings())).toMatchObject({ revision: 2 })
})

test('a regular expression that the edge can’t run is refused by its path', async () => {
  const { put, read } = await world()
  const filters = [excluding('CONTAIN', '('), excluding('REGEX', '(?=cart)'), excluding('REGEX', '[ab]{500}')]
  const resourceRules = [{ filters: [excluding('REGEX', '^/shop')] }, { filters: [excluding('REGEX', '(?!x)')] }]
  expect(await put({ defaultActions: { filters, documentActions: {} }, resourceRules })).toMatchObject({
    status: 422,
    body: {
      fields: {
        'defaultActions.filters.1.match.0.condition': expect.stringContaining("isn't a regular expression"),
        'defaultActions.filters.2.match.0.condition': expect.stringContaining('is too complex'),
        'resourceRules.1.filters.0.match.0.condition': expect.stringContaining("isn't a regular expression"),
      },
    },
  })
  expect(await read()).toMatchObject({ revision: 0 })
})

test('settings that nest too deeply are refused', async () => {
  const { put } = await world()
  const deep = JSON.parse(`${'['.repeat(25)}${']'.repeat(25)}`) as unknown
  expect(await put({ ...defaultSettings(), deep })).toMatchObject({
    status: 422,
    body: { error: 'The request must not be nested deeper than 20 levels.' },
  })
})
