import { expect, test } from 'vitest'
import { Lateness } from './lateness.ts'

test('an answer makes up for what was passed on late', () => {
  const lateness = new Lateness()
  lateness.passOn('connecting', 0.8)
  expect(lateness.arrive('up', 0)).toBe(0.8)
  lateness.passOn('up', 1.2)
  expect(lateness.arrive('down', 0)).toBe(1.2)
  expect(lateness.total).toBe(0)
  lateness.passOn('down', 0.5)
  expect(lateness.total).toBe(0.5)
})

test('only the last thing that was passed on is made up for, and only once', () => {
  const lateness = new Lateness()
  lateness.passOn('up', 1.5)
  lateness.passOn('up', 0.4)
  expect(lateness.total).toBe(1.5)
  expect(lateness.arrive('down', 0)).toBe(0.4)
  expect(lateness.arrive('down', 0)).toBe(0)
  expect(lateness.total).toBe(0)
})

test('what goes the same way isn’t an answer', () => {
  const lateness = new Lateness()
  lateness.passOn('down', 1)
  expect(lateness.arrive('down', 0)).toBe(0)
  expect(lateness.total).toBe(1)
})

test('a timer that is later than timers are counts for the rest', () => {
  const lateness = new Lateness()
  lateness.passOn('up', 30)
  expect(lateness.arrive('down', 0)).toBe(2)
  expect(lateness.total).toBe(28)
})

test('of what arrives one after the other, what was noticed latest counts', () => {
  const lateness = new Lateness()
  for (const lag of [3, 5, 4]) lateness.arrive('down', lag)
  expect(lateness.total).toBe(5)
})

test('over several turns, what was noticed late adds up', () => {
  const lateness = new Lateness()
  for (const lag of [3, 5]) {
    lateness.arrive('down', lag)
    lateness.passOn('down', 1)
    lateness.arrive('up', 0)
    lateness.passOn('up', 1)
  }
  expect(lateness.total).toBe(9)
})
