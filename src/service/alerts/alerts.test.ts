import { describe, expect, test, vi } from 'vitest'
import {
  acknowledgeIncident,
  createAlertRule,
  createMonitor,
  deleteAlertRule,
  listAlertRules,
  listAlerts,
  listIncidents,
  muteAlertRule,
  partnerAlerts,
  readAlertRule,
  testAlertRule,
  updateAlertRule,
} from '../../contract/index.ts'
import { recordRounds } from '../incidents/index.ts'
import { Retention } from '../retention/index.ts'
import { insertSample, populate } from '../test/fixtures.ts'
import { testService } from '../test/service.ts'
import { waitFor } from '../test/wait-for.ts'
import { deliver, rulesDue } from './deliver.ts'
import { quietMs } from './rules.ts'
import { takeChanges } from './take-changes.ts'
import {
  setIncidentDown,
  setIncidentEnded,
  addOpenIncident,
  setIncidentReopened,
  sendAll,
  setIncidentWorse,
} from './testing.ts'
import { testTwoClocks } from '../test/two-clocks.ts'

const minute = 60_000

async function withAccount() {
  const service = await testService()
  const partner = await service.makePartner()
  const account = await service.makeAccount(partner, { email: 'holder@example.com' })
  const { ask, db, clock, services, world } = service
  const key = account.key
  const rule = (body: object = {}) =>
    ask(createAlertRule.user, { body: { name: 'All', channel: 'email', ...body } }, key)
  return {
    ...service,
    partner,
    account,
    rule,
    open: (host = 'www.a.example', fields: object = {}) =>
      addOpenIncident(db, { account_id: account.id, host, ...fields }, clock.now()),
    close: (id: string, reason?: 'unwatched') => setIncidentEnded(db, id, clock.now(), reason),
    reopen: (id: string) => setIncidentReopened(db, id, clock.now()),
    worsen: (id: string, more: { severity?: number; monitorId?: string }) =>
      setIncidentWorse(db, id, more, clock.now()),
    mute: (rule_id: string, until: number | null) =>
      ask(muteAlertRule.user, { path: { rule_id }, body: { until } }, key),
    /** Sends what is due now and after each of some minutes. @returns the subjects of all email so far */
    sent: async (minutes = 0) => {
      await sendAll(services)
      for (let i = 0; i < minutes; i++) {
        await clock.advance(minute)
        await sendAll(services)
      }
      return world.mail.letters.map(({ subject }) => subject)
    },
    log: async () => (await ask(listAlerts.user, { query: { per_page: 100 } }, key)).rows,
  }
}

const down = 'Down: www.a.example (HTTP 503)'
const again = 'Down again: www.a.example (HTTP 503)'
const recovered = 'Recovered: www.a.example (was down)'

test('a rule about slow pages tells only of those that it picks, as soon as they are', async () => {
  const { rule, sent, ask, account, db, clock, services, world } = await withAccount()
  const mine = await rule({ name: 'Mine', kinds: ['slow'], slow_by: 'limits' })
  expect(mine.slow_by).toBe('limits')
  await rule({ name: 'Unusual', kinds: ['slow'], slow_by: 'unusual', min_severity: 1 })
  const { id } = await ask(
    createMonitor.user,
    { body: { name: 'Slow', type: 'HTTP', constants: { url: 'https://slow.example/' }, status: 'SUSPENDED' } },
    account.key,
  )
  const record = async (round: number, by: 'limits' | 'unusual') => {
    const at = clock.now()
    const slow = { severity: 1, cause: `First byte ${round} s`, times: 2, by }
    const check = {
      monitorId: id,
      accountId: account.id,
      siteId: null,
      host: 'slow.example',
      roundAt: at,
      location: 'local',
      checksAtPlace: 1,
      interval: minute,
      clean: 0,
      samples: [{ id: `sample ${round}`, at, findings: { slow } }],
    }
    await db.transaction().execute((trx) => recordRounds(trx, services.database.kind, [check], at))
    await clock.advance(minute)
    await sent()
    return world.mail.letters.map(({ text }) => /rule “(.*?)”/.exec(text)?.[1])
  }
  await record(1, 'unusual')
  expect(await record(2, 'unusual')).toEqual(['Unusual'])
  expect(await record(3, 'unusual')).toEqual(['Unusual'])
  expect(await record(4, 'limits')).toEqual(['Unusual', 'Mine'])
  expect(await record(5, 'limits')).toEqual(['Unusual', 'Mine'])
})

