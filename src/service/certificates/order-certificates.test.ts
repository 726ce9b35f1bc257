import { X509Certificate } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  deleteAccountSite,
  listEvents,
  listIncidents,
  readCertificate,
  renewCertificate,
  updateSiteHost,
} from '../../contract/index.ts'
import type { CertificateOrder } from '../world/world.ts'
import { authorityLimits } from './limits.ts'
import { populate } from '../test/fixtures.ts'
import { testService, type TestOptions } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'
import { AuthorityError, CertificateOrders } from './index.ts'
import { testTwoClocks } from '../test/two-clocks.ts'
import { claimDue } from './claims.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const env = {
  ACME_DIRECTORY: 'https://authority.example/directory',
  ACME_EMAIL: 'ops@perf.example',
  EDGE_TLS_PORT: '0',
}
const refused = new AuthorityError('refused', 'The certificate authority refused: no answer.')
const away = new AuthorityError('away', 'The certificate authority can’t be reached: no such name.')
const limited = new AuthorityError('limited', 'The certificate authority is limiting requests: 300.', {
  waitMs: 3 * hour,
})

/** A service with a site that is live. Its worker runs only when a test says so. */
async function liveSite(options: TestOptions = {}) {
  const service = await testService({ env, ...options })
  const partner = await service.makePartner()
  const { account, ids } = await populate(service, partner)
  const { clock, db, services } = service
  const { authority } = service.world
  const siteId = ids['site_id'] ?? ''
  const host = 'www.shop.example'
  await db.updateTable('sites').set({ host, https: 1 }).where('id', '=', siteId).execute()
  await db.deleteFrom('incidents').execute()
  const setState = (state: string, isPointing = true) =>
    db
      .updateTable('sites')
      .set((eb) => ({ state, cname_seen: isPointing ? eb.ref('service_cname') : null }))
      .where('id', '=', siteId)
      .execute()
  await setState('active')
  /** A process that gets certificates. It works when a test says so. */
  const makeWorker = () => {
    const worker = new CertificateOrders(services)
    onTestFinished(() => worker.stop())
    return worker
  }
  const worker = makeWorker()
  const path = { site_id: siteId }
  const row = () => db.selectFrom('certificates').selectAll().where('site_id', '=', siteId).executeTakeFirst()
  /** Follows the sites, and waits for the orders that this begins. */
  const work = async () => {
    await worker.run()
    await waitFor(async () => {
      const { n } = await db
        .selectFrom('certificates')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .where('leased_by', 'is not', null)
        .executeTakeFirstOrThrow()
      expect(n).toBe(0)
    }, 5)
  }
  return {
    ...service,
    account,
    authority,
    host,
    partner,
    path,
    siteId,
    scope: { ...path, partner_id: partner.id, account_id: account.id },
    setState,
    makeWorker,
    worker,
    work,
    row,
    /** Lets time pass until the next attempt, and has it made. */
    nextAttempt: async () => {
      await clock.advance(((await row())?.next_attempt_at ?? 0) - clock.now())
      await work()
    },
    read: () => service.ask(readCertificate.user, { path }, account.key),
    events: async () =>
      (await service.ask(listEvents.user, { query: { actor: ['service'] } }, account.key)).rows.map(
        ({ kind, detail }) => ({ kind, detail }),
      ),
    incidents: async () =>
      (await service.ask(listIncidents.user, {}, account.key)).rows.filter(({ kind }) => kind === 'certificate'),
    challenges: () => db.selectFrom('acme_challenges').select(['token', 'hostname', 'answer']).execute(),
  }
}

const iso = (ms: number) => new Date(ms).toISOString()

