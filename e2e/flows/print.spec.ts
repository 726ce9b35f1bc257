import type { Page } from '@playwright/test'
import { expect, heading } from '../fixtures.ts'
import { test } from '../read-only.ts'

/** How many sheets of A4 a page takes. */
async function sheets(page: Page): Promise<number> {
  const pdf = await page.pdf({ format: 'A4' })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

/** Whether anything is cut off at the right edge of an A4 sheet with its margins, whose width is given at 96 dpi. */
async function expectWhole(page: Page): Promise<void> {
  await page.setViewportSize({ width: 703, height: 1000 })
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0)
  for (const table of await page.getByRole('table').all()) {
    const cut = await table.evaluate((element) => {
      const frame = element.parentElement
      return frame === null ? 0 : frame.scrollWidth - frame.clientWidth
    })
    expect(cut).toBeLessThanOrEqual(1)
  }
}

test('a site is printed on one sheet, without the frame and whatever the theme', async ({ page, ids, signIn }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await signIn('account', '/sites/{site}')
  await expect(page.getByRole('table', { name: 'Latest samples' })).toBeVisible()
  await expect(page.getByRole('table', { name: 'Latest samples' }).getByRole('row')).toHaveCount(5)
  // what has just come may not be drawn yet
  await expect.poll(() => sheets(page)).toBe(1)

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(heading(page, 'www.fjordbikes.example')).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(1)
  await expect(page.getByRole('banner')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Latest samples' }).getByRole('row')).toHaveCount(5)
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('radio', { name: '48 h' })).toHaveCount(0)
  await expect(page.getByText('48 h', { exact: true }).first()).toBeVisible()
  await expectWhole(page)

  await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
  await expect(page.locator('body')).not.toHaveCSS('background-color', 'rgb(255, 255, 255)')
  await expect(page.getByRole('banner')).toBeVisible()

  // a zoomed one without the ranges that it doesn't show
  await page.goto(`/sites/${ids.site}?from=2026-11-20T06:00:00.000Z&to=2026-11-20T18:00:00.000Z`)
  const ranges = page.getByRole('radiogroup')
  await expect(ranges.first()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('img', { name: /^Requests answered/ })).toBeVisible()
  await expect(ranges).toHaveCount(0)
})

test('every column of a list is on the paper', async ({ page, ids, signIn }) => {
  await signIn('partner', '/')
  for (const path of ['/', '/accounts', `/accounts/${ids.account}/incidents`, `/accounts/${ids.account}/monitors`]) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(path)
    await expect(page.getByRole('table').first()).toBeVisible()
    await page.emulateMedia({ media: 'print' })
    await expectWhole(page)
    for (const header of await page.getByRole('columnheader').all())
      if ((await header.textContent()) !== 'Select') expect(await header.innerText(), path).not.toBe('')
  }
})

/** What a person would miss on a sheet: text, tables and charts that are cut off, or reach beyond its edge. */
function cutOff(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth
    const shown = [...document.querySelectorAll<HTMLElement>('main *')].filter((element) => element.checkVisibility())
    const isClipped = (element: HTMLElement) => {
      const { overflowX, overflowY, clipPath, textOverflow } = getComputedStyle(element)
      // words for screen readers only, and switches
      if (element.clientWidth <= 1 || element.textContent === '' || clipPath !== 'none' || textOverflow === 'ellipsis')
        return false
      const across = overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1
      return across || (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1)
    }
    return shown
      .filter((element) => {
        const isChart = element.matches('svg, canvas, [role="img"], table, [role="table"]')
        return isClipped(element) || (isChart && element.getBoundingClientRect().right > edge + 1)
      })
      .map((element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 60)}`)
  })
}

test('a rule is printed with what its form says', async ({ page, signIn }) => {
  await signIn('account', '/alerts')
  await expect(page.getByRole('columnheader', { name: 'Actions' }).last()).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('columnheader', { name: 'Actions' })).toHaveCount(0)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('table', { name: 'Rules' }).getByRole('link', { name: 'On call' }).click()
  await expect(heading(page, 'On call')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('https://hooks.example/on-call')
  await expect(page.getByRole('textbox', { name: 'Address' })).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Rule is on' })).toBeVisible()
  await expectWhole(page)
})

test('the explorer names on paper whose samples these are', async ({ page, signIn }) => {
  await signIn('account', '/samples?profile={slow}&issue=low-score')
  await expect(page.getByRole('table', { name: 'Samples' })).toBeVisible()
  const add = page.getByRole('combobox', { name: 'Add metric' })
  const howTo = page.getByText(/^Drag to zoom in/)
  await expect(add).toBeVisible()
  await expect(howTo).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expectWhole(page)
  await expect(page.getByText('Checkout on 3G · all locations')).toBeVisible()
  await expect(page.getByText('Low page score', { exact: true }).first()).toBeVisible()
  await expect(add).toBeHidden()
  await expect(howTo).toBeHidden()
  expect(await cutOff(page)).toEqual([])
})

for (const [name, role, path, shown] of [
  ['a sample', 'account', '/samples/{sample}', /^Requests of/],
  ['a comparison', 'account', '/samples/compare?id={sample}&id={before}', /Requests/],
  ['traffic', 'account', '/sites/{site}/traffic', /^Requests answered/],
  ['advanced settings', 'account', '/sites/{site}/settings/advanced', /./],
  ['an incident', 'partner', '/accounts/{faulty}/incidents/{outage}', /by location, around the incident$/],
] as const) {
  test(`${name} is whole on paper, without the frame and what can be pressed`, async ({ page, signIn }) => {
    await signIn(role, path)
    await expect(heading(page, /./)).toBeVisible()
    await expect(
      page
        .getByRole('table', { name: shown })
        .or(page.getByRole('img', { name: shown }))
        .first(),
    ).toBeVisible()
    await page.waitForLoadState('networkidle')
    await page.emulateMedia({ media: 'print' })
    await page.setViewportSize({ width: 703, height: 1000 })
    await expect(page.getByRole('banner')).toBeHidden()
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden()
    await expect(page.locator('main button:visible:not(:is(td, th, [role="cell"]) button, :has(> img))')).toHaveCount(0)
    await expect.poll(() => cutOff(page)).toEqual([])
    await expectWhole(page)
  })
}
