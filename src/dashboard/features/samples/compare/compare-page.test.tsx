import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { readMonitor, readSample } from '../../../../contract/index.ts'
import { faults } from '../../../test/faults.ts'
import { aMonitor, aWholeSample } from '../../../test/records.ts'
import { renderPage } from '../../../test/render-page.tsx'
import { StubService } from '../../../test/stub-service.ts'

const sample = aWholeSample()

test.each(faults)('a compared sample that is %s says why, and the others are there', async (_, words, fault) => {
  const stub = new StubService()
    .reply(readMonitor.user, aMonitor())
    .answer(readSample.user, (received, timeout) =>
      received.path.endsWith('broken') ? fault(received, timeout) : Response.json(sample),
    )
  await renderPage(`/samples/compare?id=broken&id=${sample.id}`, stub, 'user')
  const alert = page.getByRole('alert')
  await expect.element(alert).toHaveTextContent('Couldn’t load sample broken.')
  await expect.element(alert).toHaveTextContent(words)
  await expect.element(alert.getByRole('button', { name: 'Retry' })).toBeVisible()
  // letters are for the samples that could be loaded
  await expect.element(page.getByRole('region', { name: 'Sample A' })).toBeVisible()
})
