export interface Span {
  readonly start: number
  readonly end: number
}

export interface Observed {
  /** All in ms from the start of the navigation. */
  readonly firstContentfulPaint: number
  readonly domContentLoaded: number
  /** Tasks of 50 ms and more on the main thread, in order. */
  readonly longTasks: readonly Span[]
  /** GET requests; one that is still under way ends at Infinity. */
  readonly requests: readonly Span[]
  readonly until: number
}

/** For how long all must be quiet (Lighthouse, `core/computed/metrics/interactive.js`). */
export const quietWindow = 5000
/** Requests that may be under way all the same. */
const quietRequests = 2
/** What of a task counts as blocking is what goes beyond this. */
const shortTask = 50

/**
 * Time to interactive as Lighthouse defines it: the end of the last long task before the first five seconds after the
 * first contentful paint that had no long task and at most two requests under way; not before that paint, nor before
 * DOMContentLoaded. Null where there were no such five seconds.
 */
export function timeToInteract(seen: Observed, window = quietWindow): number | null {
  for (const cpu of gaps(seen.longTasks, seen.until)) {
    for (const network of quietNetwork(seen.requests, seen.until)) {
      const start = Math.max(cpu.start, network.start, seen.firstContentfulPaint)
      if (Math.min(cpu.end, network.end) - start >= window)
        return Math.max(cpu.start, seen.firstContentfulPaint, seen.domContentLoaded)
    }
  }
  return null
}

/**
 * Total blocking time: of all long tasks between the first contentful paint and `until` (time to interactive), what goes
 * beyond 50 ms (Lighthouse, `core/computed/metrics/tbt-utils.js`, with the browser's long tasks in place of a trace).
 */
export function totalBlockingTime(longTasks: readonly Span[], firstContentfulPaint: number, until: number): number {
  return longTasks.reduce((sum, task) => {
    const clipped = Math.min(task.end, until) - Math.max(task.start, firstContentfulPaint)
    return sum + Math.max(0, clipped - shortTask)
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
    if (by === 1 && open === quietRequests) quiet.push({ start: since, end: at })
    if (by === -1 && open === quietRequests + 1) since = at
    open += by
  }
  if (since < until) quiet.push({ start: since, end: until })
  return quiet
}
