import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { siteId } from './records.ts'
import { accountId, renderPage } from './render-page.tsx'
import { serviceWith } from './service-with.ts'

const account = `/accounts/${accountId}`
const restored = page.getByText('What you entered before is back.')
const drafts = () => Object.keys(sessionStorage).filter((name) => name.includes('draft'))

test.each([
  [`${account}/sites/new`, 'Host', 'new.fjordbikes.example'],
  [`${account}/sites/${siteId}/host`, 'New host', 'b.fjord.example'],
  [`${account}/account/email`, 'New email', 'a@fjord.example'],
])(
  'the form at %s is restored when it is opened again, until cancelled or started over',
  async (address, label, typed) => {
    const field = page.getByRole('textbox', { name: label })
    const { unmount } = await renderPage(address, serviceWith())
    await field.fill(typed)
    await expect.poll(drafts).toHaveLength(1)
    await unmount()
    await renderPage(address, serviceWith())
    await expect.element(restored).toBeVisible()
    await expect.element(field).toHaveValue(typed)
    await page.getByRole('button', { name: 'Start over' }).click()
    await expect.element(field).toHaveValue('')
    await expect.element(restored).not.toBeInTheDocument()
    expect(drafts()).toEqual([])
    await field.fill(typed)
    await expect.poll(drafts).toHaveLength(1)
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect.element(field).not.toBeInTheDocument()
    expect(drafts()).toEqual([])
  },
)
