import { windowLeast, windowMost, type Asked, type Window } from './window.ts'

const grain = 5 * 60_000

/** On whole minutes of the narrowest bucket, so that an address is the same however one came to it. */
function times(from: number, to: number): Asked {
  return { kind: 'times', from: Math.floor(from / grain) * grain, to: Math.ceil(to / grain) * grain }
}

/** As long again before it. Days stay days. */
export function earlier(asked: Asked, { from, to }: Window): Asked {
  if (asked.kind === 'days') {
    return { kind: 'days', from: asked.from - (asked.to - asked.from), to: asked.from }
  }
  return times(from - (to - from), from)
}

/** As long again after it, up to now; undefined where it is all shown. */
export function later(asked: Asked, { from, to }: Window, now: number): Asked | undefined {
  if (asked.kind === 'latest' || to >= now) return undefined
  if (asked.kind === 'days') return { kind: 'days', from: asked.to, to: asked.to + (asked.to - asked.from) }
  const end = Math.min(now, to + (to - from))
  return times(end - (to - from), end)
}

/** The middle half; undefined where less would not be worth a chart. */
export function within({ from, to }: Window): Asked | undefined {
  const quarter = (to - from) / 4
  return 2 * quarter < windowLeast ? undefined : times(from + quarter, to - quarter)
}

/** Twice as long, up to now; undefined where that is more than the service shows. */
export function wider({ from, to }: Window, now: number): Asked | undefined {
  const span = to - from
  if (2 * span > windowMost) return undefined
  const end = Math.min(now, to + span / 2)
  return times(end - 2 * span, end)
}

/** A stretch drawn in a chart: from the start of its first bucket to the end of its last. */
export function drawn(from: number, to: number, width: number): Asked {
  return times(from, Math.max(to + width, from + windowLeast))
}
