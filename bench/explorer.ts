import { chromium, type CDPSession, type Page } from '@playwright/test'
import { startMock } from '../e2e/mock/mock.ts'
import { seedMany } from './seed-many.ts'
import { chromiumArguments, requireChromium } from '../scripts/chromium.ts'
import { systemClock } from '../src/service/world/world.ts'
import { printTable, timed, timesOf, type Row } from './measure.ts'

const samples = 100_000
const loads = 5
/** Ten different ranges. */
const rangeChanges = [
  ['radio', '24 h'],
  ['radio', '7 d'],
  ['button', 'Earlier'],
  ['button', 'Earlier'],
  ['button', 'Earlier'],
  ['button', 'Zoom out'],
  ['button', 'Later'],
  ['button', 'Zoom out'],
  ['radio', '30 d'],
  ['button', 'Earlier'],
] as const
const limits = { firstChart: 1000, frame: 33.3, memory: 200, waterfall: 300, longTask: 50 }

/** What the page records about itself; `mark` is when the awaited element first appeared. */
interface Watch {
  mark: number
  frames: number[]
  longFrames: number[]
  longTasks: number[]
}
declare global {
  var watch: Watch
}

const mock = await startMock({
  clock: systemClock,
  size: { accounts: 30, daysOfSamples: 2, daysElsewhere: 0.1, trafficEverywhere: false },
})
const browser = await chromium.launch({ executablePath: requireChromium(), args: [...chromiumArguments] })
try {
  const many = await seedMany(mock.service.services, mock.account.id, samples)
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.addInitScript(watchFrames)
  await signIn(page)
  const cdp = await page.context().newCDPSession(page)
  const address = `${mock.url}/samples?range=30d&profile=${many}`

  const firstCharts: number[] = []
  for (let i = 0; i < loads; i++) firstCharts.push(await firstChart(page, address))
  const rows: Row[] = [
    timed(`first chart after the reply, ${samples.toLocaleString('en-US')} samples`, timesOf(firstCharts), {
      median: limits.firstChart,
    }),
  ]
  await page.getByText(/· showing /).waitFor()
  rows.push(...frames('hovering', await during(page, () => hover(page))))
  rows.push(...frames('panning', await during(page, () => pan(page))))

  await page.goto(address)
  for (const [role, name] of rangeChanges) {
    await page.getByRole(role, { name, exact: true }).click({ force: true })
    await page.getByText(/· showing /).waitFor()
    await page.waitForLoadState('networkidle')
  }
  rows.push(await memory(cdp, `memory after ${rangeChanges.length} range changes`))

  await page.goto(address)
  await page.getByRole('button', { name: 'Load all' }).click({ timeout: 120_000 })
  await page.getByText('· showing all').waitFor({ timeout: 300_000 })
  rows.push(...frames('hovering over every sample', await during(page, () => hover(page))))
  rows.push(await memory(cdp, 'memory with every sample fetched'))

  const sample = await everythingSample()
  const opened: number[] = []
  for (let i = 0; i < loads; i++) opened.push(await openWaterfall(page, sample))
  rows.push(timed('waterfall of 500 requests, from the click', timesOf(opened), { median: limits.waterfall }))
  await page.waitForLoadState('networkidle')
  const { longTasks } = await during(page, () => scrollWaterfall(page))
  const longest = Math.max(0, ...longTasks)
  rows.push({
    what: 'longest task while scrolling it',
    median: longest === 0 ? 'none long' : `${longest.toFixed(0)} ms`,
    limit: `${limits.longTask} ms`,
    ok: longest <= limits.longTask,
  })
  process.exitCode = printTable('Sample explorer in Chromium, against the mock', rows) ? 0 : 1
} finally {
  await browser.close()
  await mock.stop()
}

