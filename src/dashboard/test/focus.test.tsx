import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAccounts, listMonitors, userTransparent } from '../../contract/index.ts'
import { aMonitor, anAccount, onePage, siteId } from './records.ts'
import { renderPage } from './render-page.tsx'
import { serviceWith } from './service-with.ts'

const maxTabs = 60
const button = (name: string) => page.getByRole('button', { name, exact: true })
const dialog = page.getByRole('dialog')
const heading = page.getByRole('heading', { level: 1 })

/** Presses Tab until a button has the focus. */
async function tabTo(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible()
  for (let i = 0; i < maxTabs && document.activeElement !== button(name).element(); i++)
    await userEvent.keyboard('{Tab}')
  expect(document.activeElement).toBe(button(name).element())
}

test('a control that is gone leaves the focus with the one before it', async () => {
  const service = serviceWith().answer(listAccounts, ({ query }) =>
    Response.json(onePage({ accounts: query.has('search_term') ? [] : [anAccount()] })),
  )
  await renderPage('/accounts?search_term=nobody', service)
  await tabTo('Show all accounts')
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}')
  const before = document.activeElement
  await userEvent.keyboard('{Tab}')
  await expect.element(button('Show all accounts')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Show all accounts')).not.toBeInTheDocument()
  await expect.poll(() => document.activeElement).toBe(before)
})

test('a toast that is gone leaves the focus with the heading', async () => {
  const service = serviceWith().reply(userTransparent, { site_id: siteId, optimizer: 'transparent' })
  await renderPage(`/sites/${siteId}/optimizer`, service, 'user')
  await tabTo('Go transparent')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Undo')).toBeVisible()
  // its label isn't cut off
  const undo = button('Undo').element()
  expect(undo.scrollWidth - undo.clientWidth).toBe(0)
  await tabTo('Dismiss')
  await userEvent.keyboard('{Enter}')
  await expect.element(button('Undo')).not.toBeInTheDocument()
  await expect.element(heading).toHaveFocus()
})

test('a shortcut works in a checkbox, which takes no text', async () => {
  const rows = [aMonitor()]
  await renderPage('/monitors', serviceWith().reply(listMonitors.user, onePage({ rows })), 'user')
  const box = page.getByRole('checkbox', { name: 'Select Home' })
  await expect.element(box).toBeVisible()
  box.element().focus()
  await userEvent.keyboard('/')
  const search = page.getByRole('searchbox', { name: 'Search by name' })
  await expect.element(search).toHaveFocus()
  await userEvent.keyboard('a/?r')
  await expect.element(search).toHaveValue('a/?r')
})

/** Opens a dialog with the keyboard, and waits until it has the focus. */
async function open(name: string): Promise<void> {
  await expect.element(button(name)).toBeVisible()
  button(name).element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog).toBeVisible()
  await expect.poll(() => dialog.element().contains(document.activeElement)).toBe(true)
}

test('closing a dialog returns the focus', async () => {
  await renderPage(`/sites/${siteId}/cache`, serviceWith(), 'user')
  for (const name of ['Flush cache…', 'Paste paths or CSV…']) {
    for (const way of ['Escape', 'Cancel']) {
      await open(name)
      if (way === 'Escape') await userEvent.keyboard('{Escape}')
      else await dialog.getByRole('button', { name: 'Cancel' }).click()
      await expect.element(dialog).not.toBeInTheDocument()
      await expect.element(button(name)).toHaveFocus()
    }
  }
  // also after a dialog opened by a shortcut
  for (const keys of ['?', '{Control>}k{/Control}']) {
    await userEvent.keyboard(keys)
    await expect.element(dialog).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(button('Paste paths or CSV…')).toHaveFocus()
  }
  await page.getByRole('link', { name: 'Optimizer', exact: true }).click()
  await open('Bypass…')
  await userEvent.keyboard('{Escape}')
  await expect.element(button('Bypass…')).toHaveFocus()
})

test('a dialog opened by its address leaves the focus with the heading', async () => {
  await renderPage(`/sites/${siteId}/cache?dialog=flush`, serviceWith(), 'user')
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(heading).toHaveFocus()
})
