import { useSyncExternalStore } from 'react'

/** State outside React that components subscribe to. `subscribe` returns how to stop; `useValue` is a hook. */
export function createStore<State>(initial: State) {
  let state = initial
  const listeners = new Set<() => void>()
  const get = () => state
  const set = (next: State) => {
    if (Object.is(next, state)) return
    state = next
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }
  const useValue = () => useSyncExternalStore(subscribe, get)
  return { get, set, subscribe, useValue }
}
