import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { atWidth } from '../../test/viewport.ts'
import { DataTable, type Column } from './DataTable.tsx'

const columns: readonly Column<string>[] = [
  { id: 'site', header: 'Site', cell: (row) => row },
  { id: 'usual', header: 'Usual', hint: 'Median of the seven days before', cell: () => '1.2 s' },
]
const table = (own = columns, explainsOnPhone = true) => (
  <DataTable label="Sites" columns={own} rows={['a']} rowKey={(row) => row} explainsOnPhone={explainsOnPhone} />
)

test.each([1280, 390])('at %i px, what a column means is a press or a key away', async (width) => {
  await atWidth(width)
  await render(table())
  await expect.element(page.getByRole('columnheader', { name: 'Usual', exact: true })).toBeInTheDocument()
  const button = page.getByRole('button', { name: 'What “Usual” means' })
  const hint = page.getByText('Median of the seven days before')
  await expect.element(hint).not.toBeVisible()
  await button.click()
  await expect.element(hint).toBeVisible()
  const box = hint.element().getBoundingClientRect()
  expect(box.left >= 0 && box.right <= innerWidth).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.element(hint).not.toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(hint).toBeVisible()
})

test.each([1280, 390])('at %i px, a row is headed by its title, else by the first words in it', async (width) => {
  await atWidth(width)
  const mark: Column<string> = { id: 'mark', header: 'Severity', unnamed: true, cell: () => 'critical' }
  const screen = await render(table([mark, ...columns]))
  const head = page.getByRole('rowheader')
  await expect.element(head).toHaveTextContent(/a$/)
  await screen.rerender(table([mark, ...columns.toReversed().map(placed)]))
  await expect.element(head).toHaveTextContent(/^a$/)
})

const placed = (column: Column<string>): Column<string> => ({
  ...column,
  phone: column.id === 'site' ? 'title' : 'line',
})

test('on a phone, rows of two lines have no heads and explain none', async () => {
  await atWidth(390)
  await render(table(columns.map((column) => ({ ...column, phone: 'title' as const }))))
  await expect.element(page.getByText('1.2 s')).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('on a phone, heads that explain can be left out', async () => {
  await atWidth(390)
  await render(table(columns, false))
  await expect.element(page.getByText('1.2 s')).toBeVisible()
  await expect.element(page.getByRole('button')).not.toBeInTheDocument()
})

test('the button that explains a column stays beside its name where the column is sorted', async () => {
  await atWidth(768)
  const narrow = { ...columns[1], header: 'Slow samples', sortable: true, cell: () => '1' } as Column<string>
  const wide = Array.from({ length: 8 }, (_, i): Column<string> => ({ ...narrow, id: `narrow ${i}` }))
  const sort = { by: 'narrow 0', direction: 'asc', onSort: () => undefined } as const
  await render(<DataTable label="Sites" columns={wide} rows={['a']} rowKey={(row) => row} sort={sort} />)
  const button = page.getByRole('button', { name: /^What / }).first()
  await expect.element(button).toBeVisible()
  const name = page.getByRole('button', { name: 'Slow samples', exact: true }).first().element().getBoundingClientRect()
  const { top, bottom, left } = button.element().getBoundingClientRect()
  const middle = (top + bottom) / 2
  expect(name.top < middle && middle < name.bottom && name.right <= left + 1).toBe(true)
})

test('the button that explains a column stays beside the last word of its head', async () => {
  await atWidth(768)
  const narrow = { ...columns[1], header: 'Slow samples', cell: () => '1' } as Column<string>
  const wide = Array.from({ length: 9 }, (_, i): Column<string> => ({ ...narrow, id: `narrow ${i}` }))
  await render(table(wide))
  const button = page.getByRole('button', { name: /^What / }).first()
  await expect.element(button).toBeVisible()
  const word = page.getByText('samples', { exact: true }).first().element().getBoundingClientRect()
  const { top, bottom } = button.element().getBoundingClientRect()
  const middle = (top + bottom) / 2
  expect(word.top < middle && middle < word.bottom).toBe(true)
})
