import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Change, PointsChange } from './Change.tsx'

const period = 'a week earlier'

test.each([
  [1000, 1012, 'requests', '1.2% fewer than a week earlier'],
  [1141, 1000, 'requests', '14.1% more than a week earlier'],
  [1000, 1012, 'data', '1.2% less than a week earlier'],
  [1000, 1000.1, 'data', 'same as a week earlier'],
] as const)('%d after %d of %s is said in words', async (now, before, of, words) => {
  const { container } = await render(<Change now={now} before={before} of={of} period={period} />)
  expect(container.textContent).toBe(words)
})

test.each([
  [0.778, 0.751, '2.7 points higher than a week earlier'],
  [0.71, 0.72, '1 point lower than a week earlier'],
  [0.7, 0.7, 'same as a week earlier'],
])('a share of %d after %d is said in points', async (now, before, words) => {
  const { container } = await render(<PointsChange now={now} before={before} period={period} />)
  expect(container.textContent).toBe(words)
})

test('nothing is compared with nothing', async () => {
  const { container } = await render(<Change now={5} before={0} period={period} />)
  expect(container.textContent).toBe('')
})
