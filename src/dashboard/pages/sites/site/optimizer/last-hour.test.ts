import { expect, test } from 'vitest'
import { requestsInLastHour } from './last-hour.ts'

const minute = 60_000
const series = (title: string, each: number, buckets: number) => ({
  title,
  data: Array.from({ length: buckets }, (_, i): [number, number] => [i * 5 * minute, each]),
})

test('twelve buckets of five minutes make the last hour', () => {
  expect(
    requestsInLastHour({ usage: [series('Your server Request', 1, 576), series('Service Request', 10, 576)] }),
  ).toBe(120)
})

test('less than an hour of traffic is all there is', () => {
  expect(requestsInLastHour({ usage: [series('Service Request', 10, 3)] })).toBe(30)
})

test('what is not told is not zero', () => {
  expect(requestsInLastHour({ usage: [] })).toBeUndefined()
  expect(requestsInLastHour({ usage: [series('Service Request', 10, 0)] })).toBeUndefined()
})
