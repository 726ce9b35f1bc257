import { expect, test } from 'vitest'
import { isShown } from './is-shown.ts'
import type { Vitals } from './vitals.ts'

const vitals: Vitals = {
  timeOrigin: 0,
  title: null,
  firstPaint: null,
  firstContentfulPaint: null,
  largestContentfulPaint: null,
  layoutShift: null,
  domContentLoaded: 100,
  load: null,
  isComplete: false,
  longTasks: [],
  now: 1000,
}
const [white, red] = ['white', 'red']

test.each([
  ['content of its own', { firstContentfulPaint: 200 }, [white], null, true],
  ['only frames or a background', {}, [white, red], 300, true],
  ['nothing', {}, [white], null, false],
  ['a half that isn’t parsed', { domContentLoaded: null }, [white, red], 300, false],
  // the browser had no time to compute an index
  ['a background, on a busy machine', {}, [white, red], undefined, true],
  ['nothing, on a busy machine', {}, [white, white], undefined, false],
] as const)('a page with %s', (_, given, colours, index, expected) => {
  const frames = colours.map((data, wall) => ({ wall, data }))
  expect(isShown({ vitals: { ...vitals, ...given }, frames }, index)).toBe(expected)
})

test('a page whose script never ends is shown if the screen shows something', () => {
  expect(isShown({ vitals: undefined, frames: [] }, 300)).toBe(true)
  expect(isShown({ vitals: undefined, frames: [] }, null)).toBe(false)
})
