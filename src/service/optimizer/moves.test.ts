import { describe, expect, test } from 'vitest'
import { move, type OptimizerMove, optimizerStates } from '../../contract/index.ts'
import { populate } from '../test/fixtures.ts'
import { testService } from '../test/service.ts'

async function world() {
  const service = await testService()
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  const id = ids['site_id'] ?? ''
  const set = (state: string, resume_state = 'active') =>
    service.db.updateTable('sites').set({ state, resume_state }).where('id', '=', id).execute()
  const site = () => service.db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const viaPartner = (name: string) =>
    service.call('PUT', `/partners/${partner.id}/accounts/${account.id}/sites/${id}/optimizer/${name}`, {
      key: partner.key,
    })
  const viaUser = (name: string) => service.call('PUT', `/optimizers/${id}/${name}`, { key: account.key })
  return { ...service, partner, account, id, set, site, viaPartner, viaUser }
}

const names: readonly (readonly [api: 'partner' | 'user', name: string, operation: OptimizerMove])[] = [
  ['partner', 'pause', 'bypass'],
  ['partner', 'bypass', 'bypass'],
  ['partner', 'transparent', 'transparent'],
  ['partner', 'resume', 'resume'],
  ['user', 'pause', 'bypass'],
  ['user', 'bypass', 'bypass'],
  ['user', 'transparent', 'transparent'],
  ['user', 'maintenance', 'maintenance'],
  ['user', 'resume', 'resume'],
]

describe.each(names)('%s %s', (api, name, operation) => {
  test('follows the table of moves from every state', async () => {
    const { id, set, site, viaPartner, viaUser } = await world()
    for (const state of optimizerStates) {
      await set(state)
      const answer = await (api === 'partner' ? viaPartner(name) : viaUser(name))
      const outcome = move(state, operation, 'active')
      if ('to' in outcome) {
        expect(answer, state).toMatchObject({ status: 200, body: { site_id: id, optimizer: outcome.to } })
        expect((await site()).state).toBe(outcome.to)
      } else {
        expect(answer, state).toMatchObject({ status: 409, body: { error: outcome.refused } })
        expect((await site()).state).toBe(state)
      }
    }
  })
})

test('a refused move names the moves that the current state allows', async () => {
  const { set, viaUser, viaPartner } = await world()
  await set('proxy only')
  const error = "The optimizer is in the state proxy only: maintenance isn't allowed. Allowed now: resume."
  expect(await viaUser('maintenance')).toMatchObject({ status: 409, body: { error } })
  await set('off')
  const off = "The optimizer is in the state off: resume isn't allowed. No move is allowed now."
  expect(await viaPartner('resume')).toMatchObject({ status: 409, body: { error: off } })
})

test('resume restores the original state after any number of moves', async () => {
  const { set, viaUser } = await world()
  for (const before of ['preview', 'trial', 'active']) {
    await set(before, before)
    for (const name of ['bypass', 'maintenance', 'transparent', 'bypass']) await viaUser(name)
    expect((await viaUser('resume')).body).toMatchObject({ optimizer: before })
  }
})

test('concurrent moves are all applied, one after another', async () => {
  const { set, site, viaUser, viaPartner } = await world()
  await set('trial', 'trial')
  const answers = await Promise.all([viaUser('bypass'), viaPartner('transparent'), viaUser('maintenance')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect((await site()).resume_state).toBe('trial')
})

test('partners can’t start maintenance', async () => {
  const { viaPartner } = await world()
  expect((await viaPartner('maintenance')).status).toBe(404)
})

test('pause is deprecated and links to its replacement, bypass', async () => {
  const { id, partner, account, viaPartner, viaUser } = await world()
  const [byPartner, byUser] = [await viaPartner('pause'), await viaUser('pause')]
  expect(byPartner.headers.get('deprecation')).toMatch(/^@\d+$/)
  expect(byPartner.headers.get('link')).toBe(
    `</api/partners/${partner.id}/accounts/${account.id}/sites/${id}/optimizer/bypass>; rel="successor-version"`,
  )
  expect(byUser.headers.get('deprecation')).toMatch(/^@\d+$/)
  expect(byUser.headers.get('link')).toBe(`</api/optimizers/${id}/bypass>; rel="successor-version"`)
  for (const answer of [await viaPartner('bypass'), await viaUser('bypass')]) {
    expect(answer.headers.has('deprecation')).toBe(false)
    expect(answer.headers.has('link')).toBe(false)
  }
})
