import { describe, expect, test } from 'vitest'
import { daysUntilFull, type Growing } from './growth.ts'

const growing = (bytesPerDay: number, age: number, kept: number): Growing => ({ bytesPerDay, age, kept })

describe('a disk is full', () => {
  test.each<[string, number, Growing[], number | null]>([
    ['never without growth', 100, [], null],
    ['never if nothing is added', 100, [growing(0, 0, 400)], null],
    ['after as many days as it has room for', 100, [growing(10, 0, 400)], 10],
    ['never if what is added is deleted by then', 100, [growing(10, 395, 400)], null],
    ['never if what is kept has its age already', 0, [growing(10, 500, 400)], null],
    ['at once if there is no room', 0, [growing(10, 0, 400)], 0],
    ['by what several kinds add together', 100, [growing(10, 0, 400), growing(40, 0, 400)], 2],
    // five days at 50, then 10 a day
    ['later once one of them stops growing', 300, [growing(10, 0, 400), growing(40, 9, 14)], 10],
    ['never once all have stopped', 1000, [growing(10, 390, 400), growing(40, 9, 14)], null],
  ])('%s', (_, space, kinds, days) => {
    expect(daysUntilFull(space, kinds)).toBe(days)
    expect(daysUntilFull(space, kinds.toReversed())).toBe(days)
  })
})
