import { expect, expectAccessible, expectReadable, preferTheme } from '../fixtures.ts'
import { test } from '../read-only.ts'

test('the confirmation of a move passes axe in both themes', async ({ page, signIn }) => {
  await signIn('account', '/sites/{site}/optimizer?confirm=bypass')
  const dialog = page.getByRole('dialog', { name: /^Bypass / })
  await expect(dialog.getByRole('textbox')).toBeFocused()
  await expect(dialog).toContainText('in the last hour')
  await expectAccessible(page)
  await preferTheme(page, 'dark')
  await expectReadable(page)
})