describe('a site that is live', () => {
  test('gets a certificate at once, with a key that only the service can read', async () => {
    const { authority, challenges, clock, events, host, read, row, services, work } = await liveSite()
    const seen: unknown[] = []
    authority.meanwhile = async () => seen.push(...(await challenges()))
    expect(await read()).toMatchObject({ status: 'waiting', hostname: host })
    await work()
    expect(seen).toEqual([{ token: 'token-1', hostname: host, answer: 'answer' }])
    expect(await challenges()).toEqual([])
    const until = clock.now() + 90 * day
    expect(await read()).toMatchObject({
      status: 'valid',
      hostname: host,
      issuer: 'Example Authority E1',
      valid_from: iso(clock.now()),
      valid_until: iso(until),
      attempted_at: iso(clock.now()),
      problem: null,
    })
    const { chain, key_sealed } = (await row()) ?? {}
    expect(key_sealed).not.toContain('PRIVATE KEY')
    expect(services.vault.open(key_sealed ?? '')).toContain('PRIVATE KEY')
    expect(new X509Certificate(chain ?? '').subjectAltName).toBe(`DNS:${host}`)
    expect(await events()).toEqual([
      { kind: 'certificate.issued', detail: { host, issuer: 'Example Authority E1', until: iso(until) } },
    ])
  })

  test('has it renewed at two thirds of its life', async () => {
    const { authority, clock, events, nextAttempt, read, row, work } = await liveSite()
    await work()
    const before = await row()
    await clock.advance(59 * day)
    await work()
    expect(authority.orders).toHaveLength(1)
    await nextAttempt()
    expect(await read()).toMatchObject({ status: 'valid', valid_from: iso(Math.floor(clock.now() / second) * second) })
    expect(await row()).not.toMatchObject({ key_sealed: before?.key_sealed })
    expect((await events()).map(({ kind }) => kind)).toEqual(['certificate.renewed', 'certificate.issued'])
  })

  test.each([
    ['preview, with its DNS as it was', 'preview', false],
    ['off', 'off', true],
    ['a state that this version doesn’t know', 'future', true],
  ])('unlike one in %s', async (_, state, isPointing) => {
    const { authority, read, row, setState, work } = await liveSite()
    await setState(state, isPointing)
    await work()
    expect(await row()).toBeUndefined()
    expect(authority.orders).toEqual([])
    expect(await read()).toMatchObject({ status: 'none', next_attempt_at: null })
  })

  test('gets none where the service has no authority', async () => {
    const { ask, call, account, authority, read, row, siteId, work, scope, partner } = await liveSite({ env: {} })
    await work()
    expect(await row()).toBeUndefined()
    expect(authority.orders).toEqual([])
    expect(await read()).toMatchObject({ status: 'off', issuer: null })
    expect(await ask(readCertificate.partner, { path: scope }, partner.key)).toMatchObject({ status: 'off' })
    const tried = await call('POST', `/sites/${siteId}/certificate/renew`, { key: account.key })
    expect(tried).toMatchObject({
      status: 409,
      body: { error: 'This service doesn’t get certificates automatically.' },
    })
  })

  test('keeps its certificate while it’s off, but doesn’t renew it until it’s live again', async () => {
    const { authority, clock, read, setState, work } = await liveSite()
    await work()
    await setState('off')
    await work()
    expect(await read()).toMatchObject({ status: 'valid', next_attempt_at: null })
    await clock.advance(80 * day)
    await work()
    expect(authority.orders).toHaveLength(1)
    await setState('active')
    await work()
    expect(authority.orders).toHaveLength(2)
    expect(await read()).toMatchObject({ status: 'valid', valid_from: iso(clock.now() - (clock.now() % second)) })
  })
})

