import { expect, test } from 'vitest'
import { digestOf, populate } from './fixtures.ts'
import { copiesOf } from './service.ts'

const copy = copiesOf(async (service) => {
  await populate(service, await service.makePartner())
  return digestOf(service.db)
})

test('every copy starts with what the first was filled with, whatever became of the others', async () => {
  for (let i = 0; i < 3; i++) {
    const { service, made } = await copy()
    await service.stop()
    expect(await digestOf(service.db)).toBe(made)
    const { id } = await service.makePartner()
    await service.db.deleteFrom('partners').where('id', '=', id).execute()
    await service.db.updateTable('accounts').set({ plan: 'paid' }).execute()
    expect(await digestOf(service.db)).not.toBe(made)
  }
})
