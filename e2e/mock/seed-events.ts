import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { EventActor, EventDetail, EventKind, PurgeItem } from '../../src/contract/index.ts'
import type { Account, ApiKey, Monitor, Schema, Site } from '../../src/service/database/index.ts'
import { purgeItemText } from '../../src/words/purge.ts'
import { randomFrom } from './random.ts'
import { invited, people, type Somebody } from './seed-people.ts'
import { checkoutChanged, checkoutMonitor } from './seed-monitors.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Of = { readonly site?: Site; readonly monitor?: Monitor }
/** Who did it, with the person or the key. */
type By = EventActor | { readonly actor: EventActor; readonly person?: Somebody; readonly key?: ApiKey | undefined }
type Add = <Kind extends EventKind>(kind: Kind, by: By, at: number, detail: EventDetail<Kind>, of?: Of) => void

type Row = Insertable<Schema['events']>

const { ingrid, mats, priya, ada, jonas, lena, omar } = people
const holder = (person: Somebody) => ({ actor: 'holder', person }) as const
const partner = (person: Somebody) => ({ actor: 'partner', person }) as const

/** An event of an account or of a partner, without whose it is. */
function eventOf(kind: string, by: By, at: number, detail: object) {
  const { actor, person, key }: Exclude<By, string> = typeof by === 'string' ? { actor: by } : by
  return {
    id: uuid(),
    at: Math.floor(at),
    kind,
    actor,
    person_id: person?.id ?? null,
    person_name: person?.name ?? null,
    key_id: key?.id ?? null,
    key_name: key?.name ?? null,
    detail: JSON.stringify(detail),
  }
}

/**
 * What changed in an account until now, the same in every world: how its sites came to their states and, for the main one, much more.
 * @param keys those of the main account; undefined for another
 */
export function eventRows(
  account: Account,
  sites: readonly Site[],
  monitors: readonly Monitor[],
  now: number,
  keys: readonly ApiKey[] | undefined,
) {
  const rows: Row[] = []
  const add: Add = (kind, by, at, detail, { site, monitor } = {}) => {
    if (at > now) return
    const of = {
      account_id: account.id,
      site_id: site?.id ?? monitor?.site_id ?? null,
      monitor_id: monitor?.id ?? null,
    }
    rows.push({ ...eventOf(kind, by, at, detail), ...of })
  }
  add('account.created', 'partner', account.created_at, { email: account.email })
  const movers: Movers = keys
    ? { holder: holder(lena), partner: partner(priya) }
    : { holder: 'holder', partner: 'partner' }
  for (const site of sites) addSite(site, now, add, movers)
  if (keys) {
    for (const monitor of monitors) addMonitor(monitor, sites, now, add)
    const [first] = sites
    if (first) addWork(first, keys, now, add)
    addPeople(keys, now, add)
    add('alert_rule.created', holder(ada), now - 400 * hour, { name: 'On call' })
    add('account.password', partner(mats), now - 60 * day, { email: account.email })
  }
  return rows
}

/** When a site last came into another state, by what was logged; undefined if it never did. */
export function lastMove({ id }: Site, events: readonly Pick<Row, 'site_id' | 'kind' | 'at'>[]): number | undefined {
  const moves = events.flatMap(({ site_id, kind, at }) => (site_id === id && kind === 'site.state' ? [at] : []))
  return moves.length > 0 ? Math.max(...moves) : undefined
}

/** When a site left preview, trial or active for the state that it is in. */
export function movedAt({ host, state }: Site, now: number): number {
  // just now: no check has met its page yet
  if (state === 'maintenance') return now - minute
  return now - (3 + (host.length % 5)) * hour
}

/** Who changes the states of sites. */
type Movers = Readonly<Record<'holder' | 'partner', By>>

