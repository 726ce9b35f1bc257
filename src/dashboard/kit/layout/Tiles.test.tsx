import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { duration } from '../format/format.ts'
import { atWidth } from '../../test/viewport.ts'
import { Measured } from '../values/Measured.tsx'
import { Tiles, type Tile } from './Tiles.tsx'

const show = (tiles: readonly Tile[]) =>
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Tiles tiles={tiles} /> }])} />)

/** The parts of a tile's value that are set smaller. */
const units = (label: string) =>
  [...(page.getByText(label).element().parentElement?.querySelectorAll('dd > span') ?? [])].map(
    (unit) => unit.textContent,
  )

test('a figure’s units are smaller than its number, whether it is a text or measured', async () => {
  await show([
    { label: 'LCP', value: <Measured value={1310} format={duration} /> },
    { label: 'Down for', value: '1 d 4 h' },
    { label: 'Requests', value: '280k' },
    { label: 'Plan', value: 'Paid', inWords: true },
  ])
  await expect.element(page.getByText('LCP')).toBeVisible()
  expect(units('LCP')).toEqual(['\u00a0s'])
  expect(units('Down for')).toEqual([' d ', ' h'])
  expect(units('Requests')).toEqual([])
  expect(units('Plan')).toEqual([])
})

test.each([1440, 900, 390])('tiles leave no empty place at the end, %i px wide', async (width) => {
  await atWidth(width)
  await show(Array.from({ length: 7 }, (_, i) => ({ label: `Tile ${i}`, value: String(i) })))
  const list = page.getByRole('definition').first().element().closest('dl')
  await expect
    .poll(() => list?.lastElementChild?.getBoundingClientRect().right)
    .toBe(list?.getBoundingClientRect().right)
})

test('a tile that leads somewhere can be pressed anywhere and is marked while it is shown', async () => {
  await show([
    { label: 'Down', value: '3', to: '/?is=down', note: '1 new in the last hour' },
    { label: 'Slow', value: '6', to: '/?is=slow', isCurrent: true },
  ])
  const down = page.getByRole('link', { name: 'Down' })
  const card = down.element().closest('div')
  const { right, bottom } = card?.getBoundingClientRect() ?? new DOMRect()
  expect(document.elementFromPoint(right - 4, bottom - 4)).toBe(down.element())
  await expect.element(page.getByRole('link', { name: 'Slow' })).toHaveAttribute('aria-current', 'true')
})
