import { expect, type Locator, type Page } from '@playwright/test'

/** Selects a part of a chart with the mouse, from one share of its width to another. `series` is in its tooltip. */
export async function selectPart(page: Page, chart: Locator, series: RegExp, from: number, to: number): Promise<void> {
  await expect(chart.locator('svg')).toBeVisible()
  // content above the chart still moves it
  await page.waitForLoadState('networkidle')
  await chart.scrollIntoViewIfNeeded()
  const box = await chart.boundingBox()
  if (!box) throw new Error('the chart isn’t displayed')
  const y = box.y + box.height / 2
  const at = (share: number) => box.x + box.width * share
  await page.mouse.move(at(from - 0.02), y)
  await page.mouse.move(at(from), y, { steps: 3 })
  await expect(page.getByText(series).first()).toBeVisible()
  await page.mouse.down()
  await page.mouse.move(at((from + to) / 2), y, { steps: 4 })
  await page.mouse.move(at(to), y, { steps: 4 })
  await expect(chart.locator('[data-dragged]')).toBeVisible()
  await page.mouse.up()
}