/** From its creation to the state that it is in. */
function addSite(site: Site, now: number, add: Add, movers: Movers): void {
  const { host } = site
  const move = (from: string, to: string, by: By, at: number) => add('site.state', by, at, { host, from, to }, { site })
  add('site.created', 'partner', site.created_at, { host }, { site })
  if (site.state === 'preview') return
  const live = site.state === 'trial' ? 'trial' : 'active'
  move('preview', live, 'dns', site.created_at + 5 * hour)
  const since = movedAt(site, now)
  if (site.state === 'off') move(live, 'off', 'dns', since)
  else if (site.state === 'proxy only') move(live, 'proxy only', 'operator', since)
  else if (site.state === 'bypass') move(live, 'bypass', movers.partner, since)
  else if (site.state !== live) move(live, site.state, movers.holder, since)
}

function addMonitor(monitor: Monitor, sites: readonly Site[], now: number, add: Add): void {
  if (monitor.kind !== 'monitor' || monitor.site_id !== null) return
  const { name } = monitor
  const { constants } = JSON.parse(monitor.spec) as { constants: { url: string } }
  const site = sites.find(({ host }) => host === new URL(constants.url).host)
  const of = { monitor, ...(site ? { site } : {}) }
  add('monitor.created', holder(jonas), monitor.created_at, { name }, of)
  if (name === checkoutMonitor)
    add('monitor.changed', holder(jonas), checkoutChanged(now), { name, changed: ['connections', 'schedule'] }, of)
  if (monitor.status === 'SUSPENDED' && monitor.suspended_message)
    add('monitor.paused', holder(lena), monitor.updated_at, { name }, of)
}

/** Three months of work on a shop: purges after every change of its pages, settings, and planned maintenance. */
function addWork(site: Site, keys: readonly ApiKey[], now: number, add: Add): void {
  const { host } = site
  const deployment = { actor: 'holder', key: keys.find(({ name }) => name === 'Deployment') } as const
  const random = randomFrom('events')
  const pages = ['/sale', '/bikes', '/bikes/trail', '/parts', '/', '/assets/app.css', '/assets/app.js', '/stores']
  for (let at = now - 90 * day; at < now - 2 * hour; at += (1 + 4 * random()) * day) {
    const count = 1 + Math.floor(random() * 6)
    const from = Math.floor(random() * pages.length)
    const paths = Array.from({ length: count }, (_, i) => pages[(from + i) % pages.length] ?? '/')
    add('cache.purged', count > 2 ? deployment : holder(lena), at, { host, paths, count }, { site })
  }
  const purge = (at: number, item: PurgeItem) => {
    const named = { paths: [], patterns: [purgeItemText(item)], items: [item] }
    add('cache.purged', holder(lena), at, { host, ...named, count: 1 }, { site })
  }
  purge(now - 30 * hour, { tag: 'sale' })
  purge(now - 5 * hour, { condition: '/bikes/', operator: 'PREFIX' })
  for (const days of [75, 40, 12]) {
    const at = now - days * day
    add('site.state', holder(lena), at, { host, from: 'active', to: 'maintenance' }, { site })
    add('site.state', holder(lena), at + 40 * minute, { host, from: 'maintenance', to: 'active' }, { site })
  }
  add('release.created', holder(jonas), now - 9 * day, { title: 'Theme 7', url: null, host: null })
  for (const [title, hours] of [
    ['Shop 2.4', 52],
    ['Shop 2.5', 14],
  ] as const)
    add(
      'release.created',
      deployment,
      now - hours * hour,
      { title, url: `https://git.${host}/releases`, host },
      { site },
    )
  const none = { on: [], off: [], changed: [] }
  add('settings.changed', 'holder', now - 70 * day, { host, ...none, on: ['htmlCache'] }, { site })
  const asHolder = { actor: 'partner_as_holder', person: mats } as const
  add('settings.changed', asHolder, now - 26 * hour, { host, ...none, changed: ['filters'] }, { site })
  add('site.state', partner(priya), now - 5 * day, { host, from: 'active', to: 'bypass' }, { site })
  add('site.state', partner(priya), now - 5 * day + 25 * minute, { host, from: 'bypass', to: 'active' }, { site })
}