describe('an incident', () => {
  test('is reported when it begins and when it ends, and both are in the log', async () => {
    const { rule, open, close, sent, log, account } = await withAccount()
    const { id } = await rule()
    const incident = await open()
    expect(await sent()).toEqual([down])
    await close(incident)
    expect(await sent(90)).toEqual([down, recovered])
    expect(await log()).toMatchObject([
      { what: 'closed', state: 'sent', subject: recovered },
      {
        what: 'opened',
        state: 'sent',
        subject: down,
        rule_id: id,
        incident_id: incident,
        account_id: account.id,
        target: 'holder@example.com',
        attempts: 1,
        next_at: null,
      },
    ])
  })

  test('that nothing measures any more has no end to tell', async () => {
    const { rule, open, close, sent } = await withAccount()
    await rule()
    const incident = await open()
    await sent()
    await close(incident, 'unwatched')
    expect(await sent(90)).toEqual([down])
  })

  test('that comes and goes is reported once an hour', async () => {
    const { rule, open, close, reopen, sent, log } = await withAccount()
    await rule()
    const incident = await open()
    await sent()
    for (let i = 0; i < 3; i++) {
      await close(incident)
      await sent(5)
      await reopen(incident)
      await sent(5)
    }
    expect(await sent()).toEqual([down, recovered])
    expect(await sent(40)).toEqual([down, recovered, again])
    await close(incident)
    expect(await sent(90)).toEqual([down, recovered, again, recovered])
    expect((await log()).filter(({ state }) => state === 'waiting')).toEqual([])
  })

  test('isn’t reported to rules that are about others, and its end not to those that don’t want it', async () => {
    const { rule, open, close, sent } = await withAccount()
    await rule({ kinds: ['slow'] })
    await rule({ tell_recovery: false })
    const incident = await open()
    await sent()
    await close(incident)
    expect(await sent(90)).toEqual([down])
  })

  test('that turns out to be of another kind is reported to rules that haven’t reported it', async () => {
    const { rule, open, close, sent, db, clock } = await withAccount()
    await rule()
    await rule({ kinds: ['down'] })
    const incident = await open('www.a.example', { kind: 'origin' })
    expect(await sent()).toEqual(['Server errors: www.a.example (HTTP 503)'])
    await setIncidentDown(db, incident, clock.now())
    // two changes may wait together
    await setIncidentDown(db, incident, clock.now())
    expect(await sent(90)).toEqual(['Server errors: www.a.example (HTTP 503)', down])
    await close(incident)
    expect((await sent(90)).slice(2)).toEqual([recovered, recovered])
  })

  test('isn’t reported any more once acknowledged, except for its end', async () => {
    const { rule, open, close, reopen, sent, ask, account } = await withAccount()
    await rule()
    const incident = await open()
    await sent()
    await close(incident)
    await sent()
    await reopen(incident)
    const path = { incident_id: incident }
    const reply = await ask(acknowledgeIncident.user, { path, body: {} }, account.key)
    expect(reply).toMatchObject({ acknowledged_at: expect.any(String), acknowledged_by: 'holder' })
    expect(await sent(90)).toEqual([down, recovered])
    await close(incident)
    expect(await sent(90)).toEqual([down, recovered])
    await expect(ask(acknowledgeIncident.user, { path, body: {} }, account.key)).rejects.toThrow('409')
  })

  test('is reported at its end only, if it’s acknowledged after its start was reported', async () => {
    const { rule, open, close, sent, ask, account, partner } = await withAccount()
    await rule()
    const incident = await open()
    await sent()
    const path = { partner_id: partner.id, account_id: account.id, incident_id: incident }
    await ask(acknowledgeIncident.partner, { path, body: {} }, partner.key)
    const { rows } = await ask(listIncidents.user, { query: {} }, account.key)
    expect(rows).toMatchObject([{ acknowledged_by: 'partner' }])
    await close(incident)
    expect(await sent(5)).toEqual([down, recovered])
  })
})

