import { eventKinds, type EventActor, type EventKind } from '../../../contract/index.ts'
import { eventInWords } from '../../../words/events.ts'
import type { Event } from './reads.ts'

/** Groups of kinds to filter by, in the order in which they are offered. */
export const eventGroups = {
  releases: { label: 'Releases', kinds: ['release.created'] },
  states: { label: 'States', kinds: ['site.state'] },
  sites: {
    label: 'Sites and hosts',
    kinds: ['site.created', 'site.deleted', 'site.host', 'site.origin', 'site.redirect'],
  },
  certificates: { label: 'Certificates', kinds: eventKinds.filter((kind) => kind.startsWith('certificate.')) },
  cache: { label: 'Cache', kinds: eventKinds.filter((kind) => kind.startsWith('cache.')) },
  settings: { label: 'Settings', kinds: ['settings.changed'] },
  monitors: { label: 'Monitors', kinds: eventKinds.filter((kind) => kind.startsWith('monitor.')) },
  alerts: { label: 'Alerts', kinds: eventKinds.filter((kind) => kind.startsWith('alert_rule.')) },
  people: { label: 'People and sign-ins', kinds: eventKinds.filter((kind) => /^(?:person|key)\./.test(kind)) },
  account: { label: 'Account', kinds: eventKinds.filter((kind) => kind.startsWith('account.')) },
} as const satisfies Record<string, { readonly label: string; readonly kinds: readonly EventKind[] }>
export type EventGroup = keyof typeof eventGroups
export const eventGroupNames = Object.keys(eventGroups) as readonly EventGroup[]

/** What a partner's own log has. */
export const partnerGroups: readonly EventGroup[] = ['alerts', 'people', 'account']
export const partnerActors: readonly EventActor[] = ['partner', 'operator', 'service']

const actors: Readonly<Record<string, string>> = {
  partner: 'Hosting provider',
  holder: 'Account holder',
  partner_as_holder: 'Hosting provider, as the account holder',
  operator: 'Service operator',
  dns: 'DNS',
  service: 'The service',
}

/** A kind of actor. An unknown one is shown as received. */
export function actorInWords(actor: string | undefined): string {
  return actor === undefined ? 'not reported' : (actors[actor] ?? actor)
}

type Doing = Pick<Event, 'actor' | 'actor_name' | 'person' | 'key'>

/** Who made a change, a person or a key by their name and a partner by its own, and in whose place. */
export function doerOf({ actor, actor_name: name, person, key }: Doing): { who: string; as?: string } {
  const isAs = actor === 'partner_as_holder'
  const by = person?.name ?? (key && `Key ${key.name}`)
  const partner = actor === 'partner' || isAs ? name : null
  const who = by ? (name ? `${by} of ${name}` : by) : partner || actorInWords(isAs ? 'partner' : actor)
  return isAs ? { who, as: 'as the account holder' } : { who }
}

/** `Ada Berg of Nordhost, as the account holder` */
export function whoDid(event: Doing): string {
  const { who, as } = doerOf(event)
  return as === undefined ? who : `${who}, ${as}`
}

/** What happened. A record without a known form is its kind. */
export function whatHappened({ kind, actor, detail }: Event): string {
  return kind === undefined ? 'Change of an unknown kind' : eventInWords({ kind, actor: actor ?? '', detail })
}

/** The host, the monitor or the alert rule that an event names, as it was called then. */
export function subjectOf({ kind, site_id, detail }: Event): string | undefined {
  if (kind === 'release.created' && site_id === null) return 'All sites'
  // what happened names the person already
  if (kind?.startsWith('person.')) return undefined
  return [detail?.['host'], detail?.['name']].find((text) => typeof text === 'string')
}

/** Where a release is described; undefined for other events. */
export function releaseUrl({ kind, detail }: Event): string | undefined {
  const url = kind === 'release.created' ? detail?.['url'] : undefined
  return typeof url === 'string' ? url : undefined
}

/** `Shop: Monitor paused (Account holder)` */
export function eventOnChart(event: Event): string {
  const monitor = event.kind?.startsWith('monitor.') ? subjectOf(event) : undefined
  return `${monitor === undefined ? '' : `${monitor}: `}${whatHappened(event)} (${whoDid(event)})`
}
