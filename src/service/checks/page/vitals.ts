import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { Session } from './child-session.ts'
import type * as webVitalsModule from 'web-vitals'

/** An isolated world in each document: the page can neither see the measuring script nor tamper with it. */
export const worldName = 'site-performance'

const time = z.nullable(z.number())
const span = z.object({ start: z.number(), end: z.number() })

/** What a document measured about itself; times in ms from its time origin. */
const vitals = z.object({
  /** UNIX ms */
  timeOrigin: z.number(),
  title: time,
  firstPaint: time,
  firstContentfulPaint: time,
  largestContentfulPaint: time,
  layoutShift: time,
  domContentLoaded: time,
  load: time,
  /** Nothing more is loaded; also where loading was broken off, and `load` never comes. */
  isComplete: z.boolean(),
  longTasks: z.array(span),
  now: z.number(),
})
export type Vitals = z.output<typeof vitals>

/**
 * Injected into the page as text. First and largest contentful paint and layout shift (by session windows) come from
 * web-vitals; the title is the first non-empty one; long tasks are the browser's, of at least 50 ms.
 */
function observe(webVitals: typeof webVitalsModule): () => Vitals {
  const seen: Record<'title' | 'fcp' | 'lcp' | 'cls', number | null> = { title: null, fcp: null, lcp: null, cls: null }
  const longTasks: { start: number; end: number }[] = []
  const checkTitle = () => {
    if (seen.title !== null || !document.title) return
    seen.title = performance.now()
    titles.disconnect()
  }
  const titles = new MutationObserver(checkTitle)
  titles.observe(document, { subtree: true, childList: true, characterData: true })
  const tasks = new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      longTasks.push({ start: startTime, end: startTime + duration })
  })
  tasks.observe({ type: 'longtask', buffered: true })
  webVitals.onFCP(({ value }) => (seen.fcp = value))
  webVitals.onLCP(({ value }) => (seen.lcp = value), { reportAllChanges: true })
  webVitals.onCLS(({ value }) => (seen.cls = value), { reportAllChanges: true })
  return () => {
    checkTitle()
    const [navigation] = performance.getEntriesByType('navigation')
    const timing = navigation instanceof PerformanceNavigationTiming ? navigation : null
    const paint = performance.getEntriesByName('first-paint')[0]
    return {
      timeOrigin: performance.timeOrigin,
      title: seen.title,
      firstPaint: paint?.startTime ?? null,
      firstContentfulPaint: seen.fcp,
      largestContentfulPaint: seen.lcp,
      layoutShift: seen.cls,
      domContentLoaded: timing?.domContentLoadedEventEnd || null,
      load: timing?.loadEventEnd || null,
      isComplete: document.readyState === 'complete',
      longTasks,
      now: performance.now(),
    }
  }
}

const webVitalsCode = readFileSync(
  new URL(import.meta.resolve('web-vitals').replace(/web-vitals\.js$/, 'web-vitals.iife.js')),
  'utf8',
)

/** Runs at the start of every document, in the isolated world. */
export const observer = `globalThis.readVitals ??= window === top && (() => { ${webVitalsCode}; return (${observe.toString()})(webVitals) })()`

/** The current document's vitals so far; undefined while no document is observed. */
export async function readVitals(session: Session, frameId: string): Promise<Vitals | undefined> {
  try {
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId, worldName })
    const { result } = await session.send('Runtime.evaluate', {
      contextId: executionContextId,
      expression: 'globalThis.readVitals ? readVitals() : null',
      returnByValue: true,
    })
    const parsed = vitals.safeParse(result.value)
    return parsed.success ? parsed.data : undefined
  } catch {
    // between two documents there is no context to evaluate in
    return undefined
  }
}
