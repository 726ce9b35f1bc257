import * as z from 'zod/mini'
import { purgeItem } from './cache.ts'
import { endpoint, scoped } from './endpoint.ts'
import { id, joinWithOr, line, namedPerson, onlyKnown, time } from './fields.ts'
import { lenient, lenientPage } from './lenient.ts'
import { moment } from './moments.ts'
import { pageOf, paging } from './paging.ts'

/**
 * Who made a change: the partner through the partner API, whoever uses the account's key, the partner if it uses that key and
 * says so, the operator, a DNS record that was found or is gone, or the service by itself. Another service may report
 * others; show them unchanged.
 */
export const eventActors = ['partner', 'holder', 'partner_as_holder', 'operator', 'dns', 'service'] as const
export type EventActor = (typeof eventActors)[number]

const host = z.string()
const name = z.string()
const location = z.string()
const list = z.array(z.string())
const limit = z.nullable(z.number())
/** Who issued a certificate, and until when it is valid. */
const certificate = z.object({ host, issuer: z.string(), until: time })

export const releaseLimits = {
  /** Characters. */
  title: 100,
  /** Characters of its link. */
  url: 2048,
} as const

/** What the log keeps of each kind of event, in addition to who, when and of what. It holds no secrets and no bodies. */
export const eventDetails = {
  'site.created': z.object({ host }),
  'site.deleted': z.object({ host }),
  'site.host': z.object({ host, from: z.string() }),
  /**
   * The server behind the site, as its owner sets it; null while it's the one that DNS names. `sent_host` is what it gets as
   * `Host`, if that isn't the site's.
   */
  'site.origin': z.object({
    host,
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    sent_host: z.optional(z.nullable(z.string())),
  }),
  /** Redirects of `from`, the site's counterpart: turned on or off, or `live` or `waiting` as its DNS leads here or not. */
  'site.redirect': z.object({ host, from: z.string(), to: z.enum(['on', 'off', 'live', 'waiting']) }),
  'site.state': z.object({ host, from: z.string(), to: z.string() }),
  'certificate.issued': certificate,
  'certificate.renewed': certificate,
  /** The first of several failures in a row. */
  'certificate.failed': z.object({ host, problem: z.string() }),
  /** What its owner put live on the site, and where to read about it; `host` is null for all sites of the account. */
  'release.created': z.object({ title: z.string(), url: z.nullable(z.string()), host: z.nullable(host) }),
  'cache.flushed': z.object({ host }),
  /** The disk of the edge at a location is full, so it keeps no more answers; or has room again. */
  'cache.full': z.object({ host, location }),
  'cache.resumed': z.object({ host, location }),
  /**
   * The paths, and the number of everything that was purged. `patterns` has what may name more than an address, in words,
   * and `items` the same as a purge takes it. What is overlong is left out.
   */
  'cache.purged': z.object({
    host,
    paths: list,
    patterns: z.optional(list),
    // another service may report some that can't be purged here
    // oxlint-disable-next-line promise/valid-params -- not a promise
    items: z.catch(z.optional(z.array(purgeItem)), undefined),
    count: z.int(),
  }),
  /** Names of actions that are on, off or otherwise set now, and of other parts that changed. */
  'settings.changed': z.object({ host, on: list, off: list, changed: list }),
  'monitor.created': z.object({ name }),
  /** Names of what changed. */
  'monitor.changed': z.object({
    name,
    changed: list,
    /** Of each limit that changed, by its metric; null is none. */
    limits: z.optional(z.record(z.string(), z.object({ from: limit, to: limit }))),
  }),
  'monitor.paused': z.object({ name }),
  'monitor.resumed': z.object({ name }),
  'monitor.deleted': z.object({ name }),
  'alert_rule.created': z.object({ name }),
  /** Names of what changed, or that it was turned on or off. */
  'alert_rule.changed': z.object({ name, changed: list }),
  'alert_rule.muted': z.object({ name, until: time }),
  'alert_rule.unmuted': z.object({ name }),
  'alert_rule.deleted': z.object({ name }),
  'account.created': z.object({ email: z.string() }),
  /** At its partner: the account's own log goes with it. */
  'account.deleted': z.object({ name, email: z.string() }),
  'account.email': z.object({ from: z.string(), to: z.string() }),
  'account.password': z.object({ email: z.string() }),
  /** For how many hours the old secret goes on working, if at all. */
  'account.key': z.object({ overlap_hours: z.optional(z.int()) }),
  /** Of the keys beside the account's, and of a partner's. `sites` says to how many it is limited; null for all. */
  'key.created': z.object({ name, role: z.string(), sites: z.nullable(z.int()), until: z.nullable(time) }),
  /** For how many hours the old secret goes on working. */
  'key.rotated': z.object({ name, overlap_hours: z.int() }),
  'key.ended': z.object({ name }),
  /** Of people: the names and addresses of then. */
  'person.invited': z.object({ email: z.string(), role: z.string() }),
  'person.invitation_withdrawn': z.object({ email: z.string(), role: z.string() }),
  'person.invitation_resent': z.object({ email: z.string(), role: z.string() }),
  'person.joined': z.object({ name, email: z.string(), role: z.string() }),
  'person.role': z.object({ name, email: z.string(), from: z.string(), to: z.string() }),
  'person.removed': z.object({ name, email: z.string(), role: z.string() }),
  /** In a browser, such as `Firefox on Windows`. */
  'person.signed_in': z.object({
    browser: z.nullable(z.string()),
    /** By a link of the partner's: its name, and that of who made the link; null with a key. */
    link: z.optional(z.object({ partner: name, by: z.nullable(name) })),
    /** By single sign-on: the provider. */
    issuer: z.optional(z.string()),
  }),
  /** With the key, in a browser. */
  'key.signed_in': z.object({ browser: z.nullable(z.string()) }),
  /** How often on that day, so far. */
  'person.sign_ins_failed': z.object({ name, count: z.int() }),
  /** By the person, or by a link. */
  'person.password': z.object({ name, by: z.string() }),
  /** A `passkey`, an `authenticator`, all `recovery_codes` or one `recovery_code`: added, removed, made, used or reset. */
  'person.factor': z.object({ name, factor: z.string(), change: z.string() }),
  /** Whether everybody needs a second factor. */
  'person.factor_required': z.object({ required: z.boolean() }),
} as const satisfies Record<string, z.ZodMiniObject>

