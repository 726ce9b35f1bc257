import { expect, test } from 'vitest'
import { axisWords, frameAt, framesOf } from './axis.ts'

test('each frame of the filmstrip stands above the time that it shows, from the start of the axis to its end', () => {
  const frames = framesOf({ from: -100, to: 1700, zero: 0 }, 7)
  expect(frames).toHaveLength(7)
  expect(frames.map(({ at }) => at)).toEqual([-100, 200, 500, 800, 1100, 1400, 1700])
  for (const { from, to, at } of frames) {
    expect(at).toBeGreaterThanOrEqual(from)
    expect(at).toBeLessThanOrEqual(to)
  }
})

test('the frame for a time shows no later one', () => {
  const frames = framesOf({ from: -100, to: 1700, zero: 0 }, 7)
  const shown = (time: number) => frameAt(frames, time)?.at
  expect([-100, 199, 200, 450, 1099, 1100, 1699, 1700].map(shown)).toEqual([
    -100, -100, 200, 200, 800, 1100, 1400, 1700,
  ])
  expect(shown(-200)).toBe(-100)
})

test.each([
  [
    [0, 500, 1000],
    ['0 s', '0.5 s', '1 s'],
  ],
  [
    [0, 304.2, 1784],
    ['0 s', '0.3 s', '1.78 s'],
  ],
  [
    [-500, 0, 1500],
    ['−0.5 s', '0 s', '1.5 s'],
  ],
  [
    [0, 200, 400],
    ['0 ms', '200 ms', '400 ms'],
  ],
  [
    [0, 0.5, 1],
    ['0 ms', '0.5 ms', '1 ms'],
  ],
])('the times %j of an axis are in one unit', (times, words) =>
  expect(axisWords(times).map((text) => text.replace('\u00a0', ' '))).toEqual(words),
)
