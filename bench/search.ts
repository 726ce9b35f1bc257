import { chromium } from '@playwright/test'
import { startMock } from '../e2e/mock/mock.ts'
import { chromiumArguments, requireChromium } from '../scripts/chromium.ts'
import { systemClock } from '../src/service/world/world.ts'
import { printTable, type Row } from './measure.ts'

/** CPU throttling: the page runs this many times slower than the machine. */
const slowdown = 4
/** Milliseconds. */
const maxLongTask = 50
/** Words that match most accounts, some, and none, so that full, short and empty pages follow each other. */
const words = ['example', 'studio', 'nobody at all', 'a']

declare global {
  var longTasks: number[]
}

const mock = await startMock({
  clock: systemClock,
  size: { accounts: 500, daysOfSamples: 1, daysElsewhere: 0.1, trafficEverywhere: false },
})
const browser = await chromium.launch({ executablePath: requireChromium(), args: [...chromiumArguments] })
try {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${mock.url}/sign-in?by=key`)
  await page.getByRole('textbox', { name: 'Partner or account ID' }).fill(mock.partner.id)
  await page.getByLabel('API key').fill(mock.partner.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fleet' }).waitFor()
  await page.goto(`${mock.url}/accounts?per_page=100`)
  await page.getByRole('row').nth(100).waitFor()
  await page.waitForLoadState('networkidle')

  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.evaluate(() => {
    globalThis.longTasks = []
    new PerformanceObserver((list) => {
      globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask' })
  })
  const search = page.getByRole('searchbox', { name: /search/i })
  const rows: Row[] = []
  for (const word of words) {
    await page.evaluate(() => (globalThis.longTasks.length = 0))
    await search.pressSequentially(word, { delay: 120 })
    await page.waitForLoadState('networkidle')
    for (let i = 0; i < word.length; i++) await search.press('Backspace', { delay: 60 })
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(500)
    const tasks = await page.evaluate(() => globalThis.longTasks)
    const longest = Math.max(0, ...tasks)
    rows.push({
      what: `typing “${word}” and deleting it, longest task`,
      median: longest === 0 ? 'none long' : `${longest.toFixed(0)} ms`,
      limit: `${maxLongTask} ms`,
      ok: longest <= maxLongTask,
    })
  }
  process.exitCode = printTable(`Account list of 100 rows, ${slowdown} times slower`, rows) ? 0 : 1
} finally {
  await browser.close()
  await mock.stop()
}
