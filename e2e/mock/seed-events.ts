import type { Insertable } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { EventActor, EventDetail, EventKind, PurgeItem } from '../../src/contract/index.ts'
import type { Account, Monitor, Schema, Site } from '../../src/service/database/index.ts'
import { purgeItemText } from '../../src/words/purge.ts'
import { randomFrom } from './random.ts'
import { checkoutChanged, checkoutMonitor } from './seed-monitors.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

type Of = { readonly site?: Site; readonly monitor?: Monitor }
type Add = <Kind extends EventKind>(
  kind: Kind,
  actor: EventActor,
  at: number,
  detail: EventDetail<Kind>,
  of?: Of,
) => void

type Row = Insertable<Schema['events']>

/** What changed in an account until now, the same in every world: how its sites came to their states and, for the main one, much more. */
export function eventRows(
  account: Account,
  sites: readonly Site[],
  monitors: readonly Monitor[],
  now: number,
  isMain: boolean,
) {
  const rows: Row[] = []
  const rowOf = (kind: string, actor: string, at: number, detail: object, { site, monitor }: Of): Row => ({
    id: uuid(),
    account_id: account.id,
    site_id: site?.id ?? monitor?.site_id ?? null,
    monitor_id: monitor?.id ?? null,
    at: Math.floor(at),
    kind,
    actor,
    detail: JSON.stringify(detail),
  })
  const add: Add = (kind, actor, at, detail, of = {}) => {
    if (at <= now) rows.push(rowOf(kind, actor, at, detail, of))
  }
  add('account.created', 'partner', account.created_at, { email: account.email })
  for (const site of sites) addSite(site, now, add)
  if (isMain) {
    for (const monitor of monitors) addMonitor(monitor, sites, now, add)
    const [first] = sites
    if (first) addWork(first, now, add)
    add('alert_rule.created', 'holder', now - 400 * hour, { name: 'On call' })
    add('account.password', 'partner', now - 60 * day, { email: account.email })
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

/** From its creation to the state that it is in. */
function addSite(site: Site, now: number, add: Add): void {
  const { host } = site
  const move = (from: string, to: string, actor: EventActor, at: number) =>
    add('site.state', actor, at, { host, from, to }, { site })
  add('site.created', 'partner', site.created_at, { host }, { site })
  if (site.state === 'preview') return
  const live = site.state === 'trial' ? 'trial' : 'active'
  move('preview', live, 'dns', site.created_at + 5 * hour)
  const since = movedAt(site, now)
  if (site.state === 'off') move(live, 'off', 'dns', since)
  else if (site.state === 'proxy only') move(live, 'proxy only', 'operator', since)
  else if (site.state === 'bypass') move(live, 'bypass', 'partner', since)
  else if (site.state !== live) move(live, site.state, 'holder', since)
}

function addMonitor(monitor: Monitor, sites: readonly Site[], now: number, add: Add): void {
  if (monitor.kind !== 'monitor' || monitor.site_id !== null) return
  const { name } = monitor
  const { constants } = JSON.parse(monitor.spec) as { constants: { url: string } }
  const site = sites.find(({ host }) => host === new URL(constants.url).host)
  const of = { monitor, ...(site ? { site } : {}) }
  add('monitor.created', 'holder', monitor.created_at, { name }, of)
  if (name === checkoutMonitor)
    add('monitor.changed', 'holder', checkoutChanged(now), { name, changed: ['connections', 'schedule'] }, of)
  if (monitor.status === 'SUSPENDED' && monitor.suspended_message)
    add('monitor.paused', 'holder', monitor.updated_at, { name }, of)
}

/** Three months of work on a shop: purges after every change of its pages, settings, and planned maintenance. */
function addWork(site: Site, now: number, add: Add): void {
  const { host } = site
  const random = randomFrom('events')
  const pages = ['/sale', '/bikes', '/bikes/trail', '/parts', '/', '/assets/app.css', '/assets/app.js', '/stores']
  for (let at = now - 90 * day; at < now - 2 * hour; at += (1 + 4 * random()) * day) {
    const count = 1 + Math.floor(random() * 6)
    const from = Math.floor(random() * pages.length)
    const paths = Array.from({ length: count }, (_, i) => pages[(from + i) % pages.length] ?? '/')
    add('cache.purged', 'holder', at, { host, paths, count }, { site })
  }
  const purge = (at: number, item: PurgeItem) => {
    const named = { paths: [], patterns: [purgeItemText(item)], items: [item] }
    add('cache.purged', 'holder', at, { host, ...named, count: 1 }, { site })
  }
  purge(now - 30 * hour, { tag: 'sale' })
  purge(now - 5 * hour, { condition: '/bikes/', operator: 'PREFIX' })
  for (const days of [75, 40, 12]) {
    const at = now - days * day
    add('site.state', 'holder', at, { host, from: 'active', to: 'maintenance' }, { site })
    add('site.state', 'holder', at + 40 * minute, { host, from: 'maintenance', to: 'active' }, { site })
  }
  add('release.created', 'holder', now - 9 * day, { title: 'Theme 7', url: null, host: null })
  for (const [title, hours] of [
    ['Shop 2.4', 52],
    ['Shop 2.5', 14],
  ] as const)
    add('release.created', 'holder', now - hours * hour, { title, url: `https://git.${host}/releases`, host }, { site })
  const none = { on: [], off: [], changed: [] }
  add('settings.changed', 'holder', now - 70 * day, { host, ...none, on: ['htmlCache'] }, { site })
  add('settings.changed', 'holder', now - 26 * hour, { host, ...none, changed: ['filters'] }, { site })
  add('site.state', 'partner', now - 5 * day, { host, from: 'active', to: 'bypass' }, { site })
  add('site.state', 'partner', now - 5 * day + 25 * minute, { host, from: 'bypass', to: 'active' }, { site })
}
