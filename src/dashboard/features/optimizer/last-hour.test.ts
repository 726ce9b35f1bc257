import { expect, test } from 'vitest'
import { requestsInLastHour } from './last-hour.ts'

const minute = 60_000
const series = (title: string, each: number, buckets: number) => ({
  title,
  data: Array.from({ length: buckets }, (_, i): [number, number] => [i * 5 * minute, each]),
})

test('adds up twelve buckets of five minutes', () => {
  expect(
    requestsInLastHour({ usage: [series('Your server Request', 1, 576), series('Service Request', 10, 576)] }),
  ).toBe(120)
})

test('adds up everything if there is less than an hour', () => {
  expect(requestsInLastHour({ usage: [series('Service Request', 10, 3)] })).toBe(30)
})

test('missing data is not zero', () => {
  expect(requestsInLastHour({ usage: [] })).toBeUndefined()
  expect(requestsInLastHour({ usage: [series('Service Request', 10, 0)] })).toBeUndefined()
})