describe('an incident that worsens', () => {
  const error = { severity: 2, cause: 'HTTP 404' }
  const started = 'Down: www.a.example (HTTP 404)'
  const startedAgain = 'Down again: www.a.example (HTTP 404)'

  test('is reported once to a rule that is about it from then on, and then its end', async () => {
    const { rule, open, close, worsen, sent, log } = await withAccount()
    await rule({ min_severity: 3 })
    const incident = await open(undefined, error)
    expect(await sent(90)).toEqual([])
    await worsen(incident, { severity: 3 })
    expect(await sent(5)).toEqual([started])
    await worsen(incident, { severity: 2 })
    await worsen(incident, { severity: 3 })
    expect(await sent(90)).toEqual([started])
    await close(incident)
    expect(await sent(5)).toEqual([started, recovered])
    expect((await log()).map(({ what }) => what)).toEqual(['closed', 'opened'])
  })

  test('isn’t reported again to a rule that reported it', async () => {
    const { rule, open, worsen, sent, log } = await withAccount()
    await rule()
    const incident = await open(undefined, error)
    expect(await sent()).toEqual([started])
    await worsen(incident, { severity: 3 })
    expect(await sent(90)).toEqual([started])
    expect(await log()).toHaveLength(1)
  })

  test('is reported once if it worsens before its start was looked at', async () => {
    const { rule, open, worsen, sent } = await withAccount()
    await rule({ min_severity: 3 })
    const incident = await open(undefined, error)
    for (const severity of [3, 2, 3]) await worsen(incident, { severity })
    expect(await sent(90)).toEqual([started])
  })

  test('is reported to the rules of a monitor that joins', async () => {
    const { rule, open, worsen, sent, account, ask } = await withAccount()
    const monitor = async (name: string) => {
      const body = { name, type: 'HTTP', constants: { url: 'https://www.a.example/' } } as const
      return (await ask(createMonitor.user, { body }, account.key)).id
    }
    const [first, second, third] = [await monitor('1'), await monitor('2'), await monitor('3')]
    await rule({ monitor_ids: [second] })
    const incident = await open(undefined, error)
    for (const monitorId of [first, third]) await worsen(incident, { monitorId })
    expect(await sent(90)).toEqual([])
    await worsen(incident, { monitorId: second })
    expect(await sent(90)).toEqual([started])
  })

  test('after it began again, is reported again, with and without its end', async () => {
    const { rule, open, close, reopen, worsen, sent } = await withAccount()
    await rule({ min_severity: 3 })
    await rule({ min_severity: 3, tell_recovery: false })
    const incident = await open(undefined, error)
    await worsen(incident, { severity: 3 })
    await sent()
    await close(incident)
    expect(await sent(30)).toEqual([started, started, recovered])
    await worsen(incident, { severity: 2 })
    await reopen(incident)
    expect(await sent(60)).toEqual([started, started, recovered])
    await worsen(incident, { severity: 3 })
    expect(await sent(90)).toEqual([started, started, recovered, startedAgain, startedAgain])
  })

  test('isn’t reported once acknowledged', async () => {
    const { rule, open, worsen, sent, ask, account } = await withAccount()
    await rule({ min_severity: 3 })
    const incident = await open(undefined, error)
    await ask(acknowledgeIncident.user, { path: { incident_id: incident }, body: {} }, account.key)
    await worsen(incident, { severity: 3 })
    expect(await sent(90)).toEqual([])
  })
})

describe('a mute', () => {
  test('holds alerts back, and what is still wrong at its end is reported then', async () => {
    const { rule, open, close, mute, sent, clock, log } = await withAccount()
    const { id } = await rule()
    await mute(id, clock.now() + 30 * minute)
    const [short] = [await open('www.b.example'), await open()]
    expect(await sent(5)).toEqual([])
    expect(await log()).toMatchObject([{ state: 'waiting', reason: 'muted' }, { state: 'waiting' }])
    await close(short)
    expect(await sent(20)).toEqual([])
    expect(await sent(10)).toEqual([down])
    expect((await log()).map(({ state, reason }) => [state, reason])).toEqual([
      ['dropped', 'untold'],
      ['sent', null],
      ['dropped', 'over'],
    ])
  })

  test('can be ended early', async () => {
    const { rule, open, mute, sent, clock } = await withAccount()
    const { id } = await rule()
    expect((await mute(id, clock.now() + 600 * minute)).muted_until).toBe('2026-11-21T18:00:00.000Z')
    await open()
    expect(await sent(5)).toEqual([])
    expect((await mute(id, null)).muted_until).toBeNull()
    expect(await sent()).toEqual([down])
  })
})

