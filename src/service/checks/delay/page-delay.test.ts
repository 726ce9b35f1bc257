import { expect, onTestFinished, test, vi } from 'vitest'
import { type MachineReading, PageDelay } from './page-delay.ts'

type Processes = Record<number, [waited: number, used: number]>

/** A machine with two processors that says what a test makes up, one reading after the other. */
function watched(...readings: readonly [at: number, usedByAll: number, processes: Processes][]) {
  vi.useFakeTimers()
  const left = readings.map(([at, used, processes]): MachineReading => ({
    at,
    used,
    processes: new Map(
      Object.entries(processes).map(([id, [waited, own]]) => [Number(id), { waited, used: own }] as const),
    ),
  }))
  const delay = new PageDelay(() => left.shift() ?? { at: 0, used: 0, processes: new Map() }, 2)
  const end = delay.begin()
  vi.advanceTimersByTime(100 * (readings.length - 1))
  end()
  vi.useRealTimers()
  return delay
}

test('a browser whose threads only wait for each other isn’t delayed', () => {
  const delay = watched([0, 5000, { 1: [10, 100] }], [100, 5190, { 1: [90, 290] }], [200, 5390, { 1: [180, 490] }])
  expect(delay.between(0, 200)).toBe(0)
})

test('a little use by others disturbs nothing', () => {
  const delay = watched([0, 5000, { 1: [10, 100] }], [100, 5130, { 1: [90, 200] }])
  expect(delay.between(0, 100)).toBe(0)
})

test('of the time that it waits, it is delayed by the share of others', () => {
  const delay = watched([0, 5000, { 1: [10, 100] }], [1000, 6720, { 1: [410, 700] }])
  // 1,720 in all, 600 of its own; 20 and 5 % of 2,000 don't count
  expect(delay.between(0, 1000)).toBe((400 * 1000) / 1600)
})

test('processes that come and go count from and to where they were seen', () => {
  const delay = watched(
    [0, 0, { 1: [10, 0], 2: [500, 0] }],
    [100, 200, { 1: [20, 0], 3: [70, 0] }],
    [200, 400, { 1: [20, 0], 3: [90, 0] }],
  )
  expect(delay.between(0, 200)).toBe(10 + 70 + 20)
})

test('a period includes the readings around it', () => {
  const waiting = (waited: number): Processes => ({ 1: [waited, 0] })
  const delay = watched(
    [1000, 0, waiting(0)],
    [1100, 200, waiting(1)],
    [1200, 400, waiting(11)],
    [1300, 600, waiting(111)],
  )
  expect(delay.between(1150, 1190)).toBe(10)
  expect(delay.between(1150, 1201)).toBe(110)
  expect(delay.between(900, 2000)).toBe(111)
})

test('nothing is known before the first reading', () => {
  expect(new PageDelay(() => ({ at: 0, used: 0, processes: new Map() }), 2).between(0, 100)).toBe(0)
})

/** How many times the machine was asked until a browser that used so much CPU time between two readings was settled. */
async function readingsUntilSettled(usedAt: (reading: number) => number): Promise<number> {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  let reading = 0
  let used = 0
  const delay = new PageDelay(() => {
    used += usedAt(reading++)
    return { at: reading, used, processes: new Map([[1, { waited: 0, used }]]) }
  }, 2)
  delay.record()
  const settled = delay.settle(new AbortController().signal)
  await vi.advanceTimersByTimeAsync(5000)
  await settled
  return reading - 1
}

test('a view begins once the browser is quiet, or after a second', async () => {
  expect(await readingsUntilSettled(() => 0)).toBe(1)
  expect(await readingsUntilSettled((reading) => (reading < 4 ? 150 : 20))).toBe(4)
  expect(await readingsUntilSettled(() => 150)).toBe(10)
})
