import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { flowStart, flowSize, keepSession } from '../e2e/fixtures.ts'
import { ScriptedClock } from '../e2e/mock/clock.ts'
import { startMock } from '../e2e/mock/mock.ts'
import { openPicture, pictures, structureOf } from '../e2e/pictures.ts'
import { chromiumArguments, requireChromium } from './chromium.ts'
import { root } from './tools.ts'

// Takes the README's pictures in the world of the flows, and keeps the headings and columns of each page beside them.
const clock = new ScriptedClock(flowStart)
const browser = await chromium.launch({ executablePath: requireChromium(), args: [...chromiumArguments] })
const folder = join(root, 'docs/images')
mkdirSync(folder, { recursive: true })

const structures: Record<string, string[]> = {}
try {
  for (const [name, picture] of Object.entries(pictures)) {
    const mock = await startMock({ clock, size: flowSize })
    const context = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      colorScheme: picture.scheme,
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    const page = await context.newPage()
    await page.clock.setFixedTime(clock.now())
    await keepSession(page, mock, picture.role)
    await openPicture(page, mock, picture)
    await page.screenshot({ path: join(folder, `${name}.png`) })
    structures[name] = await structureOf(page)
    process.stdout.write(`docs/images/${name}.png\n`)
    await context.close()
    await mock.stop()
  }
} finally {
  await browser.close()
}
writeFileSync(join(folder, 'structure.json'), `${JSON.stringify(structures, null, 2)}\n`)
