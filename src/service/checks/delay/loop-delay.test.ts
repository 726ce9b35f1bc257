import { expect, test } from 'vitest'
import { LoopDelay, type LoopSource } from './loop-delay.ts'

/** An event loop whose turns a test makes up. */
class ScriptedLoop implements LoopSource {
  time = 1000
  idled = 0
  waits = 0
  reads = 0
  #atEnd: (() => void)[] = []

  now = () => this.time
  idle = () => this.idled
  waited = () => {
    this.reads++
    return this.waits
  }
  atEndOfTurn = (call: () => void) => void this.#atEnd.push(call)

  work(ms: number) {
    this.time += ms
  }

  /** Waits for something to happen. */
  sleep(ms: number) {
    this.time += ms
    this.idled += ms
  }

  /** Is ready to run, but has no processor. The loop can't tell that from waiting for something to happen. */
  starve(ms: number) {
    this.sleep(ms)
    this.waits += ms
  }

  endTurn() {
    for (const call of this.#atEnd.splice(0)) call()
  }

  get isWatched() {
    return this.#atEnd.length > 0
  }
}

function watched() {
  const loop = new ScriptedLoop()
  const delay = new LoopDelay(loop)
  return { loop, delay, end: delay.begin() }
}

test('what an idle event loop reports has just happened', () => {
  const { loop, delay } = watched()
  loop.work(30)
  loop.endTurn()
  loop.sleep(300)
  expect(delay.lag()).toBe(0)
})

test('what comes after other work of the same turn was late by that', () => {
  const { loop, delay } = watched()
  loop.endTurn()
  loop.sleep(300)
  loop.work(40)
  expect(delay.lag()).toBe(40)
})

test('what was there before the loop could wait may have happened during the last turn', () => {
  const { loop, delay } = watched()
  loop.endTurn()
  loop.sleep(100)
  loop.work(70)
  loop.endTurn()
  loop.work(2)
  expect(delay.lag()).toBe(72)
})

test('waiting for a processor counts, for everything in that turn', () => {
  const { loop, delay } = watched()
  loop.endTurn()
  loop.sleep(300)
  loop.starve(25)
  expect(delay.lag()).toBe(25)
  expect(delay.lag()).toBe(25)
  loop.endTurn()
  loop.sleep(10)
  expect(delay.lag()).toBe(0)
})

test('the loop is watched only while something is measured', () => {
  const { loop, delay, end } = watched()
  const endOther = delay.begin()
  end()
  loop.endTurn()
  expect(loop.isWatched).toBe(true)
  endOther()
  loop.endTurn()
  expect(loop.isWatched).toBe(false)
  // work in the meantime is no delay of what comes next
  loop.work(500)
  delay.begin()
  expect(delay.lag()).toBe(0)
  expect(loop.isWatched).toBe(true)
})

test('the system isn’t asked in every turn', () => {
  const { loop } = watched()
  const before = loop.reads
  for (let i = 0; i < 100; i++) {
    loop.sleep(0.5)
    loop.endTurn()
  }
  expect(loop.reads - before).toBeLessThan(12)
})
