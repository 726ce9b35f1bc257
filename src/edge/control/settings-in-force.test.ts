import { expect, test } from 'vitest'
import { noCertificate, siteFrom, type SiteRow } from './site.ts'
import { SitesTable } from './sites-table.ts'
import { settingsInForce } from './settings-in-force.ts'

const [first, second] = [Date.UTC(2026, 9, 31), Date.UTC(2026, 10, 1)]
const rule = (until: unknown, id = 'x') => ({ _id: id, until, actions: { cache: false } })
const textOf = (...rules: unknown[]) =>
  JSON.stringify({ resourceRules: rules.slice(0, 1), documentRules: rules.slice(1) })

test.each<[string, string | null, string | null, number]>([
  ['none', null, null, Infinity],
  ['unreadable ones', '{"until"', '{"until"', Infinity],
  ['a text', '"until"', '"until"', Infinity],
  [
    'rules that stay',
    textOf(rule(undefined), rule('spring'), rule(null), 7),
    textOf(rule(undefined), rule('spring'), rule(null), 7),
    Infinity,
  ],
  [
    'rules that end',
    textOf(rule('2026-11-02'), rule('2026-10-31')),
    textOf(rule('2026-11-02'), rule('2026-10-31')),
    second,
  ],
  [
    'lists that aren’t any',
    '{"resourceRules":{"until":"2020-01-01"}}',
    '{"resourceRules":{"until":"2020-01-01"}}',
    Infinity,
  ],
])('of settings with %s, all are in force', (_, text, settings, until) => {
  expect(settingsInForce(text, first)).toEqual({ settings, until })
})

test('a rule is in force to the end of its last day, and the rest goes on', () => {
  const [gone, kept] = [rule('2026-10-31', 'gone'), rule('2026-11-02', 'kept')]
  const text = JSON.stringify({
    defaultActions: {},
    resourceRules: [gone, 'other'],
    documentRules: [kept],
    schemaVersion: 12,
  })
  expect(settingsInForce(text, second - 1)).toEqual({ settings: text, until: second })
  const { settings, until } = settingsInForce(text, second)
  expect(JSON.parse(settings ?? '')).toEqual({
    defaultActions: {},
    resourceRules: ['other'],
    documentRules: [kept],
    schemaVersion: 12,
  })
  expect(until).toBe(Date.UTC(2026, 10, 3))
})

const row: SiteRow = {
  id: 'a',
  host: 'www.site.example',
  state: 'active',
  service_cname: 's.edge.example',
  preview_host: 'p.edge.example',
  https: 0,
  check_certificate: 0,
  origin: null,
  cname_seen: null,
  cname_seen_at: null,
  txt_seen: 0,
  root_dns: null,
  host_since: 0,
  own_origin: null,
  origin_host: null,
  counterpart: null,
  counterpart_cname_seen: null,
  counterpart_seen_at: null,
  counterpart_txt_seen: 0,
  counterpart_dns: null,
  counterpart_since: null,
  settings: textOf(rule('2026-10-31')),
  links: null,
  ...noCertificate,
}

test('a rule that ends empties the cache of its site, once', () => {
  const [emptied, told]: [string[], string[]] = [[], []]
  const table = new SitesTable(
    (id) => emptied.push(id),
    (hostname) => hostname,
    (hostnames) => told.push(...hostnames),
  )
  table.set(siteFrom(row, first))
  table.set(siteFrom({ ...row, id: 'b', settings: textOf(rule('2026-11-30')) }, first))
  table.set(siteFrom({ ...row, id: 'c', settings: null }, first))
  told.length = 0
  const { revision } = table
  table.endRules(second - 1)
  expect([emptied, told]).toEqual([[], []])
  for (const now of [second, second + 1000]) table.endRules(now)
  expect(emptied).toEqual(['a'])
  expect(told).toContain('www.site.example')
  expect(JSON.parse(table.get('a')?.settings ?? '')).toEqual({ resourceRules: [], documentRules: [] })
  // what was read is the same: nothing new for a snapshot
  expect(table.revision).toBe(revision)
  // nor is the site another one when it's read again
  table.set(siteFrom({ ...row, links: '[]' }, second + 2000))
  expect(emptied).toEqual(['a'])
})