describe('a host that changes', () => {
  test('gets a certificate of its own, and never that of the old one', async () => {
    const { ask, db, partner, read, row, scope, setState, siteId, work, world } = await liveSite()
    await work()
    await db.updateTable('sites').set({ first: 1 }).where('id', '=', siteId).execute()
    await ask(updateSiteHost, { path: scope, body: { new_host: 'new.shop.example' } }, partner.key)
    expect(await read()).toMatchObject({ status: 'none', hostname: 'new.shop.example', issuer: null })
    await work()
    expect(await row()).toMatchObject({ hostname: 'new.shop.example', chain: null, key_sealed: null })
    await setState('active')
    await work()
    expect(world.authority.orders).toEqual(['www.shop.example', 'new.shop.example'])
    expect(new X509Certificate((await row())?.chain ?? '').checkHost('new.shop.example')).toBe('new.shop.example')
  })

  test('during an order takes nothing from it', async () => {
    const { authority, db, events, row, siteId, work } = await liveSite()
    authority.meanwhile = async ({ hostnames }) => {
      if (hostnames[0] !== 'www.shop.example') return
      await db.updateTable('sites').set({ host: 'new.shop.example' }).where('id', '=', siteId).execute()
    }
    await work()
    expect(await row()).toMatchObject({ chain: null })
    await work()
    expect(authority.orders).toEqual(['www.shop.example', 'new.shop.example'])
    expect(await row()).toMatchObject({ hostname: 'new.shop.example', problem: null })
    expect(await events()).toMatchObject([{ kind: 'certificate.issued', detail: { host: 'new.shop.example' } }])
  })
})

describe('a site that is deleted', () => {
  test('loses its certificate', async () => {
    const { ask, partner, row, scope, setState, work } = await liveSite()
    await work()
    await setState('off')
    await ask(deleteAccountSite, { path: scope }, partner.key)
    expect(await row()).toBeUndefined()
  })

  test('during an order leaves nothing behind', async () => {
    const { ask, authority, challenges, events, partner, row, scope, setState, worker } = await liveSite()
    authority.meanwhile = async () => {
      await setState('off')
      await ask(deleteAccountSite, { path: scope }, partner.key)
    }
    await worker.run()
    await worker.stop(minute)
    expect(await challenges()).toEqual([])
    expect(await row()).toBeUndefined()
    expect(await events()).toEqual([])
  })
})

