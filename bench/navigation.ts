import { setTimeout } from 'node:timers/promises'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { startMock } from '../e2e/mock/mock.ts'
import { chromiumArguments, requireChromium } from '../scripts/chromium.ts'
import { systemClock } from '../src/service/world/world.ts'
import { printTable, timesOf, type Row } from './measure.ts'

/** CPU throttling: the page runs this many times slower than the machine. */
const slowdown = 4
/** Main-thread work from the click until the next page is shown, ms of the thread's own time. */
const maxWork = 100
/** Chromium's throttling is uneven: the same step takes up to twice as long the next time. */
const runs = 5
/** A page draws what is outside the window 4 s after the rest; by then it has come to rest, ms. */
const restMs = 5000

/** From the pointer's arrival at a link to the click, ms. Meanwhile the next page's code and data load. */
const aimMs = 500

/** From one page to the next by its first link to a path. */
interface Step {
  readonly from: string
  readonly to: string | RegExp
}

const mock = await startMock({
  clock: systemClock,
  size: { accounts: 200, daysOfSamples: 7, daysElsewhere: 0.5, trafficEverywhere: false },
})
const { db } = mock.service.services.database
const browser = await chromium.launch({ executablePath: requireChromium(), args: [...chromiumArguments] })
try {
  const { id: site } = await db
    .selectFrom('sites')
    .select('id')
    .where('host', '=', 'www.fjordbikes.example')
    .executeTakeFirstOrThrow()
  const rows: Row[] = []
  const holder = await signedIn(mock.account, 'Sites')
  for (const step of stepsOfHolder(`/sites/${site}`)) rows.push(await measureStep(holder, step))
  const partner = await signedIn(mock.partner, 'Fleet')
  for (const step of stepsOfPartner()) rows.push(await measureStep(partner, step))
  const title = `Soft navigation, ${slowdown} times slower, main-thread work, median of ${runs}`
  process.exitCode = printTable(title, rows, ['until it’s shown', 'in all']) ? 0 : 1
} finally {
  await browser.close()
  await mock.stop()
}

function stepsOfHolder(site: string): Step[] {
  const tabs = ['optimizer', 'traffic', 'monitors', 'samples', 'cache', 'settings']
  const lists = ['incidents', 'monitors', 'tests', 'samples', 'activity', 'alerts', 'service-ips', 'account']
  return [
    { from: '/sites', to: site },
    ...tabs.map((tab) => ({ from: site, to: `${site}/${tab}` })),
    ...lists.map((list) => ({ from: '/sites', to: `/${list}` })),
    { from: '/monitors', to: /^\/monitors\/[\da-f-]{36}/ },
    { from: '/monitors', to: '/monitors/new' },
    { from: '/tests', to: /^\/tests\/[\da-f-]{36}/ },
    { from: '/incidents', to: /^\/incidents\/[\da-f-]{36}/ },
    { from: site, to: /^\/samples\/[\da-f-]{36}/ },
  ]
}

function stepsOfPartner(): Step[] {
  return [
    { from: '/', to: '/accounts' },
    { from: '/accounts', to: /^\/accounts\/[\da-f-]{36}$/ },
    { from: '/accounts', to: '/' },
    { from: '/accounts', to: '/accounts/new' },
  ]
}

