import {
  listEventPeople,
  listEvents,
  maxPerPage,
  partnerEvents,
  readEvent,
  type EventActor,
  type EventKind,
  type eventRecord,
} from '../../../contract/index.ts'
import type { Lenient } from '../../../contract/index.ts'
import { readRows, type Page } from '../../../client/pages.ts'
import { call } from '../../api/client.ts'
import { ifOffered, q, type Query } from '../../api/queries.ts'
import type { Span } from '../../kit/ranges/range-presets.ts'
import { callScoped, endpointOf, scopedQuery, type AnyScope, type Scope } from '../../api/scope.ts'

/** An event as a client reads it. */
export type Event = Lenient<typeof eventRecord>

export interface EventQuery {
  readonly page?: number
  readonly per_page?: number
  readonly site_id?: string
  readonly monitor_id?: string
  readonly kind?: EventKind[]
  readonly actor?: EventActor[]
  readonly person_id?: string
  /** UNIX ms. */
  readonly from?: number
  readonly to?: number
}

/** A page of events, newest first; null if the service keeps no log of changes. */
export function eventPage(scope: AnyScope, query: EventQuery): Query<Page<Event> | null> {
  return ifOffered<Page<Event>>(
    scope.kind === 'partner'
      ? q(partnerEvents.list, ofPartner(scope.partner, query))
      : scopedQuery(listEvents, scope, { query: { ...query } }),
  )
}

/** A partner's own log knows no sites and monitors. */
function ofPartner(partner: string, { site_id: _, monitor_id: __, ...query }: EventQuery) {
  return { path: { partner_id: partner }, query }
}

/** Who made changes; null if the service doesn't say. */
export function eventPeople(scope: AnyScope) {
  return ifOffered(
    scope.kind === 'partner'
      ? q(partnerEvents.people, { path: { partner_id: scope.partner } })
      : scopedQuery(listEventPeople, scope, {}),
  )
}

/** An event by itself. */
export function eventOf(scope: Scope, id: string) {
  return scopedQuery(readEvent, scope, { path: { event_id: id } })
}

/** The latest change of a site's optimizer, as a page of one event; null if the service keeps no log of changes. */
export function latestMove(scope: Scope, siteId: string) {
  return eventPage(scope, { site_id: siteId, kind: ['site.state'], per_page: 1 })
}

/** A site’s creation, in the same way. */
export function creationOf(scope: Scope, siteId: string) {
  return eventPage(scope, { site_id: siteId, kind: ['site.created'], per_page: 1 })
}

/** Pages read for an export. */
const maxExported = 50

/** The newest events that a query selects, up to 5,000. */
export function readEvents(scope: AnyScope, query: EventQuery): Promise<Events> {
  const read = (page: number): Promise<Page<Event>> => {
    const part = { ...query, page, per_page: maxPerPage }
    return scope.kind === 'partner'
      ? call(partnerEvents.list, ofPartner(scope.partner, part))
      : callScoped(listEvents, scope, { query: part })
  }
  return readRows({ read, maxPages: maxExported })
}

/** What events are about. Those of a site include its monitors, and the releases of all sites. */
export type EventSubject = { readonly site: string } | { readonly monitor: string }

export interface Events {
  readonly rows: readonly Event[]
  /** How many there are, if the service reports it. */
  readonly of: number | undefined
}

/** Pages read for a chart. More marks than that can't be told apart anyway. */
const maxPages = 3

/** The newest events within a time window; null if the service keeps no log of changes. */
export function eventsWithin(scope: Scope, subject: EventSubject, span: Partial<Span>): Query<Events | null> {
  const which = 'site' in subject ? { site_id: subject.site } : { monitor_id: subject.monitor }
  const read = (page: number, signal: AbortSignal) =>
    callScoped(listEvents, scope, { query: { ...which, ...span, page, per_page: maxPerPage } }, { signal })
  return ifOffered({
    queryKey: [endpointOf(listEvents, scope).id, { ...scope, ...subject, ...span }],
    queryFn: ({ signal }) => readRows({ read: (page) => read(page, signal), maxPages }),
  })
}
