import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import lighthouse from 'lighthouse'
import { systemClock } from '../src/service/world.ts'
import { startMock } from '../e2e/mock/mock.ts'
import { chromiumArguments, requireChromium } from '../scripts/chromium.ts'
import { printTable, type Row } from './measure.ts'

const runs = 3
const debuggingPort = 20_000 + Math.floor(Math.random() * 20_000)

interface Page {
  readonly name: string
  readonly path: string
  /** Minimum performance score. Accessibility and best practices have to be 100 everywhere. */
  readonly performance: number
}

const mock = await startMock({
  clock: systemClock,
  size: { accounts: 200, daysOfSamples: 30, daysElsewhere: 1, trafficEverywhere: false },
})
const profile = mkdtempSync(join(tmpdir(), 'lighthouse-'))
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: requireChromium(),
  args: [...chromiumArguments, `--remote-debugging-port=${debuggingPort}`],
})
try {
  const { id: site } = await mock.service.services.database.db
    .selectFrom('sites')
    .select('id')
    .where('host', '=', 'www.fjordbikes.example')
    .executeTakeFirstOrThrow()
  const rows = await measurePage({ name: 'sign-in', path: '/sign-in', performance: 95 })
  await signIn()
  rows.push(...(await measurePage({ name: 'account list', path: '/accounts', performance: 90 })))
  rows.push(
    ...(await measurePage({ name: 'site page', path: `/accounts/${mock.account.id}/sites/${site}`, performance: 90 })),
  )
  process.exitCode = printTable(`Lighthouse, simulated mobile, median of ${runs}`, rows) ? 0 : 1
} finally {
  await browser.close()
  await mock.stop()
  rmSync(profile, { recursive: true, force: true })
}

async function measurePage({ name, path, performance }: Page): Promise<Row[]> {
  const scores = { performance: [] as number[], accessibility: [] as number[], 'best-practices': [] as number[] }
  for (let i = 0; i < runs; i++) {
    const result = await lighthouse(mock.url + path, {
      port: debuggingPort,
      onlyCategories: Object.keys(scores),
      // the session is in the browser's storage
      disableStorageReset: true,
      logLevel: 'error',
    })
    if (result?.lhr.runtimeError) throw new Error(result.lhr.runtimeError.message)
    for (const [category, list] of Object.entries(scores))
      list.push(Math.round((result?.lhr.categories[category]?.score ?? 0) * 100))
  }
  return Object.entries(scores).map(([category, list]) => {
    const median = list.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0
    const min = category === 'performance' ? performance : 100
    return { what: `${name}: ${category}`, median: String(median), limit: `at least ${min}`, ok: median >= min }
  })
}

/** Stays signed in on this device, because Lighthouse opens its own tab. */
async function signIn(): Promise<void> {
  const page = await browser.newPage()
  await page.goto(mock.url)
  await page.getByRole('textbox', { name: 'Partner ID' }).fill(mock.partner.id)
  await page.getByLabel('API key').fill(mock.partner.key)
  await page.getByRole('checkbox', { name: /Keep me signed in/ }).check()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fleet' }).waitFor()
  await page.close()
}
