import { describe, expect, test } from 'vitest'
import {
  checkDns,
  createAccount,
  createAlertRule,
  createMonitor,
  createRelease,
  createTest,
  createUserSite,
  deleteAccountSite,
  deleteAlertRule,
  deleteMonitors,
  deleteTests,
  eventKinds,
  flushCache,
  headers,
  type InputOf,
  listEvents,
  muteAlertRule,
  partnerAlerts,
  partnerBypass,
  purgeCache,
  readSettings,
  sendWelcomeEmail,
  setRedirect,
  setLimits,
  startMonitor,
  stopMonitor,
  updateAccountEmail,
  updateAlertRule,
  updateMonitor,
  updateSettings,
  updateSiteHost,
  userMaintenance,
  userResume,
} from '../../contract/index.ts'
import { rotateMainKey } from '../keys/index.ts'
import { setSiteState } from '../sites/index.ts'
import { insertIncident } from '../test/fixtures.ts'
import { testService } from '../test/service.ts'
import { recordCacheRoom } from './index.ts'

const host = 'www.bikes.example'
type RuleBody = InputOf<typeof createAlertRule.user>['body']
const rule: RuleBody = { name: 'On call', channels: ['webhook'], url: 'https://hooks.example/token', kinds: null }
const monitor = { name: 'Shop', type: 'HTTP', constants: { url: `https://${host}/shop?token=secret` } } as const

/** A partner with an account that was created through the API, and everything that can be done with it. */
async function world() {
  const service = await testService()
  const { ask, db, services } = service
  const partner = await service.makePartner()
  const made = await ask(
    createAccount,
    { path: { partner_id: partner.id }, body: { email: 'ada@example.com', site: `http://${host}` } },
    partner.key,
  )
  let key = made.api_key ?? ''
  const path = { partner_id: partner.id, account_id: made.user_id }
  const site = { site_id: made.site_id }
  const events = async (query: Parameters<typeof ask<typeof listEvents.user>>[1]['query'] = {}) =>
    (await ask(listEvents.user, { query: { per_page: 100, ...query } }, key)).rows
  /** The events that a change adds, oldest first. */
  const after = async (change: () => Promise<unknown>) => {
    const before = await events()
    await service.clock.advance(1000)
    await change()
    const known = new Set(before.map(({ id }) => id))
    return (await events()).filter(({ id }) => !known.has(id)).toReversed()
  }
  const byHolder = <T>(call: (key: string) => Promise<T>) => call(key)
  const siteRow = () => db.selectFrom('sites').selectAll().where('id', '=', site.site_id).executeTakeFirstOrThrow()
  const rotateKey = async () => {
    key =
      (await rotateMainKey(
        { column: 'account_id', id: made.user_id },
        { actor: 'operator', now: service.clock.now(), overlapHours: 0 },
        services,
      )) ?? key
  }
  return { ...service, partner, path, site, events, after, byHolder, siteRow, rotateKey, key: () => key }
}

type World = Awaited<ReturnType<typeof world>>
interface Case {
  readonly what: string
  /** Prepares, and returns the change. */
  readonly change: (world: World) => Promise<() => Promise<unknown>>
  readonly actor: string
  /** The kinds and details of the events that it adds. */
  readonly events: readonly (readonly [kind: string, detail: object])[]
}

