import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { Lanes } from './Lanes.tsx'

test.each([
  ['when measuring began before', 10],
  ['when it begins later', 200],
])('the names of lanes begin with the first bar, %s', async (_, at) => {
  const { names, bars } = await drawn(at)
  expect(names.map(({ x }) => x)).toEqual([names[0]?.x, names[0]?.x])
  expect(Math.abs((names[0]?.x ?? 0) - (bars?.x ?? 0))).toBeLessThan(2)
})

test('the name of a lane whose first bar is its last stays within the chart', async () => {
  const { names } = await drawn(990)
  for (const { x, width } of names) expect(x + width).toBeLessThanOrEqual(1000)
})

test.each([
  ['at their start', 200, [200]],
  ['a little before it', 200, [198]],
  ['in the middle of them', 200, [230]],
  ['at their start, and soon after', 200, [200, 240]],
  ['at the end of the chart', 990, [950]],
])('no line of a change crosses the names: %s', async (_, at, lines) => {
  const { names } = await drawn(at, lines)
  for (const { x, width } of names) expect(lines.filter((line) => line > x - 2 && line < x + width)).toEqual([])
})

/** Two lanes of a chart as wide as its 1000 ms, in pixels, the first of which begins at a time. */
async function drawn(at: number, lines: readonly number[] = []) {
  const series = ['Frankfurt', 'São Paulo'].map((label, i) => ({ key: `l${i}`, label }))
  const points = [
    { at: 0, l0: null, l1: null },
    { at, l0: 1, l1: null },
    { at: 995, l0: 1, l1: 1 },
  ]
  const scale = { from: 0, to: 1000, min: 0, max: 1, width: 1000, height: 100 }
  const { container } = await render(
    <svg fontSize={12}>
      <Lanes series={series} points={points} scale={scale} lines={lines} width={10} tone="critical" />
    </svg>,
  )
  return {
    names: [...container.querySelectorAll('text')].map((name) => name.getBBox()),
    bars: container.querySelector<SVGPathElement>('[data-tone]')?.getBBox(),
  }
}
