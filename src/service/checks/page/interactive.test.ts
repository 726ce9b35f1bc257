import { describe, expect, test } from 'vitest'
import { timeToInteract, totalBlockingTime } from './interactive.ts'

const base = { firstContentfulPaint: 1000, domContentLoaded: 800, longTasks: [], requests: [], until: 20_000 }
const span = (start: number, end: number) => ({ start, end })

describe('timeToInteract', () => {
  test.each<[string, Partial<typeof base> | object, number | null]>([
    ['a quiet page can be used when it shows', {}, 1000],
    ['not before DOMContentLoaded', { domContentLoaded: 1500 }, 1500],
    ['the last long task ends it', { longTasks: [span(1200, 1400), span(3000, 3300)] }, 3300],
    [
      'a task after five quiet seconds comes too late to count',
      { longTasks: [span(1200, 1400), span(6500, 6700)] },
      1400,
    ],
    ['a task just within them counts', { longTasks: [span(1200, 1400), span(6300, 6700)] }, 6700],
    ['five seconds must have been seen', { until: 5900 }, null],
    ['two requests do not matter', { requests: [span(0, Infinity), span(0, Infinity)] }, 1000],
    [
      'three do, but the moment is the last task’s end',
      { requests: [span(0, 9000), span(0, 9000), span(0, 9000)], longTasks: [span(1100, 1300)] },
      1300,
    ],
    ['three that never end leave none', { requests: [span(0, Infinity), span(0, Infinity), span(0, Infinity)] }, null],
    [
      'requests that follow each other are not three at once',
      { requests: [span(0, 9000), span(0, 9000), span(500, 500)], until: 15_000 },
      1000,
    ],
  ])('%s', (_, given, expected) => {
    expect(timeToInteract({ ...base, ...given })).toBe(expected)
  })
})

describe('totalBlockingTime', () => {
  test.each([
    ['none', [], 0],
    ['what goes beyond 50 ms', [span(1000, 1080), span(2000, 2250)], 230],
    ['not before the first paint', [span(0, 400), span(900, 1100)], 50],
    ['not after the end', [span(4900, 5400)], 50],
  ])('%s', (_, tasks, expected) => {
    expect(totalBlockingTime(tasks, 1000, 5000)).toBe(expected)
  })
})
