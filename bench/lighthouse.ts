import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import lighthouse, { type RunnerResult } from 'lighthouse'
import { systemClock } from '../src/service/world/world.ts'
import { startMock } from '../e2e/mock/mock.ts'
import { chromiumArguments, findChromiumForTests, requireChromium } from '../scripts/chromium.ts'
import { printTable, timesOf, type Row } from './measure.ts'

const runs = 5
/** A trace without its beginning says nothing of the page, so that run is tried again, this often in all. */
const attempts = 4
const startMs = 60_000

interface Page {
  readonly name: string
  readonly path: string
  /** Minimum performance score. Accessibility and best practices have to be 100 everywhere. */
  readonly performance: number
}

/** What the performance score is made of, ms but for the layout shift. */
const parts = [
  { id: 'largest-contentful-paint', name: 'largest paint', digits: 0, limit: '' },
  { id: 'total-blocking-time', name: 'blocking time', digits: 0, limit: '' },
  { id: 'cumulative-layout-shift', name: 'layout shift', digits: 3, limit: '0.000' },
] as const

const mock = await startMock({
  clock: systemClock,
  size: { accounts: 200, daysOfSamples: 30, daysElsewhere: 1, trafficEverywhere: false },
})
const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'))
const browser = await chromium.launchPersistentContext(profile, {
  // one with windows takes much of two cores for itself
  executablePath: findChromiumForTests() ?? requireChromium(),
  args: [...chromiumArguments, '--remote-debugging-port=0'],
})
try {
  const debuggingPort = await debuggingPortOf(profile)
  const { id: site } = await mock.service.services.database.db
    .selectFrom('sites')
    .select('id')
    .where('host', '=', 'www.fjordbikes.example')
    .executeTakeFirstOrThrow()
  const rows = await measurePage({ name: 'sign-in', path: '/sign-in', performance: 98 }, debuggingPort)
  await signIn()
  rows.push(...(await measurePage({ name: 'account list', path: '/accounts', performance: 97 }, debuggingPort)))
  rows.push(
    ...(await measurePage(
      { name: 'site page', path: `/accounts/${mock.account.id}/sites/${site}`, performance: 97 },
      debuggingPort,
    )),
  )
  process.exitCode = printTable(`Lighthouse, simulated mobile, median of ${runs}`, rows) ? 0 : 1
} finally {
  await browser.close()
  await mock.stop()
  rmSync(profile, { recursive: true, force: true })
}

/** The port that Chromium has taken. It says so in its profile, once it listens. */
async function debuggingPortOf(folder: string): Promise<number> {
  for (const end = Date.now() + startMs; Date.now() < end; await setTimeout(100)) {
    try {
      const [port] = readFileSync(join(folder, 'DevToolsActivePort'), 'utf8').split('\n')
      if (port) return Number(port)
    } catch {
      // not there yet
    }
  }
  throw new Error(`Chromium opened no port for debugging within ${startMs / 1000} s.`)
}

async function measurePage({ name, path, performance }: Page, port: number): Promise<Row[]> {
  const reports: RunnerResult['lhr'][] = []
  const categories = ['performance', 'accessibility', 'best-practices']
  for (let i = 0; i < runs; i++) reports.push(await run(mock.url + path, categories, port))
  const medianOf = (value: (report: RunnerResult['lhr']) => number | null | undefined) =>
    timesOf(reports.map((report) => value(report) ?? 0)).median
  return [
    ...categories.map((category) => {
      const median = Math.round(medianOf((report) => report.categories[category]?.score) * 100)
      const min = category === 'performance' ? performance : 100
      return { what: `${name}: ${category}`, median: String(median), limit: `at least ${min}`, ok: median >= min }
    }),
    // Lighthouse’s measure of the machine, on which the times depend
    {
      what: `${name}: benchmark index`,
      median: medianOf((report) => report.environment.benchmarkIndex).toFixed(0),
      limit: '',
      ok: true,
    },
    ...parts.map(({ id, name: part, digits, limit }) => {
      const median = medianOf((report) => report.audits[id]?.numericValue).toFixed(digits)
      return { what: `${name}: ${part}`, median, limit, ok: limit === '' || median === limit }
    }),
  ]
}

/** One run of Lighthouse. @throws if it measured nothing, again and again */
async function run(url: string, onlyCategories: string[], port: number): Promise<RunnerResult['lhr']> {
  for (let attempt = 1; ; attempt++) {
    // the session is in the browser's storage
    const result = await lighthouse(url, { port, onlyCategories, disableStorageReset: true, logLevel: 'error' })
    if (!result) throw new Error('Lighthouse returned nothing.')
    const { runtimeError } = result.lhr
    if (!runtimeError) return result.lhr
    if (runtimeError.code !== 'NO_NAVSTART' || attempt === attempts) throw new Error(runtimeError.message)
  }
}

/** Stays signed in on this device, because Lighthouse opens its own tab. */
async function signIn(): Promise<void> {
  const page = await browser.newPage()
  await page.goto(`${mock.url}/sign-in?by=key`)
  await page.getByRole('textbox', { name: 'Partner or account ID' }).fill(mock.partner.id)
  await page.getByLabel('API key').fill(mock.partner.key)
  await page.getByRole('checkbox', { name: /Keep me signed in/ }).check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fleet' }).waitFor()
  await page.close()
}