describe('an authority that refuses', () => {
  test('is asked less and less, and one event tells of it', async () => {
    const { authority, clock, events, host, nextAttempt, read, row, work } = await liveSite()
    authority.problems.set(host, refused)
    await work()
    const waits: number[] = []
    for (let i = 0; i < 6; i++) {
      const { next_attempt_at = 0 } = (await row()) ?? {}
      waits.push(next_attempt_at - clock.now())
      await nextAttempt()
    }
    const least = [5 * minute, 30 * minute, 2 * hour, 6 * hour, day, day]
    expect(waits.map((wait, i) => wait >= (least[i] ?? 0) && wait <= (least[i] ?? 0) * 1.2)).toEqual(
      least.map(() => true),
    )
    expect(await read()).toMatchObject({ status: 'failing', problem: refused.message, issuer: null })
    expect(await events()).toEqual([{ kind: 'certificate.failed', detail: { host, problem: refused.message } }])

    authority.problems.clear()
    await nextAttempt()
    expect(await read()).toMatchObject({ status: 'valid', problem: null })
    authority.problems.set(host, refused)
    await nextAttempt()
    // another series
    expect((await events()).map(({ kind }) => kind)).toEqual([
      'certificate.failed',
      'certificate.issued',
      'certificate.failed',
    ])
    expect(await read()).toMatchObject({ status: 'failing', issuer: 'Example Authority E1' })
  })

  test('is an incident of a site without a certificate, until there is one', async () => {
    const { authority, host, incidents, nextAttempt, siteId, work } = await liveSite()
    authority.problems.set(host, refused)
    await work()
    await nextAttempt()
    expect(await incidents()).toEqual([])
    await nextAttempt()
    const open = {
      kind: 'certificate',
      severity: 2,
      host,
      site_id: siteId,
      cause: 'Certificate is missing: The certificate authority refused: no answer',
      places: [],
      ended_at: null,
    }
    expect(await incidents()).toMatchObject([open])
    await nextAttempt()
    expect(await incidents()).toMatchObject([open])
    authority.problems.clear()
    await nextAttempt()
    expect(await incidents()).toMatchObject([{ ...open, ended_at: expect.any(String), end_reason: 'recovered' }])
  })

  test('is an incident of a certificate that ends soon, which becomes worse', async () => {
    const { authority, clock, incidents, nextAttempt, read, setState, work, host } = await liveSite()
    await work()
    authority.problems.set(host, refused)
    const until = Date.parse((await read()).valid_until ?? '')
    const open = { severity: 1, cause: expect.stringMatching(/^Certificate expires on .* and can’t be renewed: /) }
    while (until - clock.now() > 14 * day + hour) {
      expect(await incidents()).toEqual([])
      await nextAttempt()
    }
    while (until - clock.now() > 3 * day + 29 * hour) await nextAttempt()
    expect(await incidents()).toMatchObject([{ ...open, ended_at: null }])
    while (until > clock.now()) await nextAttempt()
    expect(await incidents()).toMatchObject([{ ...open, severity: 2, ended_at: null }])
    expect(await read()).toMatchObject({ status: 'expired', problem: refused.message })
    // a site that isn't live needs none
    await setState('off')
    await work()
    expect(await incidents()).toMatchObject([{ end_reason: 'unwatched' }])
  })

  test('is no second incident while monitors see the certificate end', async () => {
    const { authority, db, host, incidents, nextAttempt, account, siteId, work, clock } = await liveSite()
    const { id: monitor_id } = await db.selectFrom('monitors').select('id').executeTakeFirstOrThrow()
    const seen = { severity: 1, cause: 'Certificate expires on 2026-11-30', started_at: clock.now() }
    await db
      .insertInto('incidents')
      .values({
        ...seen,
        id: 'seen',
        account_id: account.id,
        site_id: siteId,
        host,
        kind: 'certificate',
        opened_at: clock.now(),
        ended_at: null,
        closed_at: null,
        end_reason: null,
        partly: 0,
      })
      .execute()
    await db
      .insertInto('incident_places')
      .values({
        incident_id: 'seen',
        monitor_id,
        location: 'local',
        since: clock.now(),
        until: null,
        severity: 1,
        cause: seen.cause,
        first_sample_id: 'a',
        last_sample_id: 'a',
        samples: 1,
      })
      .execute()
    authority.problems.set(host, refused)
    await work()
    for (let i = 0; i < 4; i++) await nextAttempt()
    expect(await incidents()).toMatchObject([{ id: 'seen', cause: seen.cause, severity: 1, ended_at: null }])
    authority.problems.clear()
    await nextAttempt()
    // the monitors end it, once they see the new one
    expect(await incidents()).toMatchObject([{ id: 'seen', ended_at: null }])
  })
})

describe('an authority that can’t give any', () => {
  /** Adds sites that are live. */
  async function withSites(count: number) {
    const service = await liveSite()
    const { db, siteId } = service
    const site = await db.selectFrom('sites').selectAll().where('id', '=', siteId).executeTakeFirstOrThrow()
    await db
      .insertInto('sites')
      .values(
        Array.from({ length: count }, (_, i) => ({
          ...site,
          id: `site-${String(i).padStart(3, '0')}`,
          host: `www${i}.many.example`,
          service_cname: `s-${i}.edge.example`,
          preview_host: `p-${i}.edge.example`,
          cname_seen: `s-${i}.edge.example`,
          first: 0,
        })),
      )
      .execute()
    return service
  }

  test.each([
    ['is away', away],
    ['limits orders', limited],
  ])('%s: with many sites, it’s asked a few times and then rarely', async (_, problem) => {
    const { authority, clock, work } = await withSites(60)
    authority.problems.set('every', problem)
    const { atOnce } = authorityLimits
    await work()
    const atFirst = authority.orders.length
    expect(atFirst).toBeLessThanOrEqual(atOnce)
    await clock.advance(50 * second)
    await work()
    expect(authority.orders).toHaveLength(atFirst)
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 30 * second) {
        await clock.advance(30 * second)
        await work()
      }
    }
    await pass(hour)
    const inAnHour = authority.orders.length
    expect(inAnHour).toBeGreaterThan(atFirst)
    expect(inAnHour).toBeLessThan(15)
    authority.problems.clear()
    await pass(hour)
    expect(new Set(authority.orders).size).toBe(61)
  })

  test('limits one host: that one waits as long as the authority asks', async () => {
    const { authority, clock, events, host, read, row, work } = await liveSite()
    authority.problems.set(host, limited)
    await work()
    expect((await row())?.next_attempt_at).toBe(clock.now() + 3 * hour)
    expect(await read()).toMatchObject({ status: 'failing', problem: limited.message })
    // it's not the host's fault
    expect(await events()).toEqual([])
  })
})