/** Runs in the page: records frames, long animation frames and long tasks from the first script on. */
function watchFrames(): void {
  globalThis.watch = { mark: 0, frames: [], longFrames: [], longTasks: [] }
  const observe = (type: string, into: number[]) =>
    new PerformanceObserver((list) => into.push(...list.getEntries().map(({ duration }) => duration))).observe({ type })
  observe('long-animation-frame', globalThis.watch.longFrames)
  observe('longtask', globalThis.watch.longTasks)
  let last = performance.now()
  const frame = (now: number) => {
    globalThis.watch.frames.push(now - last)
    last = now
    const isThere =
      document.querySelector('[role=application] svg path') ??
      document.querySelector('[aria-label^="Requests of"] [role=row]:nth-child(10)')
    if (isThere && globalThis.watch.mark === 0) globalThis.watch.mark = performance.now()
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

async function signIn(page: Page): Promise<void> {
  await page.goto(`${mock.url}/sign-in?by=key`)
  await page.getByRole('textbox', { name: 'Partner or account ID' }).fill(mock.account.id)
  await page.getByLabel('API key').fill(mock.account.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Sites' }).waitFor()
}

/** Milliseconds from the end of the series' reply to the frame that first shows the percentiles. */
async function firstChart(page: Page, address: string): Promise<number> {
  await page.goto(address)
  await page.waitForFunction(() => globalThis.watch.mark > 0)
  return page.evaluate(() => {
    const replies = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/samples/series'))
    const [first] = replies.map((entry) => entry.responseEnd)
    return globalThis.watch.mark - (first ?? 0)
  })
}

async function during(page: Page, run: () => Promise<void>): Promise<Watch> {
  await page.evaluate(() => {
    for (const list of [globalThis.watch.frames, globalThis.watch.longFrames, globalThis.watch.longTasks])
      list.length = 0
  })
  await run()
  return page.evaluate(() => globalThis.watch)
}

/** The limit applies to the median: 33 ms a frame is 30 frames a second. Long animation frames take over 50 ms. */
function frames(what: string, { frames: all, longFrames }: Watch): Row[] {
  return [
    timed(`${what}, a frame`, timesOf(all), { median: limits.frame }),
    {
      what: `${what}, share of long frames`,
      median: `${((100 * longFrames.length) / Math.max(1, all.length)).toFixed(1)} %`,
      limit: 'at most 5 %',
      ok: longFrames.length <= 0.05 * all.length,
    },
  ]
}

async function boxOf(page: Page) {
  const box = await page.getByRole('application').boundingBox()
  if (!box) throw new Error('The chart is not visible.')
  return box
}

async function hover(page: Page): Promise<void> {
  const { x, y, width, height } = await boxOf(page)
  for (let i = 0; i <= 150; i++) {
    await page.mouse.move(x + 80 + ((width - 90) * i) / 150, y + height * (0.4 + 0.3 * Math.sin(i / 6)))
  }
}

async function pan(page: Page): Promise<void> {
  const { x, y, width, height } = await boxOf(page)
  await page.keyboard.down('Shift')
  await page.mouse.move(x + width * 0.3, y + height / 2)
  await page.mouse.down()
  for (let i = 0; i <= 150; i++) await page.mouse.move(x + width * (0.3 + (0.5 * i) / 150), y + height / 2)
  await page.mouse.up()
  await page.keyboard.up('Shift')
}

async function memory(cdp: CDPSession, what: string): Promise<Row> {
  await cdp.send('HeapProfiler.collectGarbage')
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await cdp.send('Runtime.getHeapUsage')
  const used = (usedSize + embedderHeapUsedSize + backingStorageSize) / 1e6
  return { what, median: `${used.toFixed(1)} MB`, limit: `${limits.memory} MB`, ok: used <= limits.memory }
}

async function everythingSample(): Promise<string> {
  const { id } = await mock.service.services.database.db
    .selectFrom('samples')
    .innerJoin('monitors', 'monitors.id', 'samples.monitor_id')
    .select('samples.id')
    .where('monitors.name', '=', 'Everything page')
    .orderBy('samples.taken_at', 'desc')
    .executeTakeFirstOrThrow()
  return id
}

/** Milliseconds from the click on a sample's link until its waterfall is visible. */
async function openWaterfall(page: Page, sample: string): Promise<number> {
  await page.goto(`${mock.url}/samples/compare?id=${sample}`)
  const link = page.getByRole('columnheader').getByRole('link').first()
  await link.waitFor()
  await page.waitForLoadState('networkidle')
  return page.evaluate(async () => {
    const head = [...document.querySelectorAll<HTMLAnchorElement>('th a')].at(0)
    const began = performance.now()
    head?.click()
    for (;;) {
      await new Promise(requestAnimationFrame)
      const is = document.querySelector('[aria-label="Requests of Filmstrip and waterfall"] [role=row]:nth-child(10)')
      if (is) return performance.now() - began
    }
  })
}

async function scrollWaterfall(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Filmstrip and waterfall' }).hover()
  for (let i = 0; i < 100; i++) await page.mouse.wheel(0, 120)
}
