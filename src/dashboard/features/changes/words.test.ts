import { expect, test } from 'vitest'
import { eventDetails, eventKinds } from '../../../contract/index.ts'
import { actorInWords, eventGroups, eventOnChart, subjectOf, whatHappened, whoDid } from './words.ts'

const host = 'www.example'

test.each([
  ['person.invited', 'operator', { email: '', role: 'owner' }, 'Somebody invited as owner'],
  ['person.invitation_withdrawn', 'partner', { email: '', role: 'owner' }, 'Invitation of somebody withdrawn'],
  ['site.created', 'partner', { host }, 'Site created'],
  ['site.deleted', 'partner', { host }, 'Site deleted'],
  ['site.origin', 'holder', { host, from: null, to: 'https://192.0.2.1' }, 'Server set to https://192.0.2.1'],
  [
    'site.origin',
    'holder',
    { host, from: 'http://a.example', to: 'http://b.example' },
    'Server changed from http://a.example to http://b.example',
  ],
  ['site.origin', 'partner', { host, from: 'http://a.example', to: null }, 'Server taken from DNS again'],
  ['site.host', 'partner', { host, from: 'old.example' }, 'Host changed from old.example to www.example'],
  ['site.state', 'holder', { host, from: 'maintenance', to: 'active' }, 'Resumed: maintenance → active'],
  ['site.state', 'holder', { host, from: 'active', to: 'bypass' }, 'State changed: active → bypass'],
  ['site.state', 'operator', { host, from: 'proxy only', to: 'off' }, 'State changed: proxy only → off'],
  ['site.state', 'dns', { host, from: 'preview', to: 'trial' }, 'DNS points to the service: preview → trial'],
  ['site.state', 'dns', { host, from: 'active', to: 'off' }, 'DNS no longer points to the service: active → off'],
  [
    'certificate.issued',
    'service',
    { host, issuer: 'Example CA', until: '2026-12-01T08:00:00.000Z' },
    'Certificate from Example CA, valid until 1 Dec 2026',
  ],
  [
    'certificate.renewed',
    'service',
    { host, issuer: 'Example CA', until: '2026-12-01T08:00:00.000Z' },
    'Certificate renewed by Example CA, valid until 1 Dec 2026',
  ],
  [
    'certificate.failed',
    'service',
    { host, problem: 'The certificate authority refused: no.' },
    'No new certificate: The certificate authority refused: no',
  ],
  ['release.created', 'holder', { title: 'Shop 2.4', url: null, host }, 'Release: Shop 2.4'],
  ['cache.flushed', 'holder', { host }, 'Cache flushed'],
  [
    'cache.full',
    'service',
    { host, location: 'Frankfurt' },
    'Disk full at Frankfurt: no more responses are cached there',
  ],
  [
    'cache.resumed',
    'service',
    { host, location: 'Frankfurt' },
    'Room on the disk at Frankfurt: responses are cached there again',
  ],
  ['cache.purged', 'holder', { host, paths: ['/a'], count: 1 }, 'Purged /a'],
  ['cache.purged', 'holder', { host, paths: ['/a'], count: 2 }, '2 paths purged'],
  ['cache.purged', 'holder', { host, paths: [], count: 1 }, '1 path purged'],
  [
    'settings.changed',
    'holder',
    { host, on: ['images'], off: ['compression'], changed: ['filters', 'futureAction'] },
    'Convert images on, Compress off, Exceptions changed, futureAction changed',
  ],
  ['monitor.created', 'holder', { name: 'Shop' }, 'Monitor created'],
  ['monitor.changed', 'holder', { name: 'Shop', changed: ['name', 'schedule'] }, 'Monitor changed: name, schedule'],
  [
    'monitor.changed',
    'holder',
    {
      name: 'Shop',
      changed: ['limits'],
      limits: {
        time_to_display: { from: 2500, to: 2000 },
        first_byte: { from: null, to: 400 },
        asset_count: { from: 80, to: null },
      },
    },
    'Monitor changed: LCP limit 2.5\u00a0s → 2\u00a0s, First byte limit 400\u00a0ms, no limit of Requests (was 80)',
  ],
  ['monitor.changed', 'holder', { name: 'Shop', changed: ['limits'] }, 'Monitor changed: limits'],
  ['monitor.paused', 'holder', { name: 'Shop' }, 'Monitor paused'],
  ['monitor.resumed', 'holder', { name: 'Shop' }, 'Monitor started'],
  ['monitor.deleted', 'holder', { name: 'Shop' }, 'Monitor deleted'],
  ['alert_rule.created', 'holder', { name: 'On call' }, 'Alert rule created'],
  [
    'alert_rule.changed',
    'holder',
    { name: 'On call', changed: ['turned off', 'sites'] },
    'Alert rule changed: turned off, sites',
  ],
  ['alert_rule.changed', 'holder', { name: 'On call', changed: [] }, 'Alert rule changed'],
  ['alert_rule.muted', 'holder', { name: 'On call', until: '2026-12-01T08:00:00.000Z' }, 'Alert rule muted'],
  ['alert_rule.unmuted', 'holder', { name: 'On call' }, 'Alert rule unmuted'],
  ['alert_rule.deleted', 'holder', { name: 'On call' }, 'Alert rule deleted'],
  ['account.created', 'partner', { email: 'a@b.example' }, 'Account created'],
  [
    'account.email',
    'partner',
    { from: 'a@b.example', to: 'c@d.example' },
    'Email address changed from a@b.example to c@d.example',
  ],
  ['account.password', 'partner', { email: 'a@b.example' }, 'New password sent to a@b.example'],
  ['account.key', 'operator', {}, 'API key replaced; the old one no longer works'],
])('%s by %s with %j is “%s”', (kind, actor, detail, words) => {
  expect(whatHappened({ kind, actor, detail, raw: {} })).toBe(words)
  expect(Object.keys(eventDetails)).toContain(kind)
})