describe('the account at the authority', () => {
  test('is made once, by however many processes, and its key is sealed', async () => {
    const { authority, db, makeWorker, services, siteId, work } = await liveSite()
    const site = await db.selectFrom('sites').selectAll().where('id', '=', siteId).executeTakeFirstOrThrow()
    const cname = { service_cname: 's-2.edge.example', cname_seen: 's-2.edge.example' }
    const other = { ...cname, id: 'other', host: 'other.example', preview_host: 'p-2.edge.example', first: 0 }
    await db
      .insertInto('sites')
      .values({ ...site, ...other })
      .execute()
    await Promise.all([makeWorker().run(), makeWorker().run(), work()])
    await waitFor(() => expect(authority.orders).toHaveLength(2), 5)
    await work()
    expect(authority.accounts.size).toBe(1)
    const [row, ...others] = await db.selectFrom('acme_accounts').selectAll().execute()
    expect(others).toEqual([])
    expect(row).toMatchObject({ directory: env.ACME_DIRECTORY, url: 'https://authority.example/accounts/1' })
    expect(services.vault.open(row?.key_sealed ?? '')).toContain('PRIVATE KEY')
  })

  test('is made again if the authority has forgotten it', async () => {
    const { authority, nextAttempt, read, work } = await liveSite()
    await work()
    authority.accounts.clear()
    authority.accounts.set('another key', 'https://authority.example/accounts/1')
    await nextAttempt()
    expect(authority.accounts.size).toBe(2)
    expect(await read()).toMatchObject({ status: 'valid', problem: null })
  })
})

describe('several processes', () => {
  test('make one order', async () => {
    const { authority, makeWorker, work } = await liveSite()
    await Promise.all([makeWorker(), makeWorker(), makeWorker()].map((worker) => worker.run()))
    await work()
    expect(authority.orders).toHaveLength(1)
  })

  /** An order that ends when the test says so. */
  function held() {
    const began = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const meanwhile = (_: CertificateOrder) => {
      began.resolve()
      return ended.promise
    }
    return { meanwhile, began: began.promise, end: ended.resolve }
  }

  test('leave an order to the one that is at it, and take it over once that has died', async () => {
    const { authority, clock, db, makeWorker, row, work, worker } = await liveSite()
    const first = held()
    authority.meanwhile = first.meanwhile
    await worker.run()
    await first.began
    authority.meanwhile = async () => {}
    const other = makeWorker()
    for (let i = 0; i < 20; i++) {
      const { leased_until } = (await row()) ?? {}
      await clock.advance(authorityLimits.lease / 3)
      // the lease is renewed
      await waitFor(async () => expect((await row())?.leased_until).toBeGreaterThan(leased_until ?? 0), 5)
      await other.run()
    }
    expect(authority.orders).toHaveLength(1)
    // as if the process had been killed
    const killed = { leased_by: 'a process that is gone', leased_until: clock.now() + authorityLimits.lease }
    await db.updateTable('certificates').set(killed).execute()
    await clock.advance(authorityLimits.lease - 1)
    await other.run()
    expect(authority.orders).toHaveLength(1)
    await clock.advance(1)
    await other.run()
    await work()
    expect(authority.orders).toHaveLength(2)
    const got = await row()
    first.end()
    await worker.stop(minute)
    // what the first one got comes too late
    expect(await row()).toEqual(got)
  })

  test('stopping gives an order up to another', async () => {
    const { authority, challenges, makeWorker, read, row, work } = await liveSite()
    const first = held()
    authority.meanwhile = first.meanwhile
    const worker = makeWorker()
    await worker.run()
    await waitFor(async () => expect(await challenges()).toHaveLength(1), 5)
    await worker.stop()
    expect(await challenges()).toEqual([])
    expect(await row()).toMatchObject({ leased_by: null, problem: null, failures: 0 })
    authority.meanwhile = async () => {}
    await work()
    expect(authority.orders).toHaveLength(2)
    expect(await read()).toMatchObject({ status: 'valid' })
    first.end()
  })

  test('stopping waits for an order that ends in time', async () => {
    const { authority, challenges, read, worker } = await liveSite()
    const order = held()
    authority.meanwhile = order.meanwhile
    await worker.run()
    await waitFor(async () => expect(await challenges()).toHaveLength(1), 5)
    const stopped = worker.stop(minute)
    order.end()
    await stopped
    expect(await read()).toMatchObject({ status: 'valid' })
  })

  test('an order that fails while its process stops is nobody’s failure', async () => {
    const { authority, challenges, events, host, row, worker } = await liveSite()
    const order = held()
    authority.meanwhile = order.meanwhile
    authority.problems.set(host, refused)
    await worker.run()
    await waitFor(async () => expect(await challenges()).toHaveLength(1), 5)
    const stopped = worker.stop(minute)
    order.end()
    await stopped
    expect(await row()).toMatchObject({ leased_by: null, problem: null, failures: 0 })
    expect(await events()).toEqual([])
  })

  test('what one that died has left at the edge goes', async () => {
    const { challenges, clock, db, work } = await liveSite()
    const old = { token: 'old', hostname: 'www.shop.example', answer: 'x', expires_at: clock.now() + minute }
    await db.insertInto('acme_challenges').values(old).execute()
    await work()
    expect(await challenges()).toHaveLength(1)
    await clock.advance(authorityLimits.challenge)
    await work()
    expect(await challenges()).toEqual([])
  })
})

