import { expect, test } from 'vitest'
import { PageSlots } from './page-slots.ts'

test('a busy runner measures fewer pages at once, but one at least, and more again once it’s free', () => {
  const slots = new PageSlots(4)
  const after = (...busy: readonly boolean[]) => {
    for (const isBusy of busy) slots.record(isBusy)
    return slots.now
  }
  expect(after(false)).toBe(4)
  expect(after(true)).toBe(2)
  expect(after(true, true)).toBe(1)
  expect(after(false)).toBe(2)
  expect(after(false, false, false)).toBe(4)
})
