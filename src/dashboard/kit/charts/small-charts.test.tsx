import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { AvailabilityStrip, type Availability } from './AvailabilityStrip.tsx'
import { axisOf, Spark } from './Spark.tsx'

const image = page.getByRole('img')
const path = (selector: string) => image.element().querySelector<SVGPathElement>(selector)

test('a strip says in words how long each state lasted, and draws each as one path', async () => {
  const times = Array.from({ length: 90 }, (_, i): Availability =>
    i < 4 ? undefined : i < 6 ? 'down' : i < 9 ? 'slow' : 'up',
  )
  await render(<AvailabilityStrip times={times} unit="day" of="www.example.com" />)
  await expect
    .element(image)
    .toHaveAccessibleName('Availability of www.example.com: 2 days down, 3 days slow, 81 days up, 4 days not measured')
  // what the colours are is seen, too
  expect(image.element().querySelector('title')?.textContent).toContain('3 days slow')
  // nothing was measured yet
  expect(path('[data-state="not measured"]')?.getAttribute('d')).toBe('')
  expect(image.element().querySelectorAll('path')).toHaveLength(4)
})

test('trouble is told by height, without colour', async () => {
  await render(<AvailabilityStrip times={['up', undefined, 'slow', 'down']} unit="hour" of="a host" />)
  await expect.element(image).toBeVisible()
  const height = (state: string) => path(`[data-state="${state}"]`)?.getBBox().height
  expect(['down', 'slow', 'up', 'not measured'].map(height)).toEqual([20, 16, 12, 2])
})

test('the hour that has just begun is neither drawn nor counted, and keeps its place', async () => {
  await render(<AvailabilityStrip times={['up', undefined, 'up', undefined]} unit="hour" of="a host" />)
  await expect.element(image).toHaveAccessibleName('Availability of a host: 2 hours up, 1 hour not measured')
  expect(path('[data-state="not measured"]')?.getAttribute('d')?.match(/M/g)).toHaveLength(1)
  expect(image.element().getAttribute('viewBox')).toBe('0 0 15 20')
})

test.each([
  { what: 'a steady value fills little of the height', values: [98, 100], limit: undefined, bottom: 60, top: 100 },
  { what: 'a large change fills it', values: [10, 100], limit: undefined, bottom: 10, top: 100 },
  { what: 'the limit is within it', values: [80, 90], limit: 200, bottom: 80, top: 200 },
  { what: 'zeros are in its middle', values: [0, 0], limit: undefined, bottom: -1, top: 1 },
])('of a small line, $what', ({ values, limit, bottom, top }) => {
  expect(axisOf(values, limit)).toEqual({ bottom, top })
})

test('a small line breaks where nothing was measured, and ends in a dot', async () => {
  await render(<Spark values={[1, 2, null, 3, null, 2, 2]} label="First byte" limit={3} />)
  await expect.element(image).toHaveAccessibleName('First byte')
  expect(path('[class*=line]')?.getAttribute('d')?.match(/M/g)).toHaveLength(3)
  expect(path('[class*=end]')?.getAttribute('d')).toMatch(/^M60 [\d.]+h0$/)
})