test('a site that goes live is noticed within a second', async () => {
  const { authority, clock, setState, worker } = await liveSite()
  await setState('preview', false)
  await worker.start()
  await clock.advance(second)
  await setState('active')
  await waitFor(async () => {
    await clock.advance(100)
    expect(authority.orders).toHaveLength(1)
  }, 5)
  await worker.stop(minute)
})

describe('trying now', () => {
  test('gets a certificate that was refused, at most once in five minutes', async () => {
    const { account, ask, authority, call, clock, host, nextAttempt, path, read, siteId, work } = await liveSite()
    authority.problems.set(host, refused)
    await work()
    await nextAttempt()
    await clock.advance(31 * second)
    const renew = () => call('POST', `/sites/${siteId}/certificate/renew`, { key: account.key })
    const early = await renew()
    expect(early).toMatchObject({
      status: 429,
      body: { error: 'The last attempt was a moment ago. Try again in 269 s.' },
    })
    expect(early.headers.get('retry-after')).toBe('269')
    await clock.advance(269 * second)
    await work()
    expect(authority.orders).toHaveLength(2)
    authority.problems.clear()
    expect(await ask(renewCertificate.user, { path }, account.key)).toMatchObject({
      status: 'failing',
      problem: refused.message,
      next_attempt_at: iso(clock.now()),
    })
    await work()
    expect(authority.orders).toHaveLength(3)
    expect(await read()).toMatchObject({ status: 'valid' })
    const said = { error: expect.stringMatching(/^The certificate is valid until 20\d\d-/) }
    expect(await renew()).toMatchObject({ status: 409, body: said })
  })

  test('isn’t possible for a site that isn’t live', async () => {
    const { account, call, setState, siteId } = await liveSite()
    await setState('preview', false)
    expect(await call('POST', `/sites/${siteId}/certificate/renew`, { key: account.key })).toMatchObject({
      status: 409,
      body: { error: 'A site gets its certificate once it’s live: its host has to point at the service.' },
    })
  })

  test('works through the partner API too', async () => {
    const { ask, partner, scope } = await liveSite()
    expect(await ask(renewCertificate.partner, { path: scope }, partner.key)).toMatchObject({ status: 'waiting' })
  })
})

