import { describe, expect, test } from 'vitest'
import {
  createMonitor,
  createRelease,
  createUserSite,
  listEvents,
  readEvent,
  releaseLimits,
} from '../../contract/index.ts'
import { callerLimits } from '../api/limits.ts'
import { testService } from '../test/service.ts'

const day = 24 * 3600_000

async function world() {
  const service = await testService()
  const { ask, call, makeAccount, makePartner } = service
  const partner = await makePartner()
  const account = await makeAccount(partner)
  const siteNamed = async (host: string) => (await ask(createUserSite, { body: { host } }, account.key)).site_id
  const post = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    call('POST', '/events', { key: account.key, form, headers })
  const path = { partner_id: partner.id, account_id: account.id }
  return { ...service, partner, account, path, siteNamed, post }
}

test('a release is answered with its event, which can be read again', async () => {
  const { ask, account, clock, siteNamed } = await world()
  const site_id = await siteNamed('www.bikes.example')
  const at = new Date(clock.now() - day).toISOString()
  const made = await ask(createRelease.user, { body: { title: 'Shop 2.4', at, site_id } }, account.key)
  const detail = { title: 'Shop 2.4', url: null, host: 'www.bikes.example' }
  expect(made).toMatchObject({ kind: 'release.created', actor: 'holder', at, site_id, monitor_id: null, detail })
  expect(await ask(readEvent.user, { path: { event_id: made.id } }, account.key)).toEqual(made)
})

test('a partner records one for an account, which the events of each of its sites have', async () => {
  const { ask, account, makeAccount, partner, path, siteNamed } = await world()
  const [one, other] = [await siteNamed('one.example'), await siteNamed('other.example')]
  const stranger = await makeAccount(partner)
  const ofOne = await ask(createRelease.partner, { path, body: { title: 'One', site_id: one } }, partner.key)
  const ofAll = await ask(createRelease.partner, { path, body: { title: 'All' } }, partner.key)
  expect(ofAll).toMatchObject({ actor: 'partner', actor_name: 'Nordhost', site_id: null, detail: { host: null } })
  const releases = async (site_id: string, key = account.key) => {
    const query = { site_id, kind: ['release.created' as const] }
    return (await ask(listEvents.user, { query }, key)).rows.map(({ id }) => id)
  }
  expect(await releases(one)).toEqual([ofAll.id, ofOne.id])
  expect(await releases(other)).toEqual([ofAll.id])
  // what else is of no site isn't of every site
  const { rows } = await ask(listEvents.user, { query: { site_id: other } }, account.key)
  expect(rows.map(({ kind }) => kind)).toEqual(['release.created', 'site.created'])
  expect(await releases(one, stranger.key)).toEqual([])
  // a monitor without a site measures what may be part of the release, too
  const { id: monitor_id } = await ask(
    createMonitor.user,
    { body: { name: 'API', type: 'HTTP', constants: { url: 'https://api.example/' } } },
    account.key,
  )
  const ofMonitor = await ask(listEvents.user, { query: { monitor_id } }, account.key)
  expect(ofMonitor.rows.map(({ kind }) => kind).toSorted()).toEqual(['monitor.created', 'release.created'])
})

describe('a release is refused', () => {
  test('where a field is wrong, and nothing is recorded', async () => {
    const { clock, db, post } = await world()
    const title = 'Shop 2.4'
    const long = 'x'.repeat(releaseLimits.title + 1)
    const isoAt = (ms: number) => new Date(clock.now() + ms).toISOString()
    const wrong: readonly (readonly [form: Record<string, string>, field: string])[] = [
      [{}, 'title'],
      [{ title: ' ' }, 'title'],
      [{ title: long }, 'title'],
      [{ title: 'two\nlines' }, 'title'],
      [{ title: 'back\u202ewards' }, 'title'],
      [{ title, url: 'javascript:alert(1)' }, 'url'],
      [{ title, url: '//git.example/2.4' }, 'url'],
      [{ title, url: 'https://' }, 'url'],
      [{ title, url: 'https://ada:secret@git.example/' }, 'url'],
      [{ title, url: `https://git.example/${'x'.repeat(releaseLimits.url)}` }, 'url'],
      [{ title, at: 'yesterday' }, 'at'],
      [{ title, at: isoAt(60_001) }, 'at'],
      [{ title, at: isoAt(-400 * day - 1) }, 'at'],
      [{ title, site: 'www.bikes.example' }, 'site'],
    ]
    for (const [form, field] of wrong) {
      const { status, body } = await post(form)
      expect({ form, status, body }).toMatchObject({ status: 422, body: { fields: { [field]: expect.any(String) } } })
    }
    for (const ms of [60_000, -400 * day]) expect((await post({ title, at: isoAt(ms) })).status).toBe(200)
    expect(await db.selectFrom('events').select('id').execute()).toHaveLength(2)
  })

  test('for another’s site, and another’s event isn’t shown', async () => {
    const { ask, account, call, makeAccount, partner, siteNamed, post } = await world()
    const stranger = await makeAccount(partner)
    const site_id = await siteNamed('one.example')
    const theirs = await call('POST', '/events', { key: stranger.key, form: { title: 'Mine', site_id } })
    expect(theirs.status).toBe(404)
    expect((await post({ title: 'None', site_id: 'no-such-site' })).status).toBe(404)
    const { id } = await ask(createRelease.user, { body: { title: 'Shop' } }, account.key)
    expect((await call('GET', `/events/${id}`, { key: stranger.key })).status).toBe(404)
  })

  test('beyond the limit of its account', async () => {
    const { account, call, makeAccount, partner, post, services } = await world()
    const { points } = callerLimits.releases
    for (let n = 1; n < points; n++) await services.limits.releases.count(account.id)
    const last = await post({ title: 'Last' })
    expect([last.status, last.headers.get('ratelimit')]).toEqual([200, expect.stringContaining('"releases";r=0;t=')])
    const over = await post({ title: 'One more' })
    expect(over).toMatchObject({ status: 429, body: { error: expect.stringMatching(/^Too many releases/) } })
    const other = await makeAccount(partner)
    expect((await call('POST', '/events', { key: other.key, form: { title: 'Theirs' } })).status).toBe(200)
  })
})

test('one that is sent again with its Idempotency-Key is recorded once', async () => {
  const { db, post } = await world()
  const headers = { 'Idempotency-Key': 'build-77' }
  const [first, again] = [await post({ title: 'Shop' }, headers), await post({ title: 'Shop' }, headers)]
  expect([first.status, again.body]).toEqual([200, first.body])
  expect(await db.selectFrom('events').select('id').execute()).toHaveLength(1)
})