/** How the account's people and keys came to be, and who signed in. */
function addPeople(keys: readonly ApiKey[], now: number, add: Add): void {
  const joins = [
    [lena, 39, 'operator'],
    [jonas, 35, 'operator'],
    [omar, 20, 'viewer'],
  ] as const
  for (const [person, days, role] of joins) {
    const { name, email } = person
    add('person.invited', holder(ada), now - days * day, { email, role })
    add('person.joined', holder(person), now - days * day + 3 * hour, { name, email, role })
  }
  const { email, role, days } = invited
  add('person.invited', holder(ada), now - days * day, { email, role })
  add('person.role', holder(ada), now - 12 * day, {
    name: jonas.name,
    email: jonas.email,
    from: 'operator',
    to: 'manager',
  })
  for (const { name, role: ofKey, sites, created_at, rotated_at } of keys) {
    const limit = sites === null ? null : 1
    add('key.created', holder(ada), created_at, { name, role: ofKey, sites: limit, until: null })
    if (rotated_at !== null) add('key.rotated', holder(ada), rotated_at, { name, overlap_hours: 168 })
  }
  addSignIns(
    [
      [ada, 9],
      [lena, 31],
      [jonas, 25],
      [lena, 80],
      [ada, 150],
    ],
    'holder',
    now,
    add,
  )
  add('person.sign_ins_failed', 'service', now - 33 * hour, { name: omar.name, count: 4 })
}

function addSignIns(
  signIns: readonly (readonly [Somebody, hours: number])[],
  actor: EventActor,
  now: number,
  add: Add,
): void {
  const browsers = ['Firefox on Windows', 'Chrome on macOS', 'Safari on iPhone']
  for (const [i, [person, hours]] of signIns.entries())
    add('person.signed_in', { actor, person }, now - hours * hour, { browser: browsers[i % browsers.length] ?? null })
}

/** What changed at the partner itself: its people, its keys and its alert rule, and who signed in. */
export function partnerEventRows(partnerId: string, keys: readonly ApiKey[], now: number) {
  const rows: Insertable<Schema['partner_events']>[] = []
  const add: Add = (kind, by, at, detail) => {
    if (at <= now) rows.push({ ...eventOf(kind, by, at, detail), partner_id: partnerId })
  }
  const joins = [
    [mats, 39, 'manager'],
    [priya, 28, 'viewer'],
    [jonas, 18, 'viewer'],
  ] as const
  add('person.joined', partner(ingrid), now - 40 * day, { name: ingrid.name, email: ingrid.email, role: 'owner' })
  for (const [person, days, role] of joins) {
    const { name, email } = person
    add('person.invited', partner(ingrid), now - days * day, { email, role })
    add('person.joined', partner(person), now - days * day + 2 * hour, { name, email, role })
  }
  add('person.role', partner(ingrid), now - 16 * day, {
    name: priya.name,
    email: priya.email,
    from: 'viewer',
    to: 'operator',
  })
  add('person.factor', partner(ingrid), now - 15 * day, { name: ingrid.name, factor: 'passkey', change: 'added' })
  for (const { name, role, created_at: at } of keys)
    add('key.created', partner(ingrid), at, { name, role, sites: null, until: null })
  add('key.ended', partner(ingrid), now - 11 * day, { name: 'Old panel' })
  add('alert_rule.created', partner(mats), now - 400 * hour, { name: 'Critical, all accounts' })
  addSignIns(
    [
      [ingrid, 2],
      [mats, 7],
      [priya, 29],
      [jonas, 25],
      [mats, 100],
      [ingrid, 170],
    ],
    'partner',
    now,
    add,
  )
  add('key.signed_in', 'partner', now - 50 * hour, { browser: 'Firefox on Linux' })
  add('person.sign_ins_failed', 'service', now - 30 * hour, { name: mats.name, count: 2 })
  return rows
}
