import { minWindow, maxWindow, type RequestedWindow, type TimeWindow } from './window.ts'

const grain = 5 * 60_000

/** On whole minutes of the narrowest bucket, so that an address is the same however one came to it. */
function times(from: number, to: number): RequestedWindow {
  return { kind: 'times', from: Math.floor(from / grain) * grain, to: Math.ceil(to / grain) * grain }
}

/** As long again before it. Days stay days. */
export function earlier(asked: RequestedWindow, { from, to }: TimeWindow): RequestedWindow {
  if (asked.kind === 'days') {
    return { kind: 'days', from: asked.from - (asked.to - asked.from), to: asked.from }
  }
  return times(from - (to - from), from)
}

/** As long again after it, up to now; undefined where it is all shown. */
export function later(asked: RequestedWindow, { from, to }: TimeWindow, now: number): RequestedWindow | undefined {
  if (asked.kind === 'latest' || to >= now) return undefined
  if (asked.kind === 'days') return { kind: 'days', from: asked.to, to: asked.to + (asked.to - asked.from) }
  const end = Math.min(now, to + (to - from))
  return times(end - (to - from), end)
}

/** The middle half; undefined where less would not be worth a chart. */
export function within({ from, to }: TimeWindow): RequestedWindow | undefined {
  const quarter = (to - from) / 4
  return 2 * quarter < minWindow ? undefined : times(from + quarter, to - quarter)
}

/** Twice as long, up to now; undefined where that is more than the service shows. */
export function wider({ from, to }: TimeWindow, now: number): RequestedWindow | undefined {
  const span = to - from
  if (2 * span > maxWindow) return undefined
  const end = Math.min(now, to + span / 2)
  return times(end - 2 * span, end)
}

/** A stretch drawn in a chart: from the start of its first bucket to the end of its last. */
export function drawn(from: number, to: number, width: number): RequestedWindow {
  return times(from, Math.max(to + width, from + minWindow))
}
