import { expect, test } from 'vitest'
import { framesOf } from './axis.ts'

test('each frame of the filmstrip stands above the time that it shows, from the start of the axis to its end', () => {
  const frames = framesOf({ from: -100, to: 1700, zero: 0 }, 7)
  expect(frames).toHaveLength(7)
  expect(frames.map(({ at }) => at)).toEqual([-100, 200, 500, 800, 1100, 1400, 1700])
  for (const { from, to, at } of frames) {
    expect(at).toBeGreaterThanOrEqual(from)
    expect(at).toBeLessThanOrEqual(to)
  }
})
