import { MantineProvider } from '@mantine/core'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Paging } from './Paging.tsx'

interface Case {
  what: string
  at?: number
  perPage?: number
  total: number | undefined
  more?: boolean
  shown?: number
  isThere: boolean
}

test.each<Case>([
  { what: 'all rows on one page', total: 6, isThere: false },
  { what: 'as many rows as a page has', total: 25, isThere: false },
  { what: 'one row more', total: 26, isThere: true },
  { what: 'a page beyond the last', at: 2, total: 6, isThere: true },
  { what: 'small pages', perPage: 10, total: 11, isThere: true },
  // so that one can go back to the usual size
  { what: 'one large page', perPage: 100, total: 60, isThere: true },
  { what: 'one large page with few rows', perPage: 100, total: 20, isThere: false },
  { what: 'rows that nobody has counted', total: 25, more: true, isThere: true },
  { what: 'a page that isn’t full, of an unknown number', total: undefined, shown: 7, isThere: false },
  { what: 'a full page, of an unknown number', total: undefined, shown: 25, isThere: true },
])('a list with $what has pages: $isThere', async ({ at = 1, perPage = 25, isThere, what: _, ...rows }) => {
  await render(
    <MantineProvider>
      <MemoryRouter>
        <p>List</p>
        <Paging page={at} perPage={perPage} {...rows} what="sites" onChange={() => undefined} />
      </MemoryRouter>
    </MantineProvider>,
  )
  await expect.element(page.getByText('List')).toBeVisible()
  expect(page.getByRole('navigation').elements()).toHaveLength(isThere ? 1 : 0)
})
