import { rangePresetNames, rangePresets, type RangePreset, type Span, spanIn } from '../../kit/ranges/range-presets.ts'
import { isMetricName } from './metrics.ts'
import { maxPerPage, splits, type MetricName, type Split } from '../../../contract/index.ts'

/** A monitor or test, and the selected locations. An empty list means all of them. */
export interface SourceSelection {
  readonly id: string
  readonly locations: readonly string[]
}

/** How often a preset’s range moves forward, ms. In between, the same data is requested and drawn. */
export const presetStepMs = {
  '24h': 60_000,
  '48h': 2 * 60_000,
  '7d': 5 * 60_000,
  '30d': 15 * 60_000,
} as const satisfies Record<RangePreset, number>
const defaultPreset: RangePreset = '7d'

export interface ExplorerState {
  readonly sources: readonly SourceSelection[]
  /** Empty if the address names none. The default then depends on the selected sources. */
  readonly metrics: readonly MetricName[]
  readonly range: RangePreset | Span
  /** A `sample_type`, or -1 for all. */
  readonly severity: number
  /** The code of an issue that the samples have. */
  readonly issue: string | undefined
  readonly locations: readonly string[]
  /** What the charts are split by. Undefined if the address doesn't say, which depends on the selected sources. */
  readonly by: Split | 'none' | undefined
  readonly page: number
  readonly perPage: number
}

export const maxMetrics = 3
export const defaultPerPage = 25

/** Reads the explorer's state from its address. Invalid values fall back to the defaults. */
export function readState(params: URLSearchParams): ExplorerState {
  const metrics = [...new Set(params.getAll('metric').filter(isMetricName))].slice(0, maxMetrics)
  return {
    sources: params
      .getAll('profile')
      .map(readSource)
      .filter(({ id }) => id !== ''),
    metrics,
    range: readRange(params),
    severity: integerIn(params.get('severity'), 0, 3, -1),
    issue: params.get('issue') || undefined,
    locations: params.getAll('data_center').filter(Boolean),
    by: [...splits, 'none' as const].find((name) => name === params.get('by')),
    page: integerIn(params.get('page'), 1, Number.MAX_SAFE_INTEGER, 1),
    perPage: integerIn(params.get('per_page'), 1, maxPerPage, defaultPerPage),
  }
}

/** The address after a change. Omits default values and keeps parameters that other parts of the page use. */
export function writeState(params: URLSearchParams, change: Partial<ExplorerState>): URLSearchParams {
  const next = new URLSearchParams(params)
  // any change of what is listed goes back to the first page
  if (!('page' in change) && !('by' in change)) next.delete('page')
  const state = { ...readState(params), ...change }
  if (change.sources) setAll(next, 'profile', change.sources.map(writeSource))
  if (change.metrics) setAll(next, 'metric', change.metrics)
  if (change.range !== undefined) {
    for (const name of ['range', 'from', 'to']) next.delete(name)
    if (typeof change.range === 'object') {
      next.set('from', new Date(change.range.from).toISOString())
      next.set('to', new Date(change.range.to).toISOString())
    } else if (change.range !== defaultPreset) next.set('range', change.range)
  }
  if (change.severity !== undefined) setOne(next, 'severity', state.severity, -1)
  if ('issue' in change) setAll(next, 'issue', change.issue === undefined ? [] : [change.issue])
  if (change.locations) setAll(next, 'data_center', change.locations)
  if ('by' in change) setAll(next, 'by', change.by === undefined ? [] : [change.by])
  if (change.page !== undefined) setOne(next, 'page', state.page, 1)
  if (change.perPage !== undefined) setOne(next, 'per_page', state.perPage, defaultPerPage)
  return next
}

/** A range's start and end. A preset ends at its first step at or after `now`, in UNIX ms. */
export function spanOf(range: RangePreset | Span, now: number): Span {
  if (typeof range === 'object') return range
  const step = presetStepMs[range]
  const to = Math.ceil(now / step) * step
  return { from: to - rangePresets[range].ms, to }
}

/** IDs may contain any character, so the separators are encoded in them. */
export function writeSource({ id: sourceId, locations }: SourceSelection): string {
  const id = encodeURIComponent(sourceId)
  return locations.length ? `${id}@${locations.map(encodeURIComponent).join(',')}` : id
}

function readSource(text: string): SourceSelection {
  const [id = '', locations = ''] = text.split('@', 2)
  return { id: decoded(id), locations: locations.split(',').filter(Boolean).map(decoded) }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readRange(params: URLSearchParams): RangePreset | Span {
  return spanIn(params) ?? rangePresetNames.find((name) => name === params.get('range')) ?? defaultPreset
}

function integerIn(text: string | null, min: number, max: number, fallback: number): number {
  const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
  return Number.isInteger(value) && value >= min && value <= max ? value : fallback
}

function setOne(params: URLSearchParams, name: string, value: number, defaultValue: number): void {
  if (value === defaultValue) params.delete(name)
  else params.set(name, String(value))
}

function setAll(params: URLSearchParams, name: string, values: readonly string[]): void {
  params.delete(name)
  for (const value of values) params.append(name, value)
}
