export interface Span {
  readonly start: number
  readonly end: number
}

export interface LoadTimeline {
  /** All in ms from the start of the navigation. */
  readonly firstContentfulPaint: number
  readonly domContentLoaded: number
  /** Tasks of at least 50 ms on the main thread, in order. */
  readonly longTasks: readonly Span[]
  /** GET requests; a pending one ends at Infinity. */
  readonly requests: readonly Span[]
  /** When watching ended. */
  readonly until: number
}

/** How long the page must be quiet (Lighthouse, `core/computed/metrics/interactive.js`). */
export const quietWindowMs = 5000
/** How many requests may be pending while the network counts as quiet. */
const maxQuietRequests = 2
/** A task blocks for the part beyond this. */
const blockingThresholdMs = 50

/**
 * Time to interactive as Lighthouse defines it: the end of the last long task before the first five-second window after
 * first contentful paint with no long task and at most two pending requests, but not before that paint or
 * DOMContentLoaded. Null if there was no such window.
 */
export function timeToInteract(timeline: LoadTimeline, window = quietWindowMs): number | null {
  for (const cpu of gaps(timeline.longTasks, timeline.until)) {
    for (const network of quietNetwork(timeline.requests, timeline.until)) {
      const start = Math.max(cpu.start, network.start, timeline.firstContentfulPaint)
      if (Math.min(cpu.end, network.end) - start >= window)
        return Math.max(cpu.start, timeline.firstContentfulPaint, timeline.domContentLoaded)
    }
  }
  return null
}

/**
 * Total blocking time: the sum of the parts beyond 50 ms of all long tasks between first contentful paint and `until`
 * (time to interactive). As Lighthouse's `core/computed/metrics/tbt-utils.js`, from long tasks instead of a trace.
 */
export function totalBlockingTime(longTasks: readonly Span[], firstContentfulPaint: number, until: number): number {
  return longTasks.reduce((sum, task) => {
    const clipped = Math.min(task.end, until) - Math.max(task.start, firstContentfulPaint)
    return sum + Math.max(0, clipped - blockingThresholdMs)
  }, 0)
}

function gaps(tasks: readonly Span[], until: number): Span[] {
  const starts = [0, ...tasks.map(({ end }) => end)]
  return starts.map((start, i) => ({ start, end: tasks[i]?.start ?? until }))
}

function quietNetwork(requests: readonly Span[], until: number): Span[] {
  const changes = requests.flatMap(({ start, end }) => [
    { at: start, by: 1 },
    { at: Math.min(end, until), by: -1 },
  ])
  changes.sort((a, b) => a.at - b.at || a.by - b.by)
  const quiet: Span[] = []
  let open = 0
  let since = 0
  for (const { at, by } of changes) {
    if (by === 1 && open === maxQuietRequests) quiet.push({ start: since, end: at })
    if (by === -1 && open === maxQuietRequests + 1) since = at
    open += by
  }
  if (since < until) quiet.push({ start: since, end: until })
  return quiet
}
