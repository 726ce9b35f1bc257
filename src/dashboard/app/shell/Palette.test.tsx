import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

const press = (key: string, ctrlKey = false) =>
  document.body.dispatchEvent(
    new KeyboardEvent('keydown', { key, code: `Key${key.toUpperCase()}`, ctrlKey, bubbles: true }),
  )

/** Runs at the moment the page has a heading, before the browser paints it. */
function onceThereIsAHeading(run: () => void): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('h1')) return
    observer.disconnect()
    run()
  })
  observer.observe(document.body, { childList: true, subtree: true })
}

test('opens for a shortcut pressed as soon as the page is there', async () => {
  onceThereIsAHeading(() => press('k', true))
  await renderPage('/accounts', serviceWith())
  await expect.element(page.getByRole('dialog').getByRole('combobox')).toHaveFocus()
})

test('opens again for a shortcut that follows Escape at once, and takes what is typed', async () => {
  await renderPage('/accounts', serviceWith())
  const field = page.getByRole('dialog').getByRole('combobox')
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  press('k', true)
  await expect.element(field).toHaveFocus()
  press('Escape')
  // events follow each other, but no frame and no timer comes between
  await Promise.resolve()
  press('k', true)
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('alerts')
  await expect.element(field).toHaveValue('alerts')
  await expect.element(page.getByRole('option', { name: 'Alerts, all accounts' })).toBeVisible()
})