test('nothing is reported of planned maintenance; what fails after it is', async () => {
  const service = await testService()
  const { db, clock, services, world } = service
  const { account, ids } = await populate(service, await service.makePartner())
  await db.deleteFrom('incidents').execute()
  const site_id = ids['site_id'] ?? ''
  const monitorId = ids['monitor_id'] ?? ''
  await db.updateTable('sites').set({ state: 'maintenance' }).where('id', '=', site_id).execute()
  const id = await addOpenIncident(db, { account_id: account.id, host: 'www.a.example', site_id }, clock.now())
  const during = await insertSample(db, { monitorId, at: clock.now(), type: 3 })
  const place = { incident_id: id, monitor_id: monitorId, location: 'local', since: clock.now(), severity: 3 }
  await db
    .insertInto('incident_places')
    .values({ ...place, cause: 'HTTP 503', first_sample_id: during, last_sample_id: during, samples: 1 })
    .execute()
  const wait = async (minutes: number) => {
    for (let i = 0; i < minutes; i++) {
      await sendAll(services)
      await clock.advance(minute)
    }
    return world.mail.letters.length
  }
  expect(await wait(20)).toBe(0)
  await db.updateTable('sites').set({ state: 'active' }).where('id', '=', site_id).execute()
  // the last sample is from before: nobody knows yet
  expect(await wait(10)).toBe(0)
  const after = await insertSample(db, { monitorId, at: clock.now(), type: 3 })
  await db.updateTable('incident_places').set({ last_sample_id: after }).execute()
  expect(await wait(3)).toBe(1)
})

describe('many incidents', () => {
  test('are reported one by one up to ten in ten minutes, then in a digest', async () => {
    const { rule, open, close, sent, log, world } = await withAccount()
    await rule()
    const incidents: string[] = []
    for (let i = 0; i < 25; i++) incidents.push(await open(`www.n${i}.example`))
    expect(await sent(8)).toHaveLength(10)
    await close(incidents[24] ?? '')
    const letters = await sent(5)
    expect(letters).toHaveLength(11)
    expect(letters.at(-1)).toBe('16 incidents began or ended')
    const { text = '' } = world.mail.letters.at(-1) ?? {}
    expect(text.match(/Down: www\.n\d+\.example/g)).toHaveLength(14)
    expect(text).toContain('Recovered: www.n24.example')
    const rows = await log()
    expect(rows.filter(({ state }) => state !== 'sent')).toEqual([])
    expect(rows.filter(({ digest_id }) => digest_id !== null)).toHaveLength(16)
    await close(incidents[20] ?? '')
    expect(await sent(15)).toHaveLength(12)
  })

  test('a digest that fails is tried again as a whole', async () => {
    const { rule, open, sent, world, log, db } = await withAccount()
    await rule({ channel: 'webhook', url: 'https://hooks.example/' })
    for (let i = 0; i < 15; i++) await open(`www.n${i}.example`)
    await sent()
    await db.updateTable('alert_rules').set({ url: 'https://refuses.example/' }).execute()
    await sent(12)
    expect(world.webhooks.messages).toHaveLength(10)
    expect((await log()).find(({ what }) => what === 'digest')).toMatchObject({ state: 'waiting' })
    await db.updateTable('alert_rules').set({ url: 'https://hooks.example/' }).execute()
    await sent(15)
    expect(world.webhooks.messages).toHaveLength(11)
    expect(JSON.parse(world.webhooks.messages.at(-1)?.body ?? '')).toMatchObject({
      type: 'incident.digest',
      data: { total: 5, incidents: expect.toSatisfy((list: unknown[]) => list.length === 5) },
    })
  })
})

