import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listTests } from '../../../../contract/index.ts'
import { aTest, onePage } from '../../../test/records.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { StubService } from '../../../test/stub-service.ts'

const row = (name: string) => page.getByRole('row').filter({ hasText: name })

test('a list that can’t be loaded says why, and loads when it is asked again', async () => {
  const service = new StubService().refuse(listTests.user, { status: 503, error: 'The service cannot answer now.' })
  await renderPage('/tests', service, 'user')
  await expect.element(page.getByRole('alert').first()).toHaveTextContent('The service cannot answer now.')
  service.reply(listTests.user, onePage({ rows: [aTest()] }))
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.element(page.getByRole('heading', { level: 1, name: /^Tests/ })).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})

test('the list shows what is running and what is over', async () => {
  const soak = aTest({ id: '01990000-0000-7000-8000-0000000000d2', name: 'Soak', status: 'RUNNING' })
  await renderPage('/tests', new StubService().reply(listTests.user, onePage({ rows: [aTest(), soak] })), 'user')
  await expect.element(row('One look')).toHaveTextContent('Finished')
  await expect.element(row('Soak')).toHaveTextContent('Running')
})

test('a test with unknown fields is shown in full', async () => {
  const foreign = { test_key: 'a', title: 'Launch rehearsal', progress: 1, rounds: { asked: 3, done: 3 } }
  const service = new StubService().answer(listTests.user, () => Response.json({ rows: [foreign] }))
  await renderPage('/tests', service, 'user')
  await expect.element(row('Launch rehearsal')).toHaveTextContent('Full record')
})
