import type { Page } from '@playwright/test'

/** Gives the window another size, in px, and waits until the page has its new layout. */
export async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  // what listens for the width renders in a frame, and has its layout in the next
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
}

/** Looks at the page as with a finger in place of a mouse. Afterwards nothing hovers until another document is loaded. */
export async function withTouch(page: Page, look: () => Promise<unknown>): Promise<void> {
  const emulation = await page.context().newCDPSession(page)
  await emulation.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  try {
    await look()
  } finally {
    await emulation.send('Emulation.setTouchEmulationEnabled', { enabled: false })
    await emulation.detach()
  }
}

/** The controls that a finger can't hit: what can be pressed is below 44 px. Links within sentences needn't be larger. */
export function smallControls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const least = 44
    const found = [
      ...document.querySelectorAll('button, a[href], select, summary, input:not([type="hidden"]), textarea'),
    ]
      .filter((control) => control.checkVisibility({ visibilityProperty: true }) && !control.matches('p a, [disabled]'))
      // marks on a time axis are as close as what they mark; the log of changes has the same links
      .filter((control) => !control.closest('[aria-label="Changes"]'))
      .filter((control) => getComputedStyle(control).clipPath === 'none')
      .map((control) => {
        const target = control.closest('label') ?? control.closest('.mantine-Input-wrapper') ?? control
        const { width, height } = target.getBoundingClientRect()
        // half a pixel is lost to rounding; a link is as wide as its words
        const isWide = width >= least - 0.5 || control.matches('a')
        const name = control.getAttribute('aria-label') ?? control.textContent?.trim().slice(0, 40)
        return isWide && height >= least - 0.5
          ? ''
          : `${control.tagName} ${name}: ${Math.round(width)} × ${Math.round(height)}`
      })
    return found.filter((text) => text !== '')
  })
}

/** Controls that another one covers where a finger aims: at the middle of their first line. */
export function coveredControls(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const kinds = 'button, a[href], select, summary, input:not([type="hidden"]), textarea, label'
    const name = (control: Element) => `${control.tagName} ${control.textContent?.trim().slice(0, 40)}`
    // a dialog covers what is behind it
    const shown = document.querySelector('[role="dialog"]') ?? document
    return [...shown.querySelectorAll(kinds)].flatMap((control) => {
      const [box] = control.getClientRects()
      const hit = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)?.closest(kinds)
      if (!hit || hit.contains(control) || control.contains(hit)) return []
      // one is shown only while it is focused, and what is under a bar can be scrolled away from it
      if (getComputedStyle(control).clipPath !== 'none' || hit.closest('nav')) return []
      return [`${name(control)} under ${name(hit)}`]
    })
  })
}

/** What axe and people take for a table. */
export const tables = 'table, [role="table"]'

/** Tables that hide more of their columns than rounding does, by how many pixels. */
export function hiddenByTables(page: Page): Promise<readonly string[]> {
  return page.locator(tables).evaluateAll((all) =>
    all
      .map((table) => [table, table.scrollWidth - (table.parentElement?.clientWidth ?? 0)] as const)
      .filter(([, hidden]) => hidden >= 2)
      .map(([table, hidden]) => `${table.getAttribute('aria-label')}: ${hidden} px`),
  )
}

/** On a phone, the rows of lists that take more than two lines; of sites, which have their figures in a third, more than three. */
export function tallRows(page: Page): Promise<readonly string[]> {
  const lists = page.getByRole('table', { name: /^(?:Sites|Accounts|Monitors|Tests|Changes|Incidents)$/ })
  // the host that a record names by mistake may wrap
  return lists
    .getByRole('row')
    .filter({ hasNotText: 'DNS points elsewhere' })
    .evaluateAll((rows) =>
      rows.flatMap((row) => {
        const tops = [...row.querySelectorAll('td, [role="cell"]')]
          .filter((cell) => cell.checkVisibility() && (cell.textContent ?? '').trim() !== '')
          .map((cell) => Math.round(cell.getBoundingClientRect().top / 12))
        const { height } = row.getBoundingClientRect()
        const lines = new Set(tops).size
        const [most, tall] = row.closest('[aria-label="Sites"]') ? [3, 90] : [2, 80]
        return lines > most || height >= tall ? [`${row.textContent?.slice(0, 60)}: ${lines} lines, ${height} px`] : []
      }),
    )
}
