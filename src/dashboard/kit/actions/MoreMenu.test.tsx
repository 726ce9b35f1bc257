import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MemoryRouter } from 'react-router'
import { MoreMenu } from './MoreMenu.tsx'

test('a menu is opened, walked through and closed with the keyboard, and the button gets the focus back', async () => {
  const chosen: string[] = []
  const item = (label: string) => ({ label, onSelect: () => void chosen.push(label) })
  await render(
    <MemoryRouter>
      <MoreMenu label="More about rule 2" items={[item('Edit…'), { label: 'History', to: '/h' }, item('Delete')]} />
      <button type="button">After</button>
    </MemoryRouter>,
  )
  const button = page.getByRole('button', { name: 'More about rule 2' })
  const menu = page.getByRole('menu', { name: 'More about rule 2' })
  const at = (name: string) => menu.getByRole('menuitem', { name })
  await button.click()
  await expect.element(button).toHaveAttribute('aria-expanded', 'true')
  await expect.element(at('Edit…')).toHaveFocus()
  for (const [key, name] of [
    ['ArrowDown', 'History'],
    ['ArrowDown', 'Delete'],
    ['ArrowDown', 'Edit…'],
    ['ArrowUp', 'Delete'],
    ['Home', 'Edit…'],
    ['End', 'Delete'],
  ] as const) {
    await userEvent.keyboard(`{${key}}`)
    await expect.element(at(name)).toHaveFocus()
  }
  await userEvent.keyboard('{Enter}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  expect(chosen).toEqual(['Delete'])
  await userEvent.keyboard('{Enter}')
  await expect.element(at('Edit…')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(menu).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(at('Edit…')).toHaveFocus()
  await page.getByRole('button', { name: 'After' }).click()
  await expect.element(menu).not.toBeInTheDocument()
  expect(chosen).toEqual(['Delete'])
})
