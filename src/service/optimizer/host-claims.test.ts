import { expect, test } from 'vitest'
import { createAccountSite, readUserSite } from '../../contract/index.ts'
import { testService } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'

const host = 'www.shop.example'
const txtName = `_site-performance.${host}`

/** Two accounts that have the same host, one after the other, with DNS that says where the server is. */
async function contested({ port = '' } = {}) {
  const service = await testService()
  const { ask, clock, db, world, makePartner, makeAccount } = service
  world.dns.set(host, { kind: 'address', address: '192.0.2.1' })
  await service.start()
  const partner = await makePartner()
  const make = async (named: string) => {
    const account = await makeAccount(partner)
    const path = { partner_id: partner.id, account_id: account.id }
    const { site_id: id } = await ask(createAccountSite, { path, body: { host: named } }, partner.key)
    await clock.advance(1000)
    const row = () => db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    // retention keeps it for longer than a test takes
    const gone = { account_id: null, state: 'deleted', next_look_at: Number.MAX_SAFE_INTEGER } as const
    const remove = () => db.updateTable('sites').set(gone).where('id', '=', id).execute()
    const taken = async () => (await ask(readUserSite, { path: { site_id: id } }, account.key)).dns?.['taken']
    return { id, row, remove, taken, service_cname: (await row()).service_cname }
  }
  const first = await make(host)
  const later = await make(`${host}${port}`)
  /** Until DNS has been asked for both. */
  const settles = (expected: readonly [first: object, later: object]) =>
    waitFor(async () => {
      await clock.advance(30_000)
      expect(await Promise.all([first.row(), later.row()])).toMatchObject(expected)
    }, 5)
  return { ...service, first, later, settles }
}

test.each([{ port: '' }, { port: ':8443' }])(
  'a host that another site has is taken, until its TXT record says otherwise ($port)',
  async ({ port }) => {
    const { first, later, settles, world } = await contested({ port })
    await settles([{ host_taken: 0 }, { host_taken: 1 }])
    expect(await first.taken()).toBeUndefined()
    expect(await later.taken()).toEqual({ txt_name: txtName, txt_value: later.service_cname })
    world.dns.txt.set(txtName, ['unrelated', `${later.service_cname.toUpperCase()}.`])
    await settles([
      { host_taken: 1, txt_seen: 0 },
      { host_taken: 0, txt_seen: 1 },
    ])
    // no answer is none
    world.dns.txt.set(txtName, 'silent')
    await settles([{ host_taken: 1 }, { host_taken: 0, txt_seen: 1 }])
    world.dns.txt.delete(txtName)
    await settles([{ host_taken: 0 }, { host_taken: 1, txt_seen: 0 }])
  },
)

test('its own CNAME says so too, and before a TXT record', async () => {
  const { first, later, settles, world } = await contested()
  world.dns.txt.set(txtName, [first.service_cname])
  await settles([{ host_taken: 0, txt_seen: 1 }, { host_taken: 1 }])
  world.dns.set(host, { kind: 'cname', target: later.service_cname })
  await settles([
    { host_taken: 1, state: 'preview' },
    { host_taken: 0, state: 'trial' },
  ])
})

test('once the first site gives the host up, the other one has it', async () => {
  const { first, later, settles } = await contested()
  await settles([{ host_taken: 0 }, { host_taken: 1 }])
  await first.remove()
  await settles([{}, { host_taken: 0 }])
  expect(await later.taken()).toBeUndefined()
})

test('TXT records are asked for only where several sites have the host', async () => {
  const { clock, first, later, settles, world } = await contested()
  const asked: string[] = []
  const texts = world.dns.texts.bind(world.dns)
  world.dns.texts = (name) => {
    asked.push(name)
    return texts(name)
  }
  await settles([{ host_taken: 0 }, { host_taken: 1 }])
  await waitFor(async () => {
    await clock.advance(30_000)
    expect(asked).toContain(txtName)
  }, 5)
  await first.remove()
  await settles([{}, { host_taken: 0 }])
  asked.length = 0
  // the second look begins when the first is over
  for (let looks = 0; looks < 2; looks++) {
    const { next_look_at: before } = await later.row()
    await waitFor(async () => {
      await clock.advance(30_000)
      expect((await later.row()).next_look_at).toBeGreaterThan(before)
    }, 5)
  }
  expect(asked).toEqual([])
})

test('a host that moves to another account keeps its server, once DNS has proved whose it is', async () => {
  const { db, ask, clock, world, first, makePartner, makeAccount, settles, later } = await contested()
  await settles([{ origin: '192.0.2.1' }, { origin: '192.0.2.1' }])
  world.dns.set(host, { kind: 'cname', target: first.service_cname })
  const partner = await makePartner({ name: 'Other' })
  const account = await makeAccount(partner)
  const path = { partner_id: partner.id, account_id: account.id }
  const { site_id: id } = await ask(createAccountSite, { path, body: { host } }, partner.key)
  const row = () => db.selectFrom('sites').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  for (let i = 0; i < 3; i++) await clock.advance(60_000)
  // what belongs to the service is nobody's server, and what is known of it isn't told to whoever asks
  expect(await row()).toMatchObject({ origin: null })
  world.dns.set(host, { kind: 'cname', target: (await row()).service_cname })
  await waitFor(async () => {
    await clock.advance(30_000)
    expect(await row()).toMatchObject({ origin: '192.0.2.1', state: 'trial' })
  }, 5)
  expect((await later.row()).origin).toBe('192.0.2.1')
})

test('nor is an address of the edge a server', async () => {
  const { db, world, clock, first, settles } = await contested()
  await settles([{ origin: '192.0.2.1' }, {}])
  await db
    .insertInto('edge_nodes')
    .values({ ip: '9.9.9.9', role: 'load_balancer', location: 'here', seen_at: clock.now() })
    .execute()
  world.dns.set(host, { kind: 'address', address: '9.9.9.9' })
  const before = (await first.row()).cname_seen_at ?? 0
  await waitFor(async () => {
    await clock.advance(30_000)
    expect((await first.row()).cname_seen_at).toBeGreaterThan(before + 60_000)
  }, 5)
  expect((await first.row()).origin).toBe('192.0.2.1')
})