testTwoClocks('a certificate', {
  table: 'certificates',
  column: 'leased_until',
  lengthMs: authorityLimits.lease,
  prepare: ({ db }, { site_id = '' }) =>
    db.insertInto('certificates').values({ site_id, hostname: 'a.example', next_attempt_at: 0 }).execute(),
  take: async ({ services }) => Number((await claimDue(services)) !== undefined),
})

describe('a counterpart whose visitors are redirected', () => {
  const bare = 'shop.example'

  /** A live site whose counterpart's DNS is here or not. */
  async function redirectingSite() {
    const site = await liveSite()
    const lead = (isHere: boolean) =>
      site.db
        .updateTable('sites')
        .set({
          counterpart: bare,
          counterpart_dns: isHere ? 'here' : 'elsewhere',
          counterpart_since: isHere ? site.clock.now() : null,
        })
        .where('id', '=', site.siteId)
        .execute()
    const names = async () => new X509Certificate((await site.row())?.chain ?? '').subjectAltName
    return { ...site, lead, names }
  }

  test('is on the first certificate, if its DNS is here by then', async () => {
    const { authority, challenges, host, lead, names, read, work } = await redirectingSite()
    const seen: string[] = []
    authority.meanwhile = async () => seen.push(...(await challenges()).map(({ hostname }) => hostname))
    await lead(true)
    await work()
    expect(authority.orders).toEqual([`${host} ${bare}`])
    expect(seen.toSorted()).toEqual([bare, host])
    expect(await names()).toBe(`DNS:${host}, DNS:${bare}`)
    expect(await read()).toMatchObject({ status: 'valid', hostname: host, counterpart: bare })
  })

  test('has a new certificate ordered once its DNS is here, and none once it isn’t', async () => {
    const { authority, host, lead, names, nextAttempt, read, row, work } = await redirectingSite()
    await lead(false)
    await work()
    expect(await read()).toMatchObject({ status: 'valid', counterpart: null })
    const renewal = (await row())?.next_attempt_at
    await lead(true)
    await work()
    await work()
    expect(authority.orders).toEqual([host, `${host} ${bare}`])
    expect(await names()).toBe(`DNS:${host}, DNS:${bare}`)
    await lead(false)
    await work()
    expect(authority.orders).toHaveLength(2)
    expect((await row())?.next_attempt_at).toBeGreaterThan((renewal ?? 0) - 3 * day)
    await nextAttempt()
    expect(authority.orders[2]).toBe(host)
    expect(await read()).toMatchObject({ status: 'valid', counterpart: null })
  })

  test('holds up no certificate of its site that is needed, and is tried again', async () => {
    const { authority, host, lead, nextAttempt, read, row, work } = await redirectingSite()
    authority.problems.set(bare, refused)
    await lead(true)
    await work()
    // the first one
    expect(authority.orders).toEqual([`${host} ${bare}`, host])
    expect(await read()).toMatchObject({ status: 'failing', counterpart: null, problem: refused.message })
    const { chain } = (await row()) ?? {}
    expect(chain).not.toBeNull()
    // the site can wait for further ones, until it's time to renew
    await nextAttempt()
    expect(authority.orders.slice(2)).toEqual([`${host} ${bare}`])
    expect((await row())?.chain).toBe(chain)
    for (let i = 0; i < 70 && (await row())?.chain === chain; i++) await nextAttempt()
    expect(authority.orders.at(-1)).toBe(host)
    expect((await read()).valid_until).not.toBeNull()
    authority.problems.clear()
    await nextAttempt()
    expect(await read()).toMatchObject({ status: 'valid', counterpart: bare, problem: null })
  })

  test('leaves an authority that is away alone', async () => {
    const { authority, lead, work } = await redirectingSite()
    authority.problems.set(bare, away)
    await lead(true)
    await work()
    expect(authority.orders).toHaveLength(1)
  })
})
