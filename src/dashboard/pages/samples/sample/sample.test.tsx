import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listSamples, readMonitor, readSample } from '../../../../contract/index.ts'
import { faults } from '../../../test/faults.ts'
import { aMonitor, aWholeSample, onePage } from '../../../test/records.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { StubService } from '../../../test/stub-service.ts'

const sample = aWholeSample()
const address = `/samples/${sample.id}`
const alert = page.getByRole('alert')
const service = () =>
  new StubService()
    .reply(readSample.user, sample)
    .reply(readMonitor.user, aMonitor())
    .reply(listSamples.user, onePage({ rows: [] }))

test('a sample that doesn’t exist is reported as not found', async () => {
  const stub = service().refuse(readSample.user, { status: 404, error: "This sample doesn't exist." })
  await renderPage(address, stub, 'user')
  await expect.element(alert).toHaveTextContent('This sample wasn’t found.')
})

test.each(faults)(
  'a sample whose request is %s says why, and loads when it is asked again',
  async (_, words, fault) => {
    const stub = service()
    stub.answer(readSample.user, fault)
    await renderPage(address, stub, 'user')
    await expect.element(alert).toHaveTextContent(words)
    stub.reply(readSample.user, sample)
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect.element(page.getByRole('table', { name: /^Requests of/ })).toBeVisible()
  },
)