export type EventKind = keyof typeof eventDetails
export type EventDetail<Kind extends EventKind> = z.output<(typeof eventDetails)[Kind]>

/** What can change. Another service may report other kinds; show them unchanged. */
export const eventKinds = Object.keys(eventDetails) as readonly EventKind[] as readonly [EventKind, ...EventKind[]]

export const eventRecord = z.looseObject({
  id,
  at: time,
  /** One of `eventKinds`. */
  kind: z.string(),
  /** One of `eventActors`. */
  actor: z.string(),
  /** The partner's name where the partner did it; null otherwise. */
  actor_name: z.optional(z.nullable(z.string())),
  /** The site that changed, or that the monitor measures; null for a release of all sites. It may have been deleted since. */
  site_id: z.nullable(id),
  monitor_id: z.nullable(id),
  /** See `eventDetails`. */
  detail: z.record(z.string(), z.unknown()),
  /** Who did it, with the name of then; null where it wasn't a person who had signed in. */
  person: z.optional(z.nullable(namedPerson)),
  /** The key that did it, with the name of then; null where it was the main key or none. */
  key: z.optional(z.nullable(z.looseObject({ id, name: z.string() }))),
})
export type EventRecord = z.output<typeof eventRecord>

/** Which events to list, besides those of a site or a monitor. */
const selection = z.extend(paging, {
  kind: z.optional(z.array(z.enum(eventKinds, 'must be a kind of event')).check(z.maxLength(eventKinds.length))),
  actor: z.optional(
    z.array(z.enum(eventActors, `must be ${joinWithOr(eventActors)}`)).check(z.maxLength(eventActors.length)),
  ),
  person_id: z.optional(id),
  from: z.optional(moment),
  to: z.optional(moment),
})

export const listEvents = scoped({
  id: 'events.list',
  extension: true,
  method: 'GET',
  path: '/events',
  summary: 'List what changed, newest first',
  description:
    'Who changed what, and when: changes of sites, their states, caches and settings, of monitors and alert rules, and of the account, and your releases. Events are kept as long as samples. With `site_id` or `monitor_id`, the releases of all sites are listed too.',
  query: z.extend(selection, { site_id: z.optional(id), monitor_id: z.optional(id) }),
  rows: 'rows',
  reply: pageOf('rows', eventRecord),
  read: lenientPage(eventRecord),
})

/** How many people `events.people` lists. */
export const maxEventPeople = 500

const eventPeople = {
  description: `Everybody who did something that the log still has, also those who have been removed, with the name of their last change. Who was last comes first, up to ${maxEventPeople}.`,
  rows: 'people',
  reply: z.looseObject({ people: z.array(namedPerson) }),
} as const

export const listEventPeople = scoped({
  ...eventPeople,
  id: 'events.people',
  extension: true,
  method: 'GET',
  path: '/event_people',
  summary: 'List the people who made changes',
})

const partnerEventRecord = z.omit(eventRecord, { site_id: true, monitor_id: true })

/** What changed at a partner itself; what its people do in an account is in the account's log. */
export const partnerEvents = {
  list: endpoint({
    id: 'partner.partnerEvents.list',
    extension: true,
    access: 'partner',
    method: 'GET',
    path: '/partners/{partner_id}/events',
    summary: 'List what changed at the partner itself, newest first',
    description:
      'Who signed in, sign-ins that failed, and changes of the partner’s people, keys and alert rules. What its people do in an account is among the events of the account. Events are kept as long as samples.',
    query: selection,
    rows: 'rows',
    reply: pageOf('rows', partnerEventRecord),
    read: lenientPage(partnerEventRecord),
  }),
  people: endpoint({
    ...eventPeople,
    id: 'partner.partnerEvents.people',
    extension: true,
    access: 'partner',
    method: 'GET',
    path: '/partners/{partner_id}/event_people',
    summary: 'List the people who made changes at the partner itself',
  }),
} as const

export const readEvent = scoped({
  id: 'events.read',
  extension: true,
  method: 'GET',
  path: '/events/{event_id}',
  summary: 'Read an event',
  reply: eventRecord,
  read: lenient(eventRecord),
})

/** Whether it's an address that a page may link to. One with a user name or a password may hold a secret. */
function isLink(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
}

export const createRelease = scoped({
  id: 'events.create',
  extension: true,
  method: 'POST',
  path: '/events',
  summary: 'Record a release',
  description:
    'Marks on the charts when something of yours went live, such as a new version of a shop, so that its effect can be seen. It appears among the events as `release.created`.',
  body: {
    form: onlyKnown(
      z.looseObject({
        title: line(releaseLimits.title),
        /** Where to read about it. */
        url: z.optional(
          line(releaseLimits.url).check(
            z.refine(isLink, 'must be an http or https address without a user name or password'),
          ),
        ),
        /** When it went live; now by default. */
        at: z.optional(moment),
        /** All sites of the account by default. */
        site_id: z.optional(id),
      }),
    ),
  },
  reply: eventRecord,
  refusals: { 404: "The site doesn't exist, or it isn't yours." },
})