const cases: readonly Case[] = [
  {
    what: 'a site that the holder adds',
    change:
      async ({ ask, key }) =>
      () =>
        ask(createUserSite, { body: { host: 'new.example' } }, key()),
    actor: 'holder',
    events: [['site.created', { host: 'new.example' }]],
  },
  {
    what: 'a site that the partner deletes',
    change:
      async ({ ask, partner, path, site }) =>
      () =>
        ask(deleteAccountSite, { path: { ...path, ...site } }, partner.key),
    actor: 'partner',
    events: [['site.deleted', { host }]],
  },
  {
    what: 'a new host, and the server and the state that it ends',
    change: async ({ ask, db, partner, path, site }) => {
      await db.updateTable('sites').set({ state: 'active', own_origin: 'https://192.0.2.9' }).execute()
      return () => ask(updateSiteHost, { path: { ...path, ...site }, body: { new_host: 'b.example' } }, partner.key)
    },
    actor: 'partner',
    events: [
      ['site.host', { from: host, host: 'b.example' }],
      ['site.origin', { host: 'b.example', from: 'https://192.0.2.9', to: null }],
      ['site.state', { host: 'b.example', from: 'active', to: 'preview' }],
    ],
  },
  {
    what: 'a redirect of the counterpart',
    change:
      async ({ ask, key, site }) =>
      () =>
        ask(setRedirect.user, { path: site, body: { enabled: true } }, key()),
    actor: 'holder',
    events: [['site.redirect', { host, from: 'bikes.example', to: 'on' }]],
  },
  {
    what: 'a move by the holder',
    change:
      async ({ ask, key, site }) =>
      () =>
        ask(userMaintenance, { path: site }, key()),
    actor: 'holder',
    events: [['site.state', { host, from: 'preview', to: 'maintenance' }]],
  },
  {
    what: 'a move by the partner',
    change:
      async ({ ask, partner, path, site }) =>
      () =>
        ask(partnerBypass, { path: { ...path, ...site } }, partner.key),
    actor: 'partner',
    events: [['site.state', { host, from: 'preview', to: 'bypass' }]],
  },
  {
    what: 'a move that changes nothing',
    change:
      async ({ ask, key, site }) =>
      () =>
        ask(userResume, { path: site }, key()),
    actor: 'holder',
    events: [],
  },
  {
    what: 'a state that the operator sets',
    change:
      async ({ clock, services, site }) =>
      () =>
        setSiteState(services.database, site.site_id, 'proxy only', clock.now()),
    actor: 'operator',
    events: [['site.state', { host, from: 'preview', to: 'proxy only' }]],
  },
  {
    what: 'a state that the operator sets again',
    change:
      async ({ clock, services, site }) =>
      () =>
        setSiteState(services.database, site.site_id, 'preview', clock.now()),
    actor: 'operator',
    events: [],
  },
  {
    what: 'a DNS record that is found',
    change: async ({ ask, key, site, siteRow, world: { dns } }) => {
      dns.set(host, { kind: 'cname', target: (await siteRow()).service_cname })
      return () => ask(checkDns.user, { path: site }, key())
    },
    actor: 'dns',
    events: [['site.state', { host, from: 'preview', to: 'trial' }]],
  },
  {
    what: 'a DNS check that finds nothing new',
    change:
      async ({ ask, key, site }) =>
      () =>
        ask(checkDns.user, { path: site }, key()),
    actor: 'dns',
    events: [],
  },
  {
    what: 'a release of a site',
    change:
      async ({ ask, key, site }) =>
      () =>
        ask(createRelease.user, { body: { title: ' Shop 2.4 ', url: 'HTTPS://git.example/2.4', ...site } }, key()),
    actor: 'holder',
    events: [['release.created', { title: 'Shop 2.4', url: 'https://git.example/2.4', host }]],
  },
  {
    what: 'a flush',
    change:
      async ({ ask, key, site }) =>
      () =>
        ask(flushCache, { path: site, body: {} }, key()),
    actor: 'holder',
    events: [['cache.flushed', { host }]],
  },
  {
    what: 'a full disk where the site is cached',
    change: async ({ clock, db, services }) => {
      await db.updateTable('sites').set({ state: 'trial' }).execute()
      return () => recordCacheRoom(services.database, { location: 'Frankfurt', hasRoom: false, at: clock.now() })
    },
    actor: 'service',
    events: [['cache.full', { host, location: 'Frankfurt' }]],
  },
  {
    what: 'room on that disk again',
    change: async ({ clock, db, services }) => {
      await db.updateTable('sites').set({ state: 'trial' }).execute()
      return () => recordCacheRoom(services.database, { location: 'Frankfurt', hasRoom: true, at: clock.now() })
    },
    actor: 'service',
    events: [['cache.resumed', { host, location: 'Frankfurt' }]],
  },
  {
    what: 'a full disk, for a site that isn’t cached',
    change:
      async ({ clock, services }) =>
      () =>
        recordCacheRoom(services.database, { location: 'Frankfurt', hasRoom: false, at: clock.now() }),
    actor: 'service',
    events: [],
  },
  {
    what: 'a purge, without paths that are overlong',
    change:
      async ({ ask, key, site }) =>
      () => {
        const body = Array.from({ length: 7 }, (_, i) => ({ condition: `/${i}${'x'.repeat(i === 0 ? 500 : 0)}` }))
        return ask(purgeCache, { path: site, body }, key())
      },
    actor: 'holder',
    events: [['cache.purged', { host, paths: ['/1', '/2', '/3', '/4', '/5', '/6'], count: 7 }]],
  },
  {
    what: 'a purge of more than addresses, so that it can be made again',
    change:
      async ({ ask, key, site }) =>
      () => {
        const body = [
          { condition: '/a.css', content_type: 'css' as const },
          { condition: '/shop/', operator: 'PREFIX' as const, name: 'URI', domain: host, type: 'html' as const },
          { condition: 'x'.repeat(500), operator: 'CONTAIN' as const },
          { content_type: 'js' as const, condition: null },
          { tag: 'sale' },
        ]
        return ask(purgeCache, { path: site, body }, key())
      },
    actor: 'holder',
    events: [
      [
        'cache.purged',
        {
          host,
          paths: ['/a.css'],
          patterns: ['/shop/* (everything but CSS and JavaScript)', 'all JavaScript', 'tag sale'],
          items: [{ condition: '/shop/', operator: 'PREFIX', type: 'html' }, { type: 'js' }, { tag: 'sale' }],
          count: 5,
        },
      ],
    ],
  },
  {
    what: 'a change of settings',
    change: async ({ ask, key, site }) => {
      const { revision: _, ...settings } = await ask(readSettings, { path: site }, key())
      const one = (enabled: boolean) => [{ _id: 'x', enabled, filters: [] }]
      const documentActions = { images: one(true), compression: one(false) }
      const filters = [{ direction: 0, match: [{ name: 'URI', operator: 'CONTAIN', condition: '/cart' }] }] as const
      const body = { ...settings, defaultActions: { ...settings.defaultActions, filters, documentActions } }
      // the schema of the body is stricter than that of the reply
      return () => ask(updateSettings, { path: site, body: body as never }, key())
    },
    actor: 'holder',
    events: [['settings.changed', { host, on: ['images'], off: ['compression'], changed: ['filters'] }]],
  },
  {
    what: 'settings that are saved unchanged',
    change: async ({ ask, key, site }) => {
      const { revision: _, ...body } = await ask(readSettings, { path: site }, key())
      return () => ask(updateSettings, { path: site, body: body as never }, key())
    },
    actor: 'holder',
    events: [],
  },
  {
    what: 'a new monitor',
    change:
      async ({ ask, partner, path }) =>
      () =>
        ask(createMonitor.partner, { path, body: monitor }, partner.key),
    actor: 'partner',
    events: [['monitor.created', { name: 'Shop' }]],
  },
  {
    what: 'a changed monitor',
    change: async ({ ask, key }) => {
      const { id } = await ask(createMonitor.user, { body: monitor }, key())
      const body = { ...monitor, name: 'Cart', timing: { interval: 10 }, status: 'SUSPENDED' } as const
      return () => ask(updateMonitor.user, { path: { monitor_id: id }, body }, key())
    },
    actor: 'holder',
    events: [
      ['monitor.changed', { name: 'Cart', changed: ['name', 'schedule'] }],
      ['monitor.paused', { name: 'Cart' }],
    ],
  },
  {
    what: 'a monitor with a new password',
    change: async ({ ask, key }) => {
      const { id } = await ask(createMonitor.user, { body: monitor }, key())
      const body = { ...monitor, constants: { ...monitor.constants, auth: 'me', password: 'p4ss' } }
      return () => ask(updateMonitor.user, { path: { monitor_id: id }, body }, key())
    },
    actor: 'holder',
    events: [['monitor.changed', { name: 'Shop', changed: ['user name', 'secrets'] }]],
  },
  {
    what: 'the limits of a monitor',
    change: async ({ ask, key }) => {
      const { id } = await ask(createMonitor.user, { body: monitor }, key())
      const set = (limits: object) => ask(setLimits.user, { path: { monitor_id: id }, body: { limits } }, key())
      await set({ first_byte: 400, last_byte: 900, dns: 50 })
      return async () => {
        await set({ first_byte: 300, connect: 80, dns: 50 })
        await set({ connect: 80, first_byte: 300, dns: 50 })
      }
    },
    actor: 'holder',
    events: [
      [
        'monitor.changed',
        {
          name: 'Shop',
          changed: ['limits'],
          limits: {
            first_byte: { from: 400, to: 300 },
            last_byte: { from: 900, to: null },
            connect: { from: null, to: 80 },
          },
        },
      ],
    ],
  },
  {
    what: 'a monitor that is saved unchanged, or started while it runs',
    change: async ({ ask, key }) => {
      const { id } = await ask(createMonitor.user, { body: monitor }, key())
      return async () => {
        await ask(updateMonitor.user, { path: { monitor_id: id }, body: monitor }, key())
        await ask(startMonitor.user, { path: { monitor_id: id } }, key())
      }
    },
    actor: 'holder',
    events: [],
  },
  {
    what: 'a paused, started and deleted monitor',
    change: async ({ ask, key }) => {
      const { id } = await ask(createMonitor.user, { body: monitor }, key())
      return async () => {
        await ask(stopMonitor.user, { path: { monitor_id: id } }, key())
        await ask(startMonitor.user, { path: { monitor_id: id } }, key())
        await ask(deleteMonitors.user, { body: { ids: [id] } }, key())
      }
    },
    actor: 'holder',
    events: [
      ['monitor.paused', { name: 'Shop' }],
      ['monitor.resumed', { name: 'Shop' }],
      ['monitor.deleted', { name: 'Shop' }],
    ],
  },
  {
    what: 'a test, which comes and goes',
    change:
      async ({ ask, key }) =>
      async () => {
        const { id } = await ask(createTest.user, { body: monitor }, key())
        await ask(deleteTests.user, { body: { ids: [id] } }, key())
      },
    actor: 'holder',
    events: [],
  },
  {
    what: 'a new alert rule',
    change:
      async ({ ask, partner, path }) =>
      () =>
        ask(createAlertRule.partner, { path, body: rule }, partner.key),
    actor: 'partner',
    events: [['alert_rule.created', { name: 'On call' }]],
  },
  {
    what: 'a changed alert rule, and the secret of its channel',
    change: async ({ ask, key }) => {
      const { id } = await ask(createAlertRule.user, { body: rule }, key())
      const change = (body: Partial<RuleBody>) =>
        ask(updateAlertRule.user, { path: { rule_id: id }, body: { ...rule, ...body } }, key())
      return async () => {
        await change({ name: 'Night', enabled: false, kinds: ['down', 'slow'] })
        await change({ channels: ['email', 'webhook'] })
        await change({ channels: ['email', 'webhook'], new_secret: true })
        await change({ channels: ['email', 'webhook'] })
      }
    },
    actor: 'holder',
    events: [
      ['alert_rule.changed', { name: 'Night', changed: ['turned off', 'name', 'kinds'] }],
      ['alert_rule.changed', { name: 'On call', changed: ['turned on', 'name', 'kinds', 'channels'] }],
      ['alert_rule.changed', { name: 'On call', changed: ['signing key'] }],
    ],
  },
  {
    what: 'an alert rule that is muted until a time, unmuted, and deleted',
    change: async ({ ask, clock, key }) => {
      const { id } = await ask(createAlertRule.user, { body: rule }, key())
      const path = { rule_id: id }
      const until = clock.now() + 7_200_000
      return async () => {
        for (const muted of [until, until, null, null])
          await ask(muteAlertRule.user, { path, body: { until: muted } }, key())
        await ask(deleteAlertRule.user, { path }, key())
      }
    },
    actor: 'holder',
    events: [
      ['alert_rule.muted', { name: 'On call', until: expect.stringMatching(/Z$/) }],
      ['alert_rule.unmuted', { name: 'On call' }],
      ['alert_rule.deleted', { name: 'On call' }],
    ],
  },
  {
    what: 'a rule of the partner itself',
    change:
      async ({ ask, partner }) =>
      () =>
        ask(
          partnerAlerts.create,
          { path: { partner_id: partner.id }, body: { ...rule, site_ids: null, monitor_ids: null } },
          partner.key,
        ),
    actor: 'partner',
    events: [],
  },
  {
    what: 'another email address',
    change:
      async ({ ask, partner, path }) =>
      () =>
        ask(updateAccountEmail, { path, body: { new_email: 'eve@example.com' } }, partner.key),
    actor: 'partner',
    events: [['account.email', { from: 'ada@example.com', to: 'eve@example.com' }]],
  },
  {
    what: 'a new password',
    change: async ({ ask, db, partner, path }) => {
      await db.deleteFrom('mails').execute()
      return () => ask(sendWelcomeEmail, { path }, partner.key)
    },
    actor: 'partner',
    events: [['account.password', { email: 'ada@example.com' }]],
  },
  {
    what: 'a new key',
    change: async ({ rotateKey }) => rotateKey,
    actor: 'operator',
    events: [['account.key', {}]],
  },
]

