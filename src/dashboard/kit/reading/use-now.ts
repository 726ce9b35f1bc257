import { useSyncExternalStore } from 'react'
import { createStore } from '../../lib/create-store.ts'

const tickMs = 1000
/** How exact ages are. Those of a page advance together. */
export const ageStepMs = 10_000
const clock = createStore(Date.now())
let subscribers = 0
let timer: ReturnType<typeof setInterval> | undefined

/** The time, which advances every `stepMs`. All of a page shares one clock, so that ages agree. */
export function useNow(stepMs: number): number {
  return useSyncExternalStore(subscribe, () => Math.floor(clock.get() / stepMs) * stepMs)
}

/** The clock runs only while something shows it. */
function subscribe(listener: () => void): () => void {
  const tick = () => clock.set(Date.now())
  if (subscribers++ === 0) {
    tick()
    timer = setInterval(tick, tickMs)
  }
  const stop = clock.subscribe(listener)
  return () => {
    stop()
    if (--subscribers === 0) clearInterval(timer)
  }
}