describe('a partner’s rule', () => {
  test('is about all its accounts, and only theirs', async () => {
    const { ask, partner, db, clock, sent, makeAccount, makePartner, world, open } = await withAccount()
    const path = { partner_id: partner.id }
    const body = { name: 'Everyone', channel: 'email' } as const
    expect(await ask(partnerAlerts.create, { path, body }, partner.key)).toMatchObject({
      target: 'partner@example.com',
    })
    const foreign = await makeAccount(await makePartner({ name: 'Other' }))
    await addOpenIncident(db, { account_id: foreign.id, host: 'www.foreign.example' }, clock.now())
    const second = await makeAccount(partner)
    const incident = await addOpenIncident(db, { account_id: second.id, host: 'www.second.example' }, clock.now())
    await open()
    expect(await sent()).toEqual(['Down: www.second.example (HTTP 503)', down])
    expect(world.mail.letters[0]).toMatchObject({ to: 'partner@example.com' })
    expect(world.mail.letters[0]?.text).toContain(`https://perf.example/accounts/${second.id}/incidents/${incident}`)
    const { rows } = await ask(partnerAlerts.alerts, { path, query: { incident_id: incident } }, partner.key)
    expect(rows).toMatchObject([{ account_id: second.id, state: 'sent' }])
  })

  test('is not shown to account holders, nor is the partner’s address', async () => {
    const { ask, partner, account, sent, open, log } = await withAccount()
    const path = { partner_id: partner.id, account_id: account.id }
    const body = { name: 'To us', channel: 'email', recipient: 'partner' } as const
    const made = await ask(createAlertRule.partner, { path, body }, partner.key)
    expect(made.target).toBe('partner@example.com')
    await ask(partnerAlerts.create, { path, body: { name: 'Everyone', channel: 'email' } }, partner.key)
    const { rules } = await ask(listAlertRules.user, {}, account.key)
    expect(rules).toMatchObject([{ name: 'To us', recipient: 'partner', target: null }])
    await open()
    expect(await sent()).toEqual([down, down])
    expect(await log()).toMatchObject([{ rule_name: 'To us', target: null }])
  })
})