describe('the log records', () => {
  test.each(cases)('$what', async ({ change, actor, events }) => {
    const prepared = await world()
    const { after, clock, site } = prepared
    const made = await change(prepared)
    const recorded = await after(made)
    // those of the same moment come in the order of their ids
    expect(recorded.map(({ kind, detail }) => [kind, detail])).toEqual(events)
    for (const event of recorded) {
      expect(event).toMatchObject({ actor, at: new Date(clock.now()).toISOString() })
      if (!/^(?:account|alert_rule)\./.test(event.kind) && !JSON.stringify(event.detail).includes('new.example'))
        expect(event.site_id).toBe(site.site_id)
      expect(event.monitor_id === null).toBe(!event.kind.startsWith('monitor.'))
      expect(JSON.stringify(event)).not.toMatch(/p4ss|secret=|token/)
    }
  })

  test('a new account with its first site', async () => {
    const { events, site } = await world()
    expect(await events()).toMatchObject([
      { kind: 'site.created', actor: 'partner', site_id: site.site_id, detail: { host } },
      { kind: 'account.created', actor: 'partner', site_id: null, detail: { email: 'ada@example.com' } },
    ])
  })

  test('every kind of change', () => {
    const recorded = cases.flatMap(({ events }) => events.map(([kind]) => kind))
    // what callers can't do by themselves has its own tests
    const asked = eventKinds.filter((kind) => !/^(?:certificate|person|key)\.|^account\.deleted$/.test(kind))
    expect(new Set([...recorded, 'account.created'])).toEqual(new Set(asked))
  })

  test('nothing of a refused change, nor of sites without an owner', async () => {
    const { after, call, db, site, key } = await world()
    await db.updateTable('sites').set({ state: 'off' }).execute()
    expect(
      await after(async () => {
        expect((await call('PUT', `/sites/${site.site_id}/optimizer/resume`, { key: key() })).status).not.toBe(200)
        expect((await call('POST', '/sites', { form: { host: 'nobody.example' } })).status).toBe(200)
      }),
    ).toEqual([])
    expect(await db.selectFrom('events').select('id').execute()).toHaveLength(2)
  })
})

