import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { ScriptedClock } from '../e2e/mock/clock.ts'
import { startMock } from '../e2e/mock/mock.ts'
import { chromiumArguments, requireChromium } from './chromium.ts'
import { root } from './tools.ts'

// Takes the README's screenshots, in the demo's world at a fixed time.
const clock = new ScriptedClock(Date.UTC(2026, 10, 21, 10))
const mock = await startMock({
  clock,
  size: { accounts: 420, daysOfSamples: 30, daysElsewhere: 1, trafficEverywhere: false },
})
const browser = await chromium.launch({ executablePath: requireChromium(), args: [...chromiumArguments] })
const folder = join(root, 'docs/images')
mkdirSync(folder, { recursive: true })

const account = `/accounts/${mock.account.id}`
const db = mock.service.services.database.db
const { id: site } = await db
  .selectFrom('sites')
  .select('id')
  .where('host', '=', 'www.fjordbikes.example')
  .executeTakeFirstOrThrow()
const { id: monitor } = await db
  .selectFrom('monitors')
  .select('id')
  .where('site_id', '=', site)
  .executeTakeFirstOrThrow()
const { id: sample } = await db
  .selectFrom('samples')
  .select('id')
  .where('monitor_id', '=', monitor)
  .orderBy('taken_at', 'desc')
  .executeTakeFirstOrThrow()

/** The path of each screenshot's page. A name that ends in `-dark` is taken in the dark theme. */
const screenshots = {
  accounts: '/accounts',
  site: `${account}/sites/${site}`,
  'site-dark': `${account}/sites/${site}`,
  traffic: `${account}/sites/${site}/traffic`,
  optimizer: `${account}/sites/${site}/optimizer`,
  'new-monitor': `${account}/monitors/new`,
  samples: `${account}/samples?profile=${monitor}&range=7d`,
  'sample-dark': `${account}/samples/${sample}`,
}

try {
  for (const scheme of ['light', 'dark'] as const) {
    const page = await signedIn(scheme)
    for (const [name, path] of Object.entries(screenshots)) {
      if (name.endsWith('-dark') !== (scheme === 'dark')) continue
      await page.goto(mock.url + path)
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: join(folder, `${name}.png`) })
      process.stdout.write(`docs/images/${name}.png\n`)
    }
  }
} finally {
  await browser.close()
  await mock.stop()
}

async function signedIn(colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    colorScheme,
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(clock.now())
  await page.goto(mock.url)
  await page.getByRole('textbox', { name: 'Partner ID' }).fill(mock.partner.id)
  await page.getByLabel('API key').fill(mock.partner.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Accounts' }).waitFor()
  return page
}
