import { pageRanges, rangePresets } from '../../kit/ranges/range-presets.ts'
import { dateAfter, dateIn, startOfDate } from '../../kit/format/local-time.ts'
import type { Zone } from '../../kit/format/time.ts'
import { day, minWindow, maxWindow, spanOf, type RequestedWindow, type TimeWindow } from './window.ts'

const grain = 5 * 60_000
/** A window that ends so shortly before now might as well end now. */
const nearMs = 3_600_000

/** Rounds to the narrowest bucket, so that the same window always has the same address. */
function times(from: number, to: number): RequestedWindow {
  return { kind: 'times', from: Math.floor(from / grain) * grain, to: Math.ceil(to / grain) * grain }
}

/** The window of the same length before this one. Days stay days. */
export function earlier(requested: RequestedWindow, { from, to }: TimeWindow, zone: Zone): RequestedWindow {
  if (requested.kind === 'days') {
    return {
      kind: 'days',
      from: startOfDate(dateAfter(dateIn(requested.from, zone), -lengthOf(requested, zone)), zone),
      to: requested.from,
    }
  }
  const span = wholeGrains(requested.kind === 'latest' ? spanOf(requested) : to - from)
  const end = Math.floor(from / grain) * grain
  return { kind: 'times', from: end - span, to: end }
}

/** The window of the same length after this one, up to now; undefined if this one ends now. */
export function later(
  requested: RequestedWindow,
  { from, to }: TimeWindow,
  now: number,
  zone: Zone,
): RequestedWindow | undefined {
  if (requested.kind === 'latest' || to >= now) return undefined
  if (requested.kind === 'days') {
    const end = dateAfter(dateIn(requested.to, zone), lengthOf(requested, zone))
    return { kind: 'days', from: requested.to, to: startOfDate(end, zone) }
  }
  const span = wholeGrains(to - from)
  const end = Math.min(Math.ceil(now / grain) * grain, Math.ceil(to / grain) * grain + span)
  const range = pageRanges.find((name) => rangePresets[name].ms === span)
  return range && now - end < nearMs ? { kind: 'latest', range } : { kind: 'times', from: end - span, to: end }
}

function wholeGrains(ms: number): number {
  return Math.round(ms / grain) * grain
}

/** In days of the zone, of which some are longer or shorter. */
function lengthOf({ from, to }: TimeWindow, zone: Zone): number {
  return (Date.parse(dateIn(to, zone)) - Date.parse(dateIn(from, zone))) / day
}

/** The middle half; undefined if that is too short for a chart. */
export function zoomIn({ from, to }: TimeWindow): RequestedWindow | undefined {
  const quarter = (to - from) / 4
  return 2 * quarter < minWindow ? undefined : times(from + quarter, to - quarter)
}

/** Twice as long, up to now; undefined if that is more than the service offers. */
export function zoomOut({ from, to }: TimeWindow, now: number): RequestedWindow | undefined {
  const span = to - from
  if (2 * span > maxWindow) return undefined
  const end = Math.min(now, to + span / 2)
  return times(end - 2 * span, end)
}

/** A part selected in a chart, from the start of its first bucket to the end of its last. */
export function zoomTo(from: number, to: number, width: number): RequestedWindow {
  return times(from, Math.max(to + width, from + minWindow))
}