describe('a rule with both channels', () => {
  const both = { channel: undefined, channels: ['email' as const, 'webhook' as const], url: 'https://refuses.example/' }
  const withBoth = async () => {
    const service = await withAccount()
    const { rule, ask, account } = service
    const { secret, ...made } = await rule(both)
    const path = { rule_id: made.id }
    return {
      ...service,
      made,
      secret,
      now: () => ask(readAlertRule.user, { path }, account.key),
      change: (body: object) =>
        ask(updateAlertRule.user, { path, body: { name: 'All', channels: ['email'], ...body } }, account.key),
      all: async () => (await ask(listAlertRules.user, {}, account.key)).rules,
    }
  }

  test('is one rule, which an old client reads by its first channel', async () => {
    const { made, secret, now, all } = await withBoth()
    expect(secret).toMatch(/^whsec_/)
    const health = { enabled: true, failures: 0, failing_since: null, last_delivery: null }
    expect(made).toMatchObject({
      channel: 'email',
      channels: ['email', 'webhook'],
      target: 'holder@example.com',
      recipient: 'holder',
      url: both.url,
      by_channel: [
        { ...health, channel: 'email', target: 'holder@example.com' },
        { ...health, channel: 'webhook', target: both.url },
      ],
    })
    expect(await now()).toEqual(made)
    expect(await all()).toEqual([made])
  })

  test('sends by each, and one that fails doesn’t hold up the other', async () => {
    const { made, now, open, sent, log } = await withBoth()
    await open()
    expect(await sent()).toEqual([down])
    expect(await log()).toMatchObject([
      { rule_id: made.id, channel: 'webhook', state: 'waiting', last_error: 'The recipient answered 503.' },
      { rule_id: made.id, channel: 'email', state: 'sent' },
    ])
    await sent(60)
    const [email, webhook] = (await now()).by_channel ?? []
    expect(email).toMatchObject({ failures: 0, failing_since: null, last_delivery: { state: 'sent' } })
    expect(webhook?.failures).toBeGreaterThan(3)
    expect(await now()).toMatchObject({ failures: webhook?.failures, failing_since: webhook?.failing_since })
  })

  test('goes on by the other when a receiver wants no more messages', async () => {
    const { now, open, sent, change } = await withBoth()
    await change({ ...both, url: 'https://gone.example/' })
    await open()
    await sent()
    expect(await now()).toMatchObject({ enabled: true, by_channel: [{ enabled: true }, { enabled: false }] })
    await open('www.b.example')
    expect((await sent()).slice(2)).toEqual(['Down: www.b.example (HTTP 503)'])
    expect(await change({ ...both, url: 'https://hooks.example/' })).toMatchObject({
      by_channel: [{ enabled: true }, { enabled: true }],
    })
  })

  test('is muted, tested, counted and deleted as one', async () => {
    const { made, account, ask, clock, db, log, open, rule, sent } = await withBoth()
    const path = { rule_id: made.id }
    const tested = await ask(testAlertRule.user, { path }, account.key)
    expect(tested).toEqual({ sent: false, error: 'By webhook: The recipient answered 503.' })
    await ask(muteAlertRule.user, { path, body: { until: clock.now() + 60 * minute } }, account.key)
    await open()
    expect((await sent()).slice(1)).toEqual([])
    expect((await log()).slice(0, 2)).toMatchObject([{ reason: 'muted' }, { reason: 'muted' }])
    for (let i = 1; i < 20; i++) await rule()
    await expect(rule()).rejects.toThrow('There are 20 rules already.')
    await ask(deleteAlertRule.user, { path }, account.key)
    expect(await db.selectFrom('alert_rules').select('id').where('account_id', '=', account.id).execute()).toHaveLength(
      19,
    )
    expect((await log()).slice(0, 2)).toMatchObject([{ state: 'dropped', reason: 'off' }, { reason: 'off' }])
  })

  test('is one rule with two channels after two changes at once', async () => {
    const { rule, ask, account, db } = await withAccount()
    const { id } = await rule()
    const change = () =>
      ask(updateAlertRule.user, { path: { rule_id: id }, body: { name: 'All', ...both } }, account.key)
    await Promise.all([change(), change(), change()])
    expect(await db.selectFrom('alert_rules').select('id').where('part_of', '=', id).execute()).toHaveLength(1)
  })

  test.each([
    [['email'], 'holder@example.com', null],
    [['webhook'], both.url, both.url],
  ] as const)('keeps its id and its log when only %s is left', async (channels, target, url) => {
    const { made, change, now, open, sent, log, all, secret, ask, account } = await withBoth()
    await open()
    await sent()
    const changed = await change({ channels, url: both.url })
    expect(changed).toMatchObject({ id: made.id, channels, target, url })
    expect(changed.secret).toBeUndefined()
    expect(await all()).toEqual([await now()])
    expect(await log()).toMatchObject([{ rule_id: made.id }, { rule_id: made.id }])
    expect(secret).toBeDefined()
    // and has both again
    const asBefore = await change(both)
    expect(asBefore.channels).toEqual(['email', 'webhook'])
    expect(asBefore.secret === undefined).toBe(url !== null)
    const old = await ask(
      updateAlertRule.user,
      { path: { rule_id: made.id }, body: { name: 'All', channel: 'email' } },
      account.key,
    )
    expect(old.channels).toEqual(['email'])
  })
})

