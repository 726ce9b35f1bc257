import { MantineProvider } from '@mantine/core'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MultiChoice } from './MultiChoice.tsx'

const options = Array.from({ length: 12 }, (_, i) => ({ value: `${i}`, label: `${i < 3 ? 'Shop' : 'Blog'} ${i}` }))

function Monitors() {
  const [chosen, setChosen] = useState<readonly string[]>([])
  return (
    <MultiChoice label="Monitors" options={options} chosen={chosen} max={10} missing="Deleted" onChange={setChosen} />
  )
}

test('what is searched for stays while several are picked', async () => {
  await render(<Monitors />, { wrapper: MantineProvider })
  const search = page.getByRole('combobox', { name: 'Monitors' })
  await search.fill('shop')
  await page.getByRole('option', { name: 'Shop 0' }).click()
  await expect.element(search).toHaveValue('shop')
  await userEvent.click(page.getByRole('option', { name: 'Shop 2' }))
  await expect.element(search).toHaveValue('shop')
  await expect.element(page.getByRole('option', { name: 'Blog 4' })).not.toBeInTheDocument()
})
