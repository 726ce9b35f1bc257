import { useSyncExternalStore } from 'react'

const tickMs = 1000
let now = Date.now()
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** The time, moving on every `stepMs`: one clock for the page, so that ages agree. */
export function useNow(stepMs: number): number {
  return useSyncExternalStore(subscribe, () => Math.floor(now / stepMs) * stepMs)
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, tickMs)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

function tick(): void {
  now = Date.now()
  for (const listener of listeners) listener()
}
