import { MantineProvider } from '@mantine/core'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { EventStrip } from './EventStrip.tsx'

test('the changes below each chart are a list of their own name', async () => {
  const events = [{ at: 500, words: 'Release: Shop 2.4' }]
  await render(
    <MantineProvider>
      <MemoryRouter>
        {['Requests', 'Home page'].map((of) => (
          <EventStrip key={of} of={of} events={events} from={0} to={1000} />
        ))}
      </MemoryRouter>
    </MantineProvider>,
  )
  for (const of of ['Requests', 'Home page'])
    await expect
      .element(page.getByRole('list', { name: `Changes in the chart “${of}”`, exact: true }))
      .toBeInTheDocument()
})
