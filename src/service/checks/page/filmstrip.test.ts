import { afterAll, expect, test } from 'vitest'
import { speedIndexes } from './filmstrip.ts'
import { html, page, pageTests } from './testing.ts'
import { never } from '../testing.ts'

const { site, browser, measureOne, close } = await pageTests()
afterAll(close)

/** What the screen shows of a page with a heading, which stays, and a part of that colour below. */
const colours = ['white', 'red', 'blue'] as const
type Colour = (typeof colours)[number]

test('the speed index ends when the page has settled, however long it is watched', async () => {
  await browser.use(async (opened) => {
    const context = await opened.newContext({ viewport: { width: 675, height: 470 } })
    const screen = await context.newPage()
    const blank = (await screen.screenshot({ type: 'jpeg' })).toString('base64')
    const shots = new Map<Colour, string>()
    for (const colour of colours) {
      await screen.setContent(`<h1>Shop</h1><div style="height: 300px; background: ${colour}"></div>`)
      shots.set(colour, (await screen.screenshot({ type: 'jpeg' })).toString('base64'))
    }
    await context.close()
    const view = (settled: number, ...changes: readonly (readonly [at: number, shown: Colour | 'nothing'])[]) => ({
      start: 0,
      settled,
      frames: changes.map(([wall, shown]) => ({ wall, data: shown === 'nothing' ? blank : (shots.get(shown) ?? '') })),
    })
    const banner = Array.from({ length: 14 }, (_, i) => [2300 + 2000 * i, i % 2 === 0 ? 'red' : 'blue'] as const)
    const [changing, late, tooLate, gone, onlyLate] = await speedIndexes(opened, [
      view(2300, ...banner),
      view(500, [500, 'white'], [2500, 'red'], [3500, 'blue']),
      view(500, [500, 'white'], [9000, 'red']),
      view(300, [300, 'red'], [2300, 'nothing']),
      view(300, [300, 'nothing'], [9000, 'red']),
    ])
    // JPEG isn't exact
    expect(changing).toBeCloseTo(2300, -1)
    // most of the page is there at 2,500 ms, and nothing is at 500
    expect(late).toBeGreaterThan(2000)
    expect(late).toBeLessThan(2500)
    expect(tooLate).toBeCloseTo(500, -1)
    expect(gone).toBeCloseTo(300, -1)
    expect(onlyLate).toBeCloseTo(9000, -1)
  }, never)
})

test('a page without content of its own has a speed index, and no score but a reason', async () => {
  const change = `setTimeout(() => (document.body.style.background = 'white'), 2000)`
  const port = await site({ '/': html(`<script>${change}</script>`, '<style>body { background: red }</style>') })
  const { metrics, issues } = await measureOne(page(`http://www.shop.test:${port}/`))
  expect(metrics).toMatchObject({ first_contentful_paint: null, service_score: null })
  expect(metrics.speed_index).toBeGreaterThan(0)
  expect(issues).toMatchObject([{ severity: 0, code: 'not-scored', message: expect.stringContaining('no contentful') }])
})