describe('rules', () => {
  test.each([
    ['a webhook without an address', { channel: 'webhook' }, 'url is required'],
    ['an address that isn’t a URL', { channel: 'webhook', url: 'hooks' }, 'url must be an http or https URL'],
    ['another scheme', { channel: 'webhook', url: 'file:///etc/passwd' }, 'url must be an http or https URL'],
    ['a password in the address', { channel: 'webhook', url: 'https://a:b@c.example/' }, 'url must not contain'],
    ['a site of somebody else', { site_ids: ['another'] }, 'site_ids must be ids'],
    ['a monitor of somebody else', { monitor_ids: ['another'] }, 'monitor_ids must be ids'],
    ['the partner’s address', { recipient: 'partner' }, 'recipient must be holder'],
    ['a name of two lines', { name: 'a\nb' }, 'name must not contain line breaks'],
  ] as const)('refuse %s', async (_, body, problem) => {
    const { rule } = await withAccount()
    await expect(rule(body)).rejects.toThrow(problem)
  })

  test('are limited in number', async () => {
    const { rule } = await withAccount()
    for (let i = 0; i < 20; i++) await rule()
    await expect(rule()).rejects.toThrow('There are 20 rules already.')
  })

  test('show a webhook’s key only when it has just been made', async () => {
    const { rule, ask, account } = await withAccount()
    const body = { name: 'Hook', channel: 'webhook', url: 'https://hooks.example/' } as const
    const { id, secret, ...shown } = await rule(body)
    expect(secret).toMatch(/^whsec_/)
    expect((await ask(listAlertRules.user, {}, account.key)).rules).toEqual([{ id, ...shown }])
    const path = { rule_id: id }
    expect((await ask(updateAlertRule.user, { path, body }, account.key)).secret).toBeUndefined()
    const renewed = await ask(updateAlertRule.user, { path, body: { ...body, new_secret: true } }, account.key)
    expect(renewed.secret).toMatch(/^whsec_/)
    expect(renewed.secret).not.toBe(secret)
  })

  test('that are deleted send nothing any more, and their log stays', async () => {
    const { rule, open, sent, log, ask, account } = await withAccount()
    const { id } = await rule()
    await open()
    await sent()
    await open('www.b.example')
    await ask(deleteAlertRule.user, { path: { rule_id: id } }, account.key)
    expect(await sent(5)).toEqual([down])
    expect(await log()).toMatchObject([{ rule_id: null, rule_name: 'All', state: 'sent' }])
  })

  test('can be tested, which says why it fails and is in the log', async () => {
    const { rule, ask, account, log, world } = await withAccount()
    const trial = async (rule_id: string) => ask(testAlertRule.user, { path: { rule_id } }, account.key)
    expect(await trial((await rule()).id)).toEqual({ sent: true, error: null })
    expect(world.mail.letters).toMatchObject([{ to: 'holder@example.com', subject: 'Test of an alert rule' }])
    const { id } = await rule({ channel: 'webhook', url: 'https://refuses.example/' })
    expect(await trial(id)).toEqual({ sent: false, error: 'The recipient answered 503.' })
    expect(await log()).toMatchObject([
      { what: 'test', state: 'failed', last_error: 'The recipient answered 503.' },
      { what: 'test', state: 'sent' },
    ])
    for (let i = 0; i < 8; i++) await trial(id)
    await expect(trial(id)).rejects.toThrow('429')
  })

  test('whose webhook fails are told of once by email, until it works again', async () => {
    const { rule, open, sent, log, ask, account, world } = await withAccount()
    const { id } = await rule({ name: 'On call', channel: 'webhook', url: 'https://refuses.example/secret' })
    const now = () => ask(readAlertRule.user, { path: { rule_id: id } }, account.key)
    expect(await now()).toMatchObject({ failures: 0, failing_since: null })
    await open()
    expect(await sent(1)).toEqual([])
    expect(await now()).toMatchObject({ failures: 2, failing_since: null })
    const subject = 'Alerts of “On call” don’t arrive'
    expect(await sent(60)).toEqual([subject])
    const [letter] = world.mail.letters
    expect(letter).toMatchObject({ to: 'holder@example.com' })
    expect(letter?.text).toContain('the webhook at refuses.example.')
    expect(letter?.text).toContain('The recipient answered 503.')
    expect(letter?.text).not.toContain('secret')
    const failing = await now()
    expect(failing.failures).toBeGreaterThan(3)
    expect(failing).toMatchObject({ last_delivery: { what: 'opened', state: 'waiting' } })
    expect(Date.parse(failing.failing_since ?? '')).toBe(Date.parse(failing.last_delivery?.created_at ?? ''))
    expect(await log()).toMatchObject([
      { what: 'failing', state: 'sent', subject, channel: 'email' },
      { what: 'opened' },
    ])
    // what it was made of is kept, but not for another receiver
    const { name, channel, url } = failing
    const change = async (body: object) =>
      ask(
        updateAlertRule.user,
        { path: { rule_id: id }, body: { name, channel: 'webhook', url, ...body } },
        account.key,
      )
    expect(channel).toBe('webhook')
    expect((await change({ name: 'Renamed' })).failures).toBe(failing.failures)
    expect(await change({ url: 'https://hooks.example/' })).toMatchObject({ failures: 0, failing_since: null })
    await sent(60)
    expect(await now()).toMatchObject({ failures: 0, last_delivery: { state: 'sent' } })
  })

  test('whose receiver wants no more messages are told of at once', async () => {
    const { rule, open, sent, ask, account } = await withAccount()
    const { id } = await rule({ name: 'Gone', channel: 'webhook', url: 'https://gone.example/' })
    await open()
    expect(await sent()).toEqual(['Alerts of “Gone” don’t arrive'])
    const now = await ask(readAlertRule.user, { path: { rule_id: id } }, account.key)
    expect(now).toMatchObject({ enabled: false, failing_since: now.last_delivery?.created_at })
  })

  test('whose email fails are told of at the other address, and again if that fails too', async () => {
    const { rule, open, sent, db, partner, world } = await withAccount()
    const { email } = await db
      .selectFrom('partners')
      .select('email')
      .where('id', '=', partner.id)
      .executeTakeFirstOrThrow()
    await rule({ name: 'To me' })
    const send = world.mail.send.bind(world.mail)
    let refused = 0
    vi.spyOn(world.mail, 'send').mockImplementation((letter) => {
      const isRefused = letter.to !== email || refused++ === 0
      return isRefused ? Promise.reject(Object.assign(new Error('550 no'), { responseCode: 550 })) : send(letter)
    })
    await open()
    expect(await sent(60)).toEqual(['Alerts of “To me” don’t arrive'])
    expect(world.mail.letters[0]?.to).toBe(email)
    expect(refused).toBe(2)
  })

  test('show what they sent last, or that it failed', async () => {
    const { rule, open, sent, ask, account, services, clock } = await withAccount()
    const last = async () =>
      (await ask(listAlertRules.user, {}, account.key)).rules.map(({ last_delivery }) => last_delivery)
    const { id, last_delivery } = await rule()
    await rule({ channel: 'webhook', url: 'https://refuses.example/', kinds: ['slow'] })
    expect([last_delivery, ...(await last())]).toEqual([null, null, null])
    await open()
    await sent()
    expect(await last()).toMatchObject([{ what: 'opened', subject: down, state: 'sent' }, null])
    const path = { rule_id: id }
    const webhook = { name: 'Hook', channel: 'webhook', url: 'https://refuses.example/' } as const
    await ask(updateAlertRule.user, { path, body: webhook }, account.key)
    await clock.advance(minute)
    await ask(testAlertRule.user, { path }, account.key)
    const failed = { what: 'test', state: 'failed', last_error: 'The recipient answered 503.' }
    expect(await last()).toMatchObject([failed, null])
    expect((await ask(readAlertRule.user, { path }, account.key)).last_delivery).toMatchObject(failed)
    // one that is tried again counts, one that waits for its first attempt doesn't
    await clock.advance(minute)
    await open('www.b.example')
    await takeChanges(services)
    expect(await last()).toMatchObject([failed, null])
    await sendAll(services)
    expect(await last()).toMatchObject([{ what: 'opened', state: 'waiting', attempts: 1 }, null])
  })
})