describe('a partner that uses an account’s key', () => {
  const as = (partnerKey: string) => ({ headers: { [headers.partnerKey]: partnerKey } })

  test('is named where it says so', async () => {
    const { after, call, key, partner, site, db, path } = await world()
    const incident_id = await insertIncident(db, { account_id: path.account_id, host })
    const flushPath = `/sites/${site.site_id}/flush_cache`
    const made = await after(async () => {
      await call('PUT', flushPath, { key: key() })
      const acting = { key: key(), ...as(partner.key) }
      const { status, body } = await call('PUT', `/incidents/${incident_id}/acknowledge`, { ...acting, json: {} })
      expect([status, body]).toMatchObject([
        200,
        { acknowledged_by: 'partner_as_holder', acknowledged_by_name: 'Nordhost' },
      ])
      const flushed = await call('PUT', flushPath, acting)
      expect(flushed.status).toBe(200)
      await call('PUT', `/optimizers/${site.site_id}/maintenance`, acting)
      await call('POST', '/sites', { ...acting, form: { host: 'by-partner.example' } })
    })
    expect(made.map(({ kind, actor, actor_name }) => [kind, actor, actor_name])).toEqual([
      ['cache.flushed', 'holder', null],
      ['cache.flushed', 'partner_as_holder', 'Nordhost'],
      ['site.state', 'partner_as_holder', 'Nordhost'],
      ['site.created', 'partner_as_holder', 'Nordhost'],
    ])
  })

  test('is refused where it isn’t the account’s', async () => {
    const { call, key, partner, makePartner, db } = await world()
    const other = await makePartner()
    const statusOf = async (partnerKey: string) =>
      (await call('GET', '/users/email', { key: key(), ...as(partnerKey) })).status
    expect(await statusOf(partner.key)).toBe(200)
    expect(await statusOf(other.key)).toBe(403)
    expect(await statusOf(key())).toBe(403)
    expect(await statusOf('guessed')).toBe(403)
    await db.updateTable('partners').set({ granted: 0 }).where('id', '=', partner.id).execute()
    expect(await statusOf(partner.key)).toBe(403)
  })
})

