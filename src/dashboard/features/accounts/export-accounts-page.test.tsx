import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { listAccounts } from '../../../contract/index.ts'
import { faults } from '../../test/faults.ts'
import { anAccount, onePage } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'
import type { StubService } from '../../test/stub-service.ts'

const start = page.getByRole('button', { name: 'Export CSV' })
const alert = page.getByRole('alert').filter({ hasText: 'nothing was exported' })

/** Lists a search's accounts until the export begins. */
async function opened(): Promise<StubService> {
  const service = serviceWith()
  await renderPage('/accounts?search_term=studio', service)
  await expect.element(page.getByRole('table', { name: 'Accounts' })).toBeVisible()
  return service
}

test('an export that fails says why, and continues on retry', async () => {
  const download = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const service = await opened()
  service.refuse(listAccounts, { status: 500, error: 'The service failed.' })
  await start.click()
  await expect.element(alert).toHaveTextContent('The service failed.')
  for (const [, why, answer] of faults) {
    service.answer(listAccounts, answer)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect.element(alert).toHaveTextContent(why)
  }
  expect(download).not.toHaveBeenCalled()
  service.reply(listAccounts, onePage({ accounts: [anAccount()] }))
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByText('1 account exported')).toBeVisible()
  expect(download).toHaveBeenCalledOnce()
  expect(download.mock.contexts[0]).toHaveProperty('download', expect.stringMatching(/^accounts-\d{4}-\d\d-\d\d\.csv$/))
  const { query } = service.received(listAccounts).at(-1) ?? {}
  expect(query?.get('search_term')).toBe('studio')
  expect(query?.get('per_page')).toBe('100')
  download.mockRestore()
})

test('an export can be cancelled', async () => {
  const service = await opened()
  service.keepWaiting(listAccounts)
  await start.click()
  const progress = page.getByRole('progressbar', { name: 'Accounts loaded' })
  await expect.element(progress).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(progress).not.toBeInTheDocument()
  await expect.element(start).toBeEnabled()
  await expect.element(start).toHaveFocus()
})