test('the service makes and sends alerts by itself', async () => {
  const { alerts, rule, open, close, world, clock } = await withAccount()
  await rule()
  alerts.start()
  const incident = await open()
  await waitFor(async () => {
    await clock.advance(5000)
    expect(world.mail.letters).toHaveLength(1)
  })
  await close(incident)
  await waitFor(async () => {
    await clock.advance(5000)
    expect(world.mail.letters).toHaveLength(2)
  })
})

test('the log is kept as long as samples', async () => {
  const { rule, open, sent, log, clock, services } = await withAccount()
  await rule()
  await open()
  await sent()
  await clock.advance(399 * 24 * 60 * minute)
  await new Retention(services).run()
  expect(await log()).toHaveLength(1)
  await clock.advance(2 * 24 * 60 * minute)
  await new Retention(services).run()
  expect(await log()).toEqual([])
})

testTwoClocks('an alert', {
  table: 'alerts',
  column: 'next_at',
  lengthMs: quietMs,
  async prepare({ db, services, clock }, { account_id = '' }) {
    await db.deleteFrom('alert_rules').where('account_id', 'is', null).execute()
    await addOpenIncident(db, { account_id, host: 'www.example' }, clock.now())
    await takeChanges(services)
  },
  async take({ services, done }) {
    const [rule] = await rulesDue(services)
    if (rule === undefined) return 0
    return Promise.race([done, deliver(rule, services, async () => true).then(() => 0)])
  },
})