test('what another service reports is shown unchanged', () => {
  expect(whatHappened({ kind: 'site.moved', actor: 'robot', detail: {}, raw: {} })).toBe('site.moved')
  expect(whatHappened({ kind: 'site.state', actor: 'holder', detail: { from: 1 }, raw: {} })).toBe('site.state')
  expect(whatHappened({ raw: {} })).toBe('Change of an unknown kind')
  expect(actorInWords('robot')).toBe('robot')
  expect(actorInWords(undefined)).toBe('not reported')
  expect(subjectOf({ raw: {} })).toBeUndefined()
})

test('a mark on a chart names the monitor and who changed it', () => {
  expect(eventOnChart({ kind: 'monitor.paused', actor: 'partner', detail: { name: 'Shop' }, raw: {} })).toBe(
    'Shop: Monitor paused (Hosting provider)',
  )
  expect(eventOnChart({ kind: 'cache.flushed', actor: 'holder', detail: { host }, raw: {} })).toBe(
    'Cache flushed (Account holder)',
  )
})

test.each([
  ['partner', 'Nordhost', 'Nordhost'],
  ['partner', null, 'Hosting provider'],
  ['partner_as_holder', 'Nordhost', 'Nordhost, as the account holder'],
  ['partner_as_holder', undefined, 'Hosting provider, as the account holder'],
  ['holder', 'Nordhost', 'Account holder'],
])('%s called %s is “%s”', (actor, actor_name, words) => {
  expect(whoDid({ actor, actor_name })).toBe(words)
})

test.each([
  ['holder', null, 'Ada Berg'],
  ['partner', 'Nordhost', 'Ada Berg of Nordhost'],
  ['partner_as_holder', 'Nordhost', 'Ada Berg of Nordhost, as the account holder'],
])('what a person did as %s names them', (actor, actor_name, words) => {
  expect(whoDid({ actor, actor_name, person: { id: 'a', name: 'Ada Berg' } })).toBe(words)
})

test.each([
  ['holder', null, 'Key Deployment'],
  ['partner', 'Nordhost', 'Key Deployment of Nordhost'],
  ['partner_as_holder', 'Nordhost', 'Key Deployment of Nordhost, as the account holder'],
])('what a key with a name did as %s names it', (actor, actor_name, words) => {
  expect(whoDid({ actor, actor_name, person: null, key: { id: 'k', name: 'Deployment' } })).toBe(words)
})

test('every kind is in one group', () => {
  const grouped = Object.values(eventGroups).flatMap(({ kinds }): readonly string[] => kinds)
  expect(grouped.toSorted()).toEqual([...eventKinds].toSorted())
})