async function signedIn({ id, key }: { id: string; key: string }, home: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${mock.url}/sign-in?by=key`)
  await page.getByRole('textbox', { name: 'Partner or account ID' }).fill(id)
  await page.getByLabel('API key').fill(key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: home }).waitFor()
  return page
}

/** Each run loads the first page anew, so that the second one is loaded once its link is aimed at. */
async function measureStep(page: Page, { from, to }: Step): Promise<Row> {
  const cdp = await page.context().newCDPSession(page)
  // what other processes take from the thread isn't its work
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  const works: Work[] = []
  let name = ''
  for (let i = 0; i < runs; i++) {
    await page.goto(mock.url + from)
    await rest(page)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const work = await workOf(page, cdp, to)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 })
    works.push(work)
    name = `${from} → ${new URL(page.url()).pathname}`
  }
  await cdp.detach()
  const untilShown = timesOf(works.map((work) => work.untilShown)).median
  const inAll = timesOf(works.map((work) => work.inAll)).median
  return {
    what: name.replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, ':id'),
    median: `${untilShown.toFixed(0)} ms`,
    p99: `${inAll.toFixed(0)} ms`,
    limit: `${maxWork} ms until it’s shown`,
    ok: untilShown <= maxWork,
  }
}

/** Milliseconds of the main thread's tasks. */
interface Work {
  readonly untilShown: number
  readonly inAll: number
}

async function workOf(page: Page, cdp: CDPSession, to: string | RegExp): Promise<Work> {
  const link = await page.waitForSelector(await selectorOf(page, to))
  await link.hover()
  await link.evaluate((it) => {
    globalThis.follow = () => {
      const old = document.title
      performance.mark('clicked')
      it.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
      return new Promise((resolve) => {
        // the new page's heading sets the title; the address changes earlier
        const observer = new MutationObserver(() => {
          if (document.title === old) return
          observer.disconnect()
          // within the task of the frame that shows it
          requestAnimationFrame(() => {
            performance.mark('shown')
            globalThis.setTimeout(resolve)
          })
        })
        observer.observe(document.head, { childList: true, subtree: true, characterData: true })
      })
    }
  })
  await setTimeout(aimMs)
  const before = await tasksOf(cdp)
  const events = await trace(cdp, async () => {
    // Playwright's own evaluate runs much more in the page than this
    await cdp.send('Runtime.evaluate', { expression: 'follow()', awaitPromise: true })
  })
  await rest(page)
  return { untilShown: workUntilShown(events), inAll: (await tasksOf(cdp)) - before }
}

/** An event of a trace. Times are µs. */
interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** The thread's own time. */
  readonly tdur?: number
}

/** What a trace has of the page's tasks and marks while something runs. */
async function trace(cdp: CDPSession, run: () => Promise<void>): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => void events.push(...(value as TraceEvent[]))
  cdp.on('Tracing.dataCollected', collect)
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing'] },
  })
  await run()
  const isComplete = new Promise<unknown>((resolve) => void cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await isComplete
  cdp.off('Tracing.dataCollected', collect)
  return events
}

/** The time of the tasks that a click began and of those after it, until the frame with the next page. */
function workUntilShown(events: readonly TraceEvent[]): number {
  const at = (name: string) => {
    const mark = events.findLast((event) => event.name === name)
    if (!mark) throw new Error(`The trace has no mark “${name}”.`)
    return mark
  }
  const [clicked, shown] = [at('clicked'), at('shown')]
  const tasks = events
    .filter(
      ({ name, ph, pid, tid }) => name.endsWith('RunTask') && ph === 'X' && pid === shown.pid && tid === shown.tid,
    )
    .toSorted((a, b) => a.ts - b.ts)
  let [sum, end] = [0, clicked.ts]
  for (const { ts, dur = 0, tdur = 0 } of tasks) {
    // a task that runs within another is part of it
    if (ts + dur <= end || ts >= shown.ts) continue
    sum += tdur
    end = ts + dur
  }
  return sum / 1000
}

/** The first visible link to a path. @throws if there is none */
async function selectorOf(page: Page, to: string | RegExp): Promise<string> {
  const found = await page.locator('a[href]').evaluateAll(
    (links, [wanted, isPattern]) =>
      links
        .filter((link) => link.checkVisibility())
        .map((link) => new URL((link as HTMLAnchorElement).href).pathname)
        .find((path) => (isPattern ? new RegExp(wanted).test(path) : path === wanted)),
    [typeof to === 'string' ? to : to.source, typeof to !== 'string'] as const,
  )
  if (!found) throw new Error(`There is no link to ${String(to)}.`)
  return `a:is([href="${found}"], [href^="${found}?"]):visible`
}

declare global {
  var follow: () => Promise<void>
}

async function tasksOf(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

async function rest(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await setTimeout(restMs)
}