describe('the list', () => {
  async function withEvents() {
    const service = await world()
    const { ask, clock, key, site } = service
    await clock.advance(60_000)
    for (let i = 0; i < 3; i++) {
      await ask(flushCache, { path: site, body: {} }, key())
      await clock.advance(60_000)
    }
    const other = await ask(createUserSite, { body: { host: 'other.example' } }, key())
    const { id } = await ask(createMonitor.user, { body: monitor }, key())
    return { ...service, other: other.site_id, monitorId: id }
  }

  test('is paged, newest first', async () => {
    const { ask, key } = await withEvents()
    const page = (of: number) => ask(listEvents.user, { query: { page: of, per_page: 4 } }, key())
    const [first, second] = [await page(1), await page(2)]
    expect(first).toMatchObject({ current_page: 1, total_pages: 2, per_page: 4, total_entries: 7 })
    expect(first.rows.map(({ kind }) => kind).toSorted()).toEqual([
      'cache.flushed',
      'cache.flushed',
      'monitor.created',
      'site.created',
    ])
    expect(second.rows.map(({ kind }) => kind)).toEqual(['cache.flushed', 'site.created', 'account.created'])
    const times = [...first.rows, ...second.rows].map(({ at }) => at)
    expect(times).toEqual(times.toSorted().toReversed())
    expect((await page(3)).rows).toEqual([])
  })

  test('is filtered by site, monitor, kind, actor and time', async () => {
    const { events, clock, monitorId, other, site } = await withEvents()
    const kinds = async (query: Parameters<typeof events>[0]) => (await events(query)).map(({ kind }) => kind)
    const flushes = ['cache.flushed', 'cache.flushed', 'cache.flushed']
    expect(await kinds({ site_id: other })).toEqual(['site.created'])
    // with the monitor of its host
    expect(await kinds({ site_id: site.site_id })).toEqual(['monitor.created', ...flushes, 'site.created'])
    expect(await kinds({ monitor_id: monitorId })).toEqual(['monitor.created'])
    expect(await kinds({ kind: ['cache.flushed', 'account.created'] })).toEqual([...flushes, 'account.created'])
    expect(await kinds({ actor: ['partner'] })).toEqual(['site.created', 'account.created'])
    expect(await kinds({ actor: ['partner'], kind: ['cache.flushed'] })).toEqual([])
    const now = clock.now()
    expect(await kinds({ from: now - 120_000, to: new Date(now - 60_000).toISOString() })).toEqual(flushes.slice(1))
    expect(await kinds({ site_id: 'no-such-site' })).toEqual([])
  })

  test('is served as CSV', async () => {
    const { call, key } = await withEvents()
    const { text } = await call('GET', '/events.csv?kind[]=account.created', { key: key() })
    expect(text.split('\r\n')[0]).toBe('id,at,kind,actor,actor_name,site_id,monitor_id,detail,person,key')
    expect(text).toContain('account.created,partner,Nordhost,,,"{""email"":""ada@example.com""}"')
  })

  test('holds what happened to a site that is gone', async () => {
    const { ask, events, partner, path, site } = await withEvents()
    await ask(deleteAccountSite, { path: { ...path, ...site } }, partner.key)
    expect((await events({ site_id: site.site_id })).map(({ kind }) => kind)).toContain('site.deleted')
  })

  test('shows an account its own events only, and a partner those of its own accounts', async () => {
    const { ask, call, makeAccount, makePartner, partner, path, site, monitorId } = await withEvents()
    const twin = await makeAccount(partner)
    const stranger = await makePartner()
    const none = { total_entries: 0, rows: [] }
    for (const query of [{}, { site_id: site.site_id }, { monitor_id: monitorId }])
      expect(await ask(listEvents.user, { query }, twin.key)).toMatchObject(none)
    const ofTwin = { path: { ...path, account_id: twin.id }, query: { site_id: site.site_id } }
    expect(await ask(listEvents.partner, ofTwin, partner.key)).toMatchObject(none)
    expect((await ask(listEvents.partner, { path, query: {} }, partner.key)).total_entries).toBe(7)
    const foreign = `/partners/${stranger.id}/accounts/${path.account_id}/events`
    expect((await call('GET', foreign, { key: stranger.key })).status).toBe(404)
  })

  test('goes with its account', async () => {
    const { call, db, partner, path } = await withEvents()
    await db.deleteFrom('sites').where('account_id', '=', path.account_id).execute()
    const { status } = await call('DELETE', `/partners/${partner.id}/accounts/${path.account_id}`, { key: partner.key })
    expect(status).toBe(200)
    expect(await db.selectFrom('events').select('id').execute()).toEqual([])
  })
})
