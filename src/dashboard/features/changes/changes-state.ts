import { eventActors, maxPerPage, type EventActor } from '../../../contract/index.ts'
import { rangePresetNames, rangePresets, type RangePreset, type Span, spanIn } from '../../kit/ranges/range-presets.ts'
import { eventGroupNames, eventGroups, type EventGroup } from './words.ts'

/** What the page shows. An empty text is for all. */
export interface ChangesState {
  readonly site: string
  readonly monitor: string
  readonly group: EventGroup | ''
  readonly actor: EventActor | ''
  /** Of a person. */
  readonly person: string
  readonly range: RangePreset | Span
  readonly page: number
  readonly perPage: number
}

const defaultRange: RangePreset = '30d'
const defaultPerPage = 50

/** Reads the page's state from its address. Invalid values fall back to the defaults. */
export function readChanges(params: URLSearchParams): ChangesState {
  return {
    site: params.get('site') ?? '',
    monitor: params.get('monitor') ?? '',
    group: eventGroupNames.find((name) => name === params.get('group')) ?? '',
    actor: eventActors.find((name) => name === params.get('who')) ?? '',
    person: params.get('person') ?? '',
    range: spanIn(params) ?? rangePresetNames.find((name) => name === params.get('range')) ?? defaultRange,
    page: integerIn(params.get('page'), Number.MAX_SAFE_INTEGER, 1),
    perPage: integerIn(params.get('per_page'), maxPerPage, defaultPerPage),
  }
}

/** The address after a change, without defaults. Any change but one of the page goes back to the first page. */
export function writeChanges(params: URLSearchParams, change: Partial<ChangesState>): URLSearchParams {
  const { site, monitor, group, actor, person, range, page, perPage } = { ...readChanges(params), page: 1, ...change }
  const isSpan = typeof range === 'object'
  const values = {
    site,
    monitor,
    group,
    who: actor,
    person,
    range: isSpan || range === defaultRange ? '' : range,
    from: isSpan ? new Date(range.from).toISOString() : '',
    to: isSpan ? new Date(range.to).toISOString() : '',
    page: page === 1 ? '' : String(page),
    per_page: perPage === defaultPerPage ? '' : String(perPage),
  }
  const next = new URLSearchParams(params)
  for (const [name, value] of Object.entries(values)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** Whether the state leaves anything out besides what is older. */
export function isFiltered({ site, monitor, group, actor, person }: ChangesState): boolean {
  return [site, monitor, group, actor, person].some(Boolean)
}

/** Presets begin at a whole minute, so that the same list isn't read again at every turn. */
export function spanOf(range: RangePreset | Span, now: number): Span {
  if (typeof range === 'object') return range
  const to = Math.floor(now / 60_000) * 60_000
  return { from: to - rangePresets[range].ms, to }
}

/** The query of the service for a state. A preset has no end, so that it includes what has just changed. */
export function eventQueryOf({ site, monitor, group, actor, person, range, page, perPage }: ChangesState, now: number) {
  const { from, to } = spanOf(range, now)
  return {
    ...(site && { site_id: site }),
    ...(monitor && { monitor_id: monitor }),
    ...(group && { kind: [...eventGroups[group].kinds] }),
    ...(actor && { actor: [actor] }),
    ...(person && { person_id: person }),
    from,
    ...(typeof range === 'object' ? { to } : {}),
    page,
    per_page: perPage,
  }
}

function integerIn(text: string | null, max: number, fallback: number): number {
  const value = Number(text ?? Number.NaN)
  return Number.isInteger(value) && value >= 1 && value <= max ? value : fallback
}
