import { expect, test } from 'vitest'
import type { AlertRuleRecord } from '../../../contract/index.ts'
import { bodyOf, draftOf, emptyDraft, problemsIn } from './rule-draft.ts'

const rule: AlertRuleRecord = {
  id: 'r',
  name: 'To our pager',
  enabled: false,
  kinds: ['down', 'slow'],
  min_severity: 2,
  slow_by: 'limits',
  site_ids: ['s'],
  monitor_ids: null,
  channel: 'webhook',
  recipient: null,
  target: 'https://hooks.example/',
  url: 'https://hooks.example/',
  tell_recovery: false,
  muted_until: null,
  last_delivery: null,
  failures: 0,
  failing_since: null,
  created_at: '2026-11-21T08:00:00Z',
  updated_at: '2026-11-21T08:00:00Z',
}

test('a rule that isn’t changed is sent as it is', () => {
  const { enabled, kinds, min_severity, slow_by, site_ids, monitor_ids, url, tell_recovery, name } = rule
  expect(bodyOf(draftOf(rule))).toEqual({
    name,
    enabled,
    kinds,
    min_severity,
    slow_by,
    site_ids,
    monitor_ids,
    channels: ['webhook'],
    recipient: 'holder',
    url,
    tell_recovery,
    new_secret: false,
  })
})

test('a rule by both channels is sent as it is', () => {
  const both = { ...rule, channel: 'email', channels: ['email', 'webhook'], recipient: 'partner' }
  expect(bodyOf(draftOf(both))).toMatchObject({ channels: ['email', 'webhook'], recipient: 'partner', url: rule.url })
})

test('an email rule has no address of a webhook, and no new key', () => {
  expect(bodyOf({ ...draftOf(rule), channels: ['email'], newSecret: true })).toMatchObject({
    url: null,
    new_secret: false,
  })
})

test.each([
  [{}, ['name']],
  [{ name: ' ' }, ['name']],
  [{ name: 'a' }, []],
  [{ name: 'a', channels: [] }, ['channels']],
  [{ name: 'a', channels: ['webhook'] }, ['url']],
  [{ name: 'a', channels: ['webhook', 'email'], url: 'ftp://a' }, ['url']],
  [{ name: 'a', channels: ['webhook'], url: ' https://a.example/ ' }, []],
] as const)('of %j, these are wrong: %j', (change, fields) => {
  expect(Object.keys(problemsIn({ ...emptyDraft, ...change }))).toEqual(fields)
})

test('a rule that isn’t about slow pages doesn’t pick among them', () => {
  const draft = { ...emptyDraft, slowBy: 'unusual' as const }
  expect(bodyOf(draft)).toMatchObject({ kinds: null, slow_by: 'unusual' })
  expect(bodyOf({ ...draft, kinds: ['down'] })).toMatchObject({ slow_by: null })
})
