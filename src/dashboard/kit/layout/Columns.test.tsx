import { MantineProvider } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { atWidth } from '../../test/viewport.ts'
import { cssVariables, theme } from '../theme/theme.ts'
import { Columns } from './Columns.tsx'

test('a wide table stays in its column', async () => {
  await atWidth(1280)
  await render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables}>
      <Columns aside={<p>Beside it</p>}>
        <div>
          <section aria-label="Wide" style={{ overflowX: 'auto' }}>
            <div style={{ width: 2000 }}>Two thousand pixels</div>
          </section>
        </div>
      </Columns>
    </MantineProvider>,
  )
  const { right } = page.getByRole('region', { name: 'Wide' }).element().getBoundingClientRect()
  const { left } = page.getByText('Beside it').element().getBoundingClientRect()
  expect(right).toBeLessThanOrEqual(left)
})
