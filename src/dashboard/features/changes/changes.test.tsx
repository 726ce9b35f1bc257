import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listEvents } from '../../../contract/index.ts'
import { faults } from '../../test/faults.ts'
import { onePage, siteId } from '../../test/records.ts'
import { renderPage } from '../../test/render-page.tsx'
import { serviceWith } from '../../test/service-with.ts'

const flushed = {
  id: '01990000-0000-7000-8000-000000000501',
  at: '2026-11-21T10:00:00.000Z',
  kind: 'cache.flushed',
  actor: 'holder',
  site_id: siteId,
  monitor_id: null,
  detail: {},
}

test('a log that can’t be read is reported, and read when it is asked again', async () => {
  const service = serviceWith()
  service.refuse(listEvents.user, { status: 500, error: 'The service failed.' })
  await renderPage('/changes', service, 'user')
  const alert = page.getByRole('alert').filter({ hasText: 'Couldn’t load what changed.' })
  for (const [, words, answer] of faults) {
    service.answer(listEvents.user, answer)
    await alert.getByRole('button', { name: 'Retry' }).click()
    await expect.element(alert).toHaveTextContent(words)
  }
  service.reply(listEvents.user, onePage({ rows: [flushed] }))
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('row').filter({ hasText: 'flushed' })).toHaveTextContent('Account holder')
  await expect.element(alert).not.toBeInTheDocument()
})

test('without a log, the page says so', async () => {
  await renderPage('/changes', serviceWith(), 'user')
  await expect.element(page.getByText('This service keeps no log of changes')).toBeVisible()
})
